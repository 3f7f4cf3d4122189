import { expect, test } from 'vitest';
import { brakeRemoval } from './deletion-brake.ts';

const items = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `g${index}` }));
const idsOf = (count: number) => new Set(items(count).map(({ id }) => id));
const settings = { maxShare: 0.2, always: 3 };

test('an item that is missing for the first time is remembered, not removed', () => {
  expect(brakeRemoval({ candidates: items(2), total: 100, suspects: new Set() }, settings)).toEqual({
    remove: [],
    suspects: ['g0', 'g1'],
  });
});

test('an item that is missing for the second time is removed; a newly missing one waits', () => {
  expect(brakeRemoval({ candidates: items(3), total: 100, suspects: new Set(['g0', 'g2', 'back']) }, settings)).toEqual(
    {
      remove: [{ id: 'g0' }, { id: 'g2' }],
      suspects: ['g1'],
    },
  );
});

test('if one run is enough, it is removed at once', () => {
  expect(brakeRemoval({ candidates: items(2), total: 100 }, settings)).toEqual({ remove: items(2), suspects: [] });
});

test.each([
  [20, 100, false],
  [21, 100, true],
  [3, 3, false],
  [4, 4, true],
  [4, 19, true],
  [4, 20, false],
])('%i of %i stop the run: %s', (count, total, stops) => {
  const braked = brakeRemoval({ candidates: items(count), total, suspects: idsOf(count) }, settings);
  expect(braked.stopped !== undefined).toBe(stops);
  expect(braked.remove).toHaveLength(stops ? 0 : count);
});

test('a stopped run reports how many it would have removed, and the next run knows what was missing', () => {
  const braked = brakeRemoval({ candidates: items(50), total: 100, suspects: idsOf(50) }, settings);
  expect(braked.stopped).toEqual({ removals: 50, of: 100, allowed: 20 });
  expect(new Set(braked.suspects)).toEqual(idsOf(50));
});
