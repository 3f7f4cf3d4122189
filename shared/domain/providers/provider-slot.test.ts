import { expect, test } from 'vitest';
import { slotsToTry } from './provider-slot.ts';

test.each([
  ['starts where the holder’s id says', '00000002', 4, [], [2, 3, 0, 1]],
  ['goes round', '00000007', 4, [], [3, 0, 1, 2]],
  ['leaves out what is taken', '00000002', 4, [2, 0], [3, 1]],
  ['finds nothing where all are taken', 'ffffffff', 2, [0, 1], []],
  ['knows no slot beyond the limit', '00000000', 1, [5], [0]],
])('the search for a free slot %s', (_what, holder, limit, taken, order) => {
  expect(slotsToTry(holder, limit, new Set(taken))).toEqual(order);
});
