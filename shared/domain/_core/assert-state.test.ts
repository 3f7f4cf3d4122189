import { expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import { assertState } from './assert-state.ts';
import type { LifecycleState } from './lifecycle-state.ts';

test.each<LifecycleState>(['OK', 'ERRED'])('%s passes if it is allowed', (state) => {
  expect(() => assertState({ state }, ['OK', 'ERRED'])).not.toThrow();
});

test('another state is refused, with the allowed states in Waldur’s words', () => {
  const item: { state: LifecycleState } = { state: 'CREATING' };
  expect(() => assertState(item, ['OK', 'ERRED'])).toThrow(new Conflict('Valid states for operation: OK, ERRED.'));
});
