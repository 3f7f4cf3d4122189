import { expect, test } from 'vitest';
import { nextStepAfter } from './next-step.ts';

test.each([
  ['user', true, 'You can correct this yourself; then try again.'],
  ['operator', true, 'The operator of Paddock has to act; then try again.'],
  ['provider', false, 'The provider of the cloud has to act.'],
] as const)('a failure of the %s, retryable %s, has a next step', (owner, retryable, step) => {
  expect(nextStepAfter({ owner, retryable })).toBe(step);
});

test('what is done again can be said', () => {
  const step = nextStepAfter({ owner: 'user', retryable: true }, 'order again');
  expect(step).toBe('You can correct this yourself; then order again.');
});
