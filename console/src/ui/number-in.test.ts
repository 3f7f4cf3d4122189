import { expect, test } from 'vitest';
import { numberIn } from './number-in.ts';

test.each([
  [3, 3],
  [0, 0],
  ['12', 12],
  ['', undefined],
  [' ', undefined],
  ['-', undefined],
  [Number.NaN, undefined],
])('a field with %j has the number %j', (typed, number) => {
  expect(numberIn(typed)).toBe(number);
});
