import { expect, test } from 'vitest';
import { type FoundApp, type HelmOperation, helmVerdict } from './helm-verdict.ts';

const RUNNING: HelmOperation = { isRunning: true, isFailed: false, message: 'running operation' };
const DONE: HelmOperation = { isRunning: false, isFailed: false, message: '' };
const FAILED: HelmOperation = { isRunning: false, isFailed: true, message: ' exit code: 1' };
const app = (status: string, description = ''): FoundApp => ({
  ...{ status, description, revision: 1, chart: 'shop', version: '1.0.0', annotations: {} },
});

test.each([
  ['a running one', RUNNING, app('pending-install'), { kind: 'waiting' }],
  ['one that has ended before its release is seen', DONE, undefined, { kind: 'waiting' }],
  ['one that has ended', DONE, app('deployed'), { kind: 'deployed' }],
  ['one that failed because it was asked twice', FAILED, app('deployed'), { kind: 'deployed' }],
  ['one that is gone', undefined, app('deployed'), { kind: 'deployed' }],
  ['a failed one without a release', FAILED, undefined, { kind: 'failed', reason: 'Helm failed: exit code: 1' }],
  [
    'a failed one with a release',
    FAILED,
    app('failed', 'context deadline exceeded'),
    { kind: 'failed', reason: 'context deadline exceeded' },
  ],
  ['one that is gone, with a failed release', undefined, app('failed'), { kind: 'failed', reason: 'Helm failed.' }],
])('an operation of Helm: %s (S0-220, S0-221, S0-222)', (_what, operation, found, verdict) => {
  expect(helmVerdict(operation, found)).toEqual(verdict);
});
