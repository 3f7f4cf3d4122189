import { expect, test } from 'vitest';
import { isOrderable } from './is-orderable.ts';

test.each([
  ['a plan without faults', { isCurrent: true, plan: { valid: true }, error: null }, true],
  ['a plan with faults', { isCurrent: true, plan: { valid: false }, error: null }, false],
  ['a plan of what the form had before', { isCurrent: false, plan: { valid: true }, error: null }, false],
  ['no plan, because the request failed', { isCurrent: true, plan: undefined, error: new Error('no answer') }, false],
  ['a plan that could not be read again', { isCurrent: true, plan: { valid: true }, error: new Error('x') }, false],
  ['no plan, because the body was refused', { isCurrent: true, plan: undefined, error: null }, false],
])('with %s, ordering is possible: %s', (_what, planned, isPossible) => {
  expect(isOrderable(planned)).toBe(isPossible);
});
