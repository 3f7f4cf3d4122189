import { expect, test } from 'vitest';
import { failureOfLost } from './ended-execution.ts';

const at = '2026-03-01T12:00:00.000Z';

test.each(['succeeded', 'stopped', 'timed-out', 'unknown'] as const)(
  'an execution that is %s is an own failure, with a message, and can be retried',
  (kind) => {
    expect(failureOfLost('process-order', { kind }, at)).toEqual({
      code: 'INTERNAL',
      owner: 'operator',
      retryable: true,
      message: expect.stringMatching(/^The work on this order .*\.$/),
      step: 'process-order',
      at,
    });
  },
);

test('the message names an application as such', () => {
  expect(failureOfLost('update-app', { kind: 'stopped' }, at)).toMatchObject({
    message: 'The work on this application was stopped by an operator.',
    step: 'update-app',
  });
});

test('a failure that could not be written keeps its code, owner, step and message', () => {
  const cause =
    'BackendQuotaExceeded in openstack.ensureServer could not be written for BackendUnavailable: web-1: no cores left';
  expect(failureOfLost('process-order', { kind: 'failed', error: 'FailureNotRecorded', cause }, at)).toMatchObject({
    code: 'QUOTA_EXCEEDED',
    owner: 'user',
    step: 'openstack.ensureServer',
    message: 'web-1: no cores left',
  });
});

test('any other failure is reported as the execution reports it', () => {
  const end = { kind: 'failed', error: 'BackendUnavailable', cause: 'Rancher does not answer.' } as const;
  expect(failureOfLost('process-order', end, at)).toMatchObject({
    code: 'BACKEND_UNAVAILABLE',
    message: 'Rancher does not answer.',
  });
  expect(failureOfLost('process-order', { ...end, error: 'States.Runtime' }, at)).toMatchObject({ code: 'INTERNAL' });
});

test.each(['add-node', 'delete-node'] as const)('a failure of an operation on a node names the node: %s', (machine) => {
  expect(failureOfLost(machine, { kind: 'stopped' }, at)).toMatchObject({
    step: machine,
    message: 'The work on this node was stopped by an operator.',
  });
});
