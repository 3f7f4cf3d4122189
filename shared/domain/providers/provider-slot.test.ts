import { expect, test } from 'vitest';
import { slotsToTry } from './provider-slot.ts';

test.each([
  ['starts at the holder’s id', '00000002', 4, [], [2, 3, 0, 1]],
  ['goes round', '00000007', 4, [], [3, 0, 1, 2]],
  ['skips taken slots', '00000002', 4, [2, 0], [3, 1]],
  ['finds nothing if all are taken', 'ffffffff', 2, [0, 1], []],
  ['ignores slots beyond the limit', '00000000', 1, [5], [0]],
])('the search for a free slot %s', (_what, holder, limit, taken, order) => {
  expect(slotsToTry(holder, limit, new Set(taken))).toEqual(order);
});
