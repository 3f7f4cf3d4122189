import { expect, test } from 'vitest';
import { coverageOf, idsIn, requirementsIn } from './coverage.ts';

const page = '| id | requirement |\n| S0-001 | lists offerings | x |\n| S0-002 | stores both | x |\n';

test('ids are read from the brackets at the end of a name, and from nowhere else', () => {
  expect(idsIn('an order is stored whole (S0-002, S0-003)')).toEqual(['S0-002', 'S0-003']);
  expect(idsIn('a secret stands before its cluster (S0-280, R-9-13, R-9b-W4)')).toEqual([
    'S0-280',
    'R-9-13',
    'R-9b-W4',
  ]);
  expect(idsIn('a few in a row (S1-008 to S1-010, U9 to U10, T1)')).toEqual([
    ...['S1-008', 'S1-009', 'S1-010', 'U9', 'U10', 'T1'],
  ]);
  expect(idsIn('a template stays (T12, S2-007, D3)')).toEqual(['T12', 'S2-007']);
  expect(idsIn('S0-002 in the middle of a name counts for nothing')).toEqual([]);
  expect(idsIn('(S0-002) at the start counts for nothing')).toEqual([]);
});

test('a requirement without a test is missing, and an id without a requirement is unknown', () => {
  const tests = [
    { name: 'lists them (S0-001)', at: 'a.ts:1' },
    { name: 'invents one (S9-999)', at: 'a.ts:2' },
  ];
  const { shown, missing, unknown } = coverageOf(requirementsIn(page), tests);
  expect(shown.map((row) => row.requirement.id)).toEqual(['S0-001']);
  expect(missing).toEqual([{ id: 'S0-002', text: 'stores both' }]);
  expect(unknown.map((row) => row.id)).toEqual(['S9-999']);
});
