import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('results stand in the order of the items, and so many are worked on at the same time', async () => {
  let [now, most] = [0, 0];
  const double = async (item: number) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    return item * 2;
  };
  expect(await inTurns([1, 2, 3, 4, 5], 2, double)).toEqual([2, 4, 6, 8, 10]);
  expect(most).toBe(2);
});

test('nothing is begun once one has failed, by those either that are still at work', async () => {
  const begun: number[] = [];
  const gate = Promise.withResolvers<void>();
  const failing = inTurns([0, 1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    if (item === 0) throw new Error('no');
    await gate.promise;
  });
  await expect(failing).rejects.toThrow('no');
  gate.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual([0, 1]);
});
