import { expect, test } from 'vitest';
import { testClock } from '#test/test-clock';
import { clockCache } from './clock-cache.ts';

test('a value is kept for its time by the clock given, and not longer', () => {
  const clock = testClock();
  const cache = clockCache<string>(clock, 60_000);
  cache.set('a', 'kept');
  clock.advance(59);
  expect(cache.get('a')).toBe('kept');
  clock.advance(1);
  expect(cache.get('a')).toBeUndefined();
});

test('of more values than it keeps the least recently used is dropped', () => {
  const cache = clockCache<number>(testClock(), 60_000);
  for (let key = 0; key < 1000; key += 1) cache.set(`${key}`, key);
  cache.get('0');
  cache.set('1000', 1000);
  expect([cache.get('0'), cache.get('1'), cache.get('1000')]).toEqual([0, undefined, 1000]);
});
