import { expect, test } from 'vitest';
import { objectState } from './object-state.ts';

const deployment = (status: object, generation = 2) => ({ kind: 'Deployment', metadata: { generation }, status });
const condition = (type: string, status: string) => ({ conditions: [{ type, status }] });

test.each([
  ['a namespace', { kind: 'Namespace', metadata: {} }, 'active'],
  ['a namespace that is being deleted', { kind: 'Namespace', metadata: { deletionTimestamp: 'now' } }, 'terminating'],
  ['a service that is being deleted', { kind: 'Service', metadata: { deletionTimestamp: 'now' } }, 'removing'],
  ['an available deployment', deployment({ observedGeneration: 2, ...condition('Available', 'True') }), 'active'],
  ['an unavailable deployment', deployment(condition('Available', 'False')), 'updating'],
  ['a deployment whose pods are refused', deployment(condition('ReplicaFailure', 'True')), 'error'],
  ['a change that no controller has seen', deployment({ observedGeneration: 1 }), 'in-progress'],
  ['an application', { kind: 'App', metadata: {}, status: { summary: { state: 'deployed' } } }, 'deployed'],
])('the state of %s', (_what, object, state) => {
  expect(objectState(object)).toBe(state);
});
