import {
  CreateActivityCommand,
  DescribeExecutionCommand,
  GetActivityTaskCommand,
  ListExecutionsCommand,
  SFNClient,
} from '@aws-sdk/client-sfn';
import { beforeAll, expect, test, vi } from 'vitest';
import { stepFunctionsWakeups, stepFunctionsWorkflows } from '#shared/adapters/aws/step-functions';
import type { Operation } from '#shared/domain/_core/operation';
import { anOperation, aUuid } from '#test/builders/builders';
import { otherArns } from '#test/operations';
import { testAws } from './aws-client.ts';
import { newMachine } from './new-machine.ts';

const client = new SFNClient(testAws());
const wakeups = stepFunctionsWakeups({ client });
let machineArn = '';
let activityArn = '';

// A state machine that waits for a callback, like Paddock's state machines. It waits on an activity, because any caller
// can read the task token of an activity.
beforeAll(async () => {
  activityArn = (await client.send(new CreateActivityCommand({ name: `wait-${aUuid()}` }))).activityArn ?? '';
  machineArn = await newMachine(client, { Type: 'Task', Resource: activityArn, End: true });
});

const workflows = () =>
  stepFunctionsWorkflows({
    client,
    machineArns: {
      'process-order': machineArn,
      'upgrade-cluster': machineArn,
      'rotate-certificates': machineArn,
      'change-pools': machineArn,
      'operate-cluster': machineArn,
      'hibernate-cluster': machineArn,
      'wake-cluster': machineArn,
      ...otherArns(machineArn),
    },
  });
const executionOf = ({ uuid }: Operation) =>
  client.send(
    new DescribeExecutionCommand({
      executionArn: `${machineArn.replace(':stateMachine:', ':execution:')}:${uuid}`,
    }),
  );
async function startedWithToken() {
  const operation = anOperation();
  await workflows().start(operation);
  const { taskToken = '' } = await client.send(new GetActivityTaskCommand({ activityArn }));
  return { operation, taskToken };
}
const ended = (operation: Operation) =>
  vi.waitFor(async () => {
    const execution = await executionOf(operation);
    expect(execution.status).not.toBe('RUNNING');
    return execution;
  });

test('an operation runs under its own uuid and knows its order', async () => {
  const { operation, taskToken } = await startedWithToken();
  const { clusterUuid, correlationId, uuid: operationUuid } = operation;
  expect(JSON.parse((await executionOf(operation)).input ?? '')).toEqual({ operationUuid, clusterUuid, correlationId });
  await wakeups.succeed(taskToken, {});
});

test('an operation on a node knows that node', async () => {
  const operation = anOperation({ machine: 'add-node', nodeUuid: aUuid() });
  await workflows().start(operation);
  const { taskToken = '' } = await client.send(new GetActivityTaskCommand({ activityArn }));
  const { clusterUuid, correlationId, nodeUuid, uuid: operationUuid } = operation;
  const input = { operationUuid, clusterUuid, nodeUuid, correlationId };
  expect(JSON.parse((await executionOf(operation)).input ?? '')).toEqual(input);
  await wakeups.succeed(taskToken, {});
});

test('an operation that is started twice runs once, also when it has ended in between', async () => {
  const { operation, taskToken } = await startedWithToken();
  await workflows().start(operation);
  await wakeups.succeed(taskToken, {});
  await ended(operation);
  await workflows().start(operation);
  const { executions = [] } = await client.send(new ListExecutionsCommand({ stateMachineArn: machineArn }));
  expect(executions.filter(({ name }) => name === operation.uuid)).toHaveLength(1);
});

test('a waiting machine goes on with what it is woken with', async () => {
  const { operation, taskToken } = await startedWithToken();
  expect(await wakeups.succeed(taskToken, { ready: true })).toBe(true);
  const { status, output = '' } = await ended(operation);
  expect([status, JSON.parse(output)]).toEqual(['SUCCEEDED', { ready: true }]);
});

test('a waiting machine fails under the name it is given, whatever the length of the cause', async () => {
  const { operation, taskToken } = await startedWithToken();
  expect(await wakeups.fail(taskToken, 'BootstrapTimeout', 'x'.repeat(40_000))).toBe(true);
  expect(await ended(operation)).toMatchObject({ status: 'FAILED', error: 'BootstrapTimeout' });
});

test('a token that was used already, or that is none, wakes nobody, which is no error', async () => {
  const used = await startedWithToken();
  await wakeups.succeed(used.taskToken, {});
  await ended(used.operation);
  expect(await wakeups.succeed(used.taskToken, {})).toBe(false);
  expect(await wakeups.fail(used.taskToken, 'BootstrapTimeout', '')).toBe(false);

  expect(await wakeups.succeed('no-token', {})).toBe(false);
});
