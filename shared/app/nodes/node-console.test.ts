import { expect, test } from 'vitest';
import { testClock } from '#test/test-clock';
import { rateLimit } from './node-console.ts';

test('of each key it is due once in the time, counted from when it was', () => {
  const clock = testClock();
  const isDue = rateLimit(60_000);
  expect([isDue('a', clock), isDue('a', clock), isDue('b', clock)]).toEqual([true, false, true]);
  clock.advance(59);
  expect(isDue('a', clock)).toBe(false);
  clock.advance(1);
  expect([isDue('a', clock), isDue('a', clock)]).toEqual([true, false]);
});

test('of more keys than it remembers the oldest is due again', () => {
  const clock = testClock();
  const isDue = rateLimit(60_000);
  for (let key = 0; key <= 1000; key += 1) isDue(`${key}`, clock);
  expect([isDue('1000', clock), isDue('0', clock)]).toEqual([false, true]);
});
