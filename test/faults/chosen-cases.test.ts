import { expect, test } from 'vitest';
import { chosenCases } from './chosen-cases.ts';
import { matrixOf, nameOf, type Position } from './matrix.ts';

const positions: Position[] = Array.from({ length: 11 }, (_, index) => ({
  mode: 'self-managed',
  askers: [],
  ...{ phase: 'creation', simulator: 'openstack', method: 'POST', route: '/compute/v2.1/servers', nth: index + 1 },
  ...{ step: 'openstack.ensureServer', firstTimeOnly: index === 5 },
}));
const all = matrixOf(positions);
const namesOf = (only: string[]) => chosenCases(all, { only, seed: 1 }).map(nameOf);

test('a whole name chooses one case', () => {
  const name = 'creation openstack POST /compute/v2.1/servers #1 lose';
  expect(namesOf([name])).toEqual([name]);
});

test('words choose every case that has them all, several choices add up, none chooses all', () => {
  expect(namesOf(['POST #11 lose', '#2 hang'])).toHaveLength(2);
  expect(namesOf(['creation openstack POST /compute/v2.1/servers #11'])).toHaveLength(7);
  expect(namesOf([''])).toHaveLength(all.length);
});

test('what has to meet a new cloud comes first', () => {
  const first = chosenCases(all, { only: [''], seed: 3 }).slice(0, 7);
  expect(first.every(({ position }) => position.firstTimeOnly)).toBe(true);
});
