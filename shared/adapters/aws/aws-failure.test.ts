import { createServer } from 'node:http';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testClock } from '#test/test-clock';
import { eventBridgeEventBus } from './event-bus.ts';
import { secretsManagerSecrets } from './secrets.ts';
import { stepFunctionsExecutions, stepFunctionsWakeups, stepFunctionsWorkflows } from './step-functions.ts';

// The emulator is never busy and deletes at once, so it never refuses for these reasons. The tests simulate the refusals
// that AWS documents.
type Refusal = { status: number; type: string; message?: string };
let refusal: Refusal;
const asked: string[] = [];
const server = createServer((request, reply) => {
  asked.push(String(request.headers['x-amz-target']).split('.').at(-1) ?? '');
  reply.writeHead(refusal.status, { 'content-type': 'application/x-amz-json-1.1' });
  reply.end(JSON.stringify({ __type: refusal.type, message: refusal.message ?? 'no' }));
});
let config: { endpoint: string };
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  config = { endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` };
});
afterAll(() => {
  server.close();
});

const common = { region: 'us-east-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' }, maxAttempts: 1 };
const ARN = 'arn:aws:states:us-east-1:1:stateMachine:m';
const arns = new Proxy({} as never, { get: () => ARN });
const secrets = () =>
  secretsManagerSecrets({ client: new SecretsManagerClient({ ...common, ...config }), clock: testClock() });
const sfn = () => new SFNClient({ ...common, ...config });
const operation = { uuid: 'a1', machine: 'process-order', clusterUuid: 'c1', correlationId: 'x' } as never;

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  'a secret is read': () => secrets().find('paddock/test/rancher/a1'),
  'a secret is written': () => secrets().put('paddock/test/rancher/a1', 'x'),
  'a secret is removed': () => secrets().remove('paddock/test/rancher/a1'),
  'a machine is started': () => stepFunctionsWorkflows({ client: sfn(), machineArns: arns }).start(operation),
  'an execution is looked at': () => stepFunctionsExecutions({ client: sfn(), machineArns: arns }).stateOf(operation),
  'a wait is ended': () => stepFunctionsWakeups({ client: sfn() }).succeed('token', {}),
  'a wait is failed': () => stepFunctionsWakeups({ client: sfn() }).fail('token', 'X', 'x'),
  'an event is published': () =>
    eventBridgeEventBus({ client: new EventBridgeClient({ ...common, ...config }), busName: 'b' }).publish({
      type: 'cluster.created',
      detail: { clusterUuid: 'a1' },
    }),
};

describe.each(Object.keys(CALLS))('when %s and AWS', (name) => {
  test.each<[string, Refusal, string]>([
    ['is busy', { status: 400, type: 'ThrottlingException' }, 'BackendThrottled'],
    ['has an accident', { status: 500, type: 'InternalServiceError' }, 'BackendUnavailable'],
    ['is away', { status: 503, type: 'ServiceUnavailable' }, 'BackendUnavailable'],
    ['lacks a right of ours', { status: 400, type: 'AccessDeniedException' }, 'AccessDeniedException'],
  ])('%s, the failure has a name that machines know', async (_what, answer, expected) => {
    refusal = answer;
    await expect(CALLS[name]?.()).rejects.toMatchObject({ name: expected });
  });
});

test('more executions than may run are waited for', async () => {
  refusal = { status: 400, type: 'ExecutionLimitExceeded' };
  await expect(CALLS['a machine is started']?.()).rejects.toMatchObject({ name: 'BackendThrottled' });
});

test('a service that cannot be reached is named, and the call with it', async () => {
  const client = new SFNClient({ ...common, endpoint: 'http://127.0.0.1:1' });
  await expect(stepFunctionsWakeups({ client }).succeed('token', {})).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: 'Step Functions cannot be reached.',
    details: { op: 'SendTaskSuccessCommand' },
  });
});

describe('in the seconds after a forced deletion, while the secret is still there', () => {
  const deleting = (call: string): Refusal => ({
    status: 400,
    type: 'InvalidRequestException',
    message: `You can't ${call} because a secret with this name is already scheduled for deletion.`,
  });
  test('it is not found', async () => {
    refusal = deleting('perform this operation');
    expect(await CALLS['a secret is read']?.()).toBeUndefined();
  });
  test('to remove it again is fine', async () => {
    refusal = deleting('perform this operation');
    await expect(CALLS['a secret is removed']?.()).resolves.toBeUndefined();
  });
  test('its name cannot be given again, which passes', async () => {
    refusal = deleting('create this secret');
    await expect(CALLS['a secret is written']?.()).rejects.toMatchObject({ name: 'BackendUnavailable' });
  });
  test('another refusal stays what it is', async () => {
    refusal = { status: 400, type: 'InvalidRequestException', message: 'The version is not in use.' };
    await expect(CALLS['a secret is read']?.()).rejects.toMatchObject({ name: 'InvalidRequestException' });
  });
});
