import { expect, test } from 'vitest';
import { pauseOf } from './pauses.ts';

test.each([
  ['executing', 3_000],
  ['done', 30_000],
  ['pending-consumer', 30_000],
])('a list with a row that is %s is read again after %i ms', (state, pauseMs) => {
  expect(pauseOf({ state: { data: { items: [{ state: 'done' }, { state }] } } })).toBe(pauseMs);
});

test('a list that was not read yet is not read often', () => {
  expect(pauseOf({ state: { data: undefined } })).toBe(30_000);
});
