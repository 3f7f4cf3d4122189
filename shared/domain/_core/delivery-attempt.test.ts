import { expect, test } from 'vitest';
import { isLasting, isOutOfTime, nextAttempt, waitingFrom } from './delivery-attempt.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const MINUTE = 60_000;
const fresh = () => waitingFrom(start);

test('attempts are 1, 2, 4, … minutes apart, and 6 hours at most', () => {
  let item = fresh();
  const minutes: number[] = [];
  for (let attempt = 1; attempt <= 11; attempt += 1) {
    item = nextAttempt(item, start);
    minutes.push((Date.parse(item.dueAt) - start.getTime()) / MINUTE);
  }
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]);
  expect(item.attempts).toBe(11);
});

test('a new one is due at once', () => {
  expect(fresh()).toMatchObject({ attempts: 0, dueAt: start.toISOString() });
});

test('an operator is called after five failures', () => {
  const after = (attempts: number) => isLasting({ ...fresh(), attempts });
  expect([after(4), after(5), after(6)]).toEqual([false, true, true]);
});

test('it is given up after 14 days', () => {
  const days = 24 * 60 * MINUTE;
  expect([isOutOfTime(fresh(), later(14 * days - 1)), isOutOfTime(fresh(), later(14 * days))]).toEqual([false, true]);
});
