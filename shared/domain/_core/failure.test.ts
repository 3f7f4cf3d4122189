import { describe, expect, test } from 'vitest';
import { failure, failureByStaff, failureOf } from './failure.ts';

const AT = '2026-03-01T12:00:00.000Z';
const of = (error: string, cause = 'what was said') => failureOf({ error, cause, step: 'openstack.ensureServer' }, AT);

describe('a failure on a record', () => {
  test.each([
    ['Invalid', 'INVALID', 'user', false],
    ['BackendUnavailable', 'BACKEND_UNAVAILABLE', 'provider', true],
    ['BackendThrottled', 'RATE_LIMITED', 'provider', true],
    ['BackendRejected', 'CONFIGURATION', 'operator', false],
    ['NotAllowed', 'FORBIDDEN', 'user', true],
    ['BackendUnauthorized', 'UNAUTHORIZED', 'operator', false],
    ['BackendNotFound', 'NOT_FOUND', 'operator', false],
    ['BackendConflict', 'CONFLICT', 'operator', true],
    ['BackendQuotaExceeded', 'QUOTA_EXCEEDED', 'user', true],
    ['BackendDepleted', 'RESOURCES_DEPLETED', 'provider', true],
    ['BackendContractBroken', 'CONFIGURATION', 'operator', false],
    ['Misconfigured', 'CONFIGURATION', 'operator', true],
    ['ProvisioningFailed', 'RESOURCES_DEPLETED', 'provider', true],
    ['BootstrapTimeout', 'BOOTSTRAP_TIMEOUT', 'provider', true],
    ['DeletionBlocked', 'DELETION_BLOCKED', 'operator', true],
    ['DrainFailed', 'DRAIN_FAILED', 'user', true],
    ['States.Timeout', 'BACKEND_UNAVAILABLE', 'provider', true],
  ])('%s is shown as %s, to be fixed by the %s', (error, code, owner, retryable) => {
    const expected = { code, owner, retryable, message: 'what was said', step: 'openstack.ensureServer', at: AT };
    expect(of(error)).toEqual(expected);
    expect(failure.parse(of(error))).toEqual(expected);
  });

  test.each(['TypeError', 'ZodError', 'Conflict', 'constructor'])(
    'of Paddock itself (%s) is shown without its message, which may contain anything',
    (error) => {
      expect(of(error, 'password=hunter2')).toMatchObject({
        code: 'INTERNAL',
        owner: 'operator',
        message: `Unexpected failure (${error}) in openstack.ensureServer.`,
      });
    },
  );

  test('that Lambda wrapped in JSON is shown by its message, without the trace', () => {
    const cause = JSON.stringify({ errorType: 'BackendRejected', errorMessage: 'Nova said no.', trace: ['at x.ts:1'] });
    expect(of('BackendRejected', cause).message).toBe('Nova said no.');
  });

  test.each(['{"error": "cut of', '["list"]', '42'])('with the cause %s is shown by that text', (cause) => {
    expect(of('BackendRejected', cause).message).toBe(cause);
  });

  test('without a message names at least itself and its step', () => {
    expect(of('States.Timeout', '').message).toBe('Unexpected failure (States.Timeout) in openstack.ensureServer.');
  });
});

test('set by staff has the given message, or says that staff set it', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const at = now.toISOString();
  const byStaff = { code: 'INTERNAL', step: 'set_erred', owner: 'operator', retryable: true, at };
  expect(failureByStaff({ message: 'Gone.', traceback: 'line 1' }, now)).toEqual({
    ...{ ...byStaff, message: 'Gone.', traceback: 'line 1' },
  });
  expect(failureByStaff({ message: '', traceback: '' }, now)).toEqual({
    ...{ ...byStaff, message: 'Staff has set the state to erred.' },
  });
});
