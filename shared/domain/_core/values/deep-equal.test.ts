import { expect, test } from 'vitest';
import { isSameValue } from './deep-equal.ts';

test.each([
  ['keys in another order, at any depth', { a: 1, b: { c: [1], d: 2 } }, { b: { d: 2, c: [1] }, a: 1 }],
  ['a field that is absent and one that is undefined', { a: 1, b: undefined }, { a: 1 }],
])('%s make no difference', (_what, a, b) => {
  expect(isSameValue(a, b)).toBe(true);
});

test.each([
  ['the order of a list', { a: [1, 2] }, { a: [2, 1] }],
  ['null and absent', { a: null }, {}],
  ['a number and its text', { a: 1 }, { a: '1' }],
  ['a further key', { a: {} }, { a: { b: 1 } }],
])('%s does', (_what, a, b) => {
  expect(isSameValue(a, b)).toBe(false);
});
