import { expect, test } from 'vitest';
import { magnumHealth, magnumReason, magnumStatus } from './magnum-status.ts';

const at = (state: Parameters<typeof magnumStatus>[0]['state'], currentStep = '') => ({ state, currentStep });
const order = (
  type: 'Create' | 'Terminate',
  state: 'executing' | 'erred' | 'done' | 'canceled' | 'pending-consumer',
) => ({
  ...{ type, state, customerName: 'Acme' },
});

test.each([
  ['CREATION_SCHEDULED', 'CREATE_IN_PROGRESS'],
  ['CREATING', 'CREATE_IN_PROGRESS'],
  ['OK', 'CREATE_COMPLETE'],
  ['UPDATE_SCHEDULED', 'UPDATE_IN_PROGRESS'],
  ['UPDATING', 'UPDATE_IN_PROGRESS'],
  ['DELETION_SCHEDULED', 'DELETE_IN_PROGRESS'],
  ['DELETING', 'DELETE_IN_PROGRESS'],
] as const)('a cluster in state %s is %s (M42)', (state, expected) => {
  expect(magnumStatus(at(state), undefined)).toBe(expected);
});

test('a cluster that was changed since its creation is UPDATE_COMPLETE (M42)', () => {
  expect(magnumStatus({ ...at('OK'), clusterApiChangedAt: '2026-11-27T00:00:00.000Z' }, undefined)).toBe(
    'UPDATE_COMPLETE',
  );
});

test.each([
  ['Create', 'erred', 'CREATE_FAILED'],
  ['Create', 'done', 'UPDATE_FAILED'],
  ['Create', 'canceled', 'DELETE_FAILED'],
  ['Terminate', 'erred', 'DELETE_FAILED'],
] as const)('after a %s order that is %s, a failure is %s (M42)', (type, state, expected) => {
  expect(magnumStatus(at('ERRED'), order(type, state))).toBe(expected);
});

test('the reason is the failure, who has to approve, or what is being done (M34)', () => {
  const lastError = { message: 'No quota.', code: 'quota_exceeded', step: 's', at: '', retryable: true, owner: 'user' };
  expect(magnumReason({ ...at('ERRED', 'Step'), lastError } as Parameters<typeof magnumReason>[0])).toBe('No quota.');
  expect(magnumReason(at('CREATION_SCHEDULED'), order('Create', 'pending-consumer'))).toBe(
    'The order waits for the approval of an owner of Acme.',
  );
  expect(magnumReason(at('CREATING', 'Writing'), order('Create', 'executing'))).toBe('Writing');
  expect(magnumReason(at('OK'))).toBeNull();
});

test.each([
  ['CREATING', '', null],
  ['OK', '', 'UNKNOWN'],
  ['OK', 'active', 'HEALTHY'],
  ['UPDATING', 'provisioned', 'UNHEALTHY'],
] as const)('in state %s with the runtime state "%s" the health is %j (M37)', (state, runtimeState, expected) => {
  expect(magnumHealth({ state, runtimeState })).toBe(expected);
});
