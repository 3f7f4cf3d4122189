import { expect, test } from 'vitest';
import { chargedAmounts, raisesPrice } from './charged-amounts.ts';

const group = (count: number, vcpus: number, storageGb = 20) =>
  chargedAmounts(count, { vcpus, ramMb: vcpus * 2048, storageGb });

test.each([
  ['more machines', [group(2, 2)], [group(3, 2)], true],
  ['a larger flavor', [group(2, 2)], [group(2, 4)], true],
  ['a larger disk', [group(2, 2, 20)], [group(2, 2, 40)], true],
  ['another group', [group(2, 2)], [group(2, 2), group(1, 2)], true],
  ['another group without machines', [group(2, 2)], [group(2, 2), group(0, 2)], false],
  ['as many machines in other groups', [group(3, 2), group(1, 2)], [group(1, 2), group(3, 2)], false],
  ['fewer machines', [group(3, 2)], [group(2, 2)], false],
  ['more machines of a flavor that the cloud has lost', [group(1, 0, 0)], [group(2, 0, 0)], true],
])('the price rises, or not: %s', (_, before, after, rises) => {
  expect(raisesPrice(before, after)).toBe(rises);
});
