import { expect, test } from 'vitest';
import { Conflict } from '#shared/errors';
import type { LifecycleState } from '../clusters/cluster.ts';
import { assertState } from './assert-state.ts';

test.each<LifecycleState>(['OK', 'ERRED'])('%s is let through where it is allowed', (state) => {
  expect(() => assertState({ state }, ['OK', 'ERRED'])).not.toThrow();
});

test('the states a call needs are named in Waldur’s words when it is another', () => {
  const item: { state: LifecycleState } = { state: 'CREATING' };
  expect(() => assertState(item, ['OK', 'ERRED'])).toThrow(new Conflict('Valid states for operation: OK, ERRED.'));
});
