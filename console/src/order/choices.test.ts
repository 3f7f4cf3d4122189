import { expect, test } from 'vitest';
import { flavorText, onlyOf, smallestFor } from './choices.ts';

const [small, medium, large] = [
  { uuid: 's', name: 'm1.small', cores: 1, ram: 2048 },
  { uuid: 'm', name: 'm1.medium', cores: 2, ram: 4096 },
  { uuid: 'l', name: 'm1.large', cores: 4, ram: 8192 },
];

test('a flavor is shown with its figures', () => {
  expect(flavorText(medium)).toBe('m1.medium: 2 vCPU, 4 GB');
});

test.each([
  [{ CPU: 2, RAM: 4096 }, medium],
  [{ CPU: 1, RAM: 1024 }, small],
  [{ CPU: 4, RAM: 1024 }, large],
  [{ CPU: 64, RAM: 1 }, undefined],
])('the smallest flavor for %j is %j', (requirement, flavor) => {
  expect(smallestFor([large, medium, small], requirement)).toEqual(flavor);
});

test('only a single choice is made for somebody', () => {
  expect([onlyOf([small]), onlyOf([small, medium]), onlyOf([])]).toEqual(['s', '', '']);
});
