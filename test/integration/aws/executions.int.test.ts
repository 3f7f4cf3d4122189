import { SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { beforeAll, expect, test, vi } from 'vitest';
import { stepFunctionsExecutions } from '#shared/adapters/aws/step-functions';
import type { ExecutionState } from '#shared/domain/clusters/ended-execution';
import { childExecutionName } from '#shared/domain/marketplace/order-executions';
import type { Executions } from '#shared/ports/runtime';
import { aUuid } from '#test/builders/builders';
import { rescuedArns } from '#test/operations';
import { testAws } from './aws-client.ts';
import { newMachine } from './new-machine.ts';

const client = new SFNClient(testAws());
const waiting = { Type: 'Wait', Seconds: 100_000, End: true };
const cause = 'BackendUnavailable in vault.putCredentials could not be written for Conflict: Vault is sealed';
const failing = { Type: 'Fail', Error: 'FailureNotRecorded', Cause: cause };
const at: Record<'waits' | 'fails' | 'succeeds' | 'child', string> = { waits: '', fails: '', succeeds: '', child: '' };

beforeAll(async () => {
  at.waits = await newMachine(client, waiting);
  at.fails = await newMachine(client, failing);
  at.succeeds = await newMachine(client, { Type: 'Succeed' });
  at.child = await newMachine(client, waiting);
});

const executionsOf = (processOrder: string): Executions =>
  stepFunctionsExecutions({
    client,
    machineArns: {
      ...rescuedArns(processOrder),
      ...{ 'provision-infrastructure': at.succeeds, 'delete-cluster': at.succeeds, 'delete-pool-cluster': at.succeeds },
      ...{ 'create-cluster': at.child, 'create-pool-cluster': at.child },
    },
  });
const start = async (stateMachineArn: string, name: string) =>
  (await client.send(new StartExecutionCommand({ stateMachineArn, name, input: '{}' }))).executionArn ?? '';
const stop = (executionArn: string) => client.send(new StopExecutionCommand({ executionArn }));
type Machine = Parameters<Executions['stateOf']>[0]['machine'];
const comesTo = (machineArn: string, uuid: string, state: ExecutionState, machine: Machine = 'process-order') =>
  vi.waitFor(async () => expect(await executionsOf(machineArn).stateOf({ uuid, machine })).toEqual(state), {
    timeout: 15_000,
  });

test('an execution is found by its operation alone, running and stopped', async () => {
  const uuid = aUuid();
  expect(await executionsOf(at.waits).stateOf({ uuid, machine: 'process-order' })).toEqual({ kind: 'unknown' });
  const executionArn = await start(at.waits, uuid);
  await comesTo(at.waits, uuid, { kind: 'running' });
  await stop(executionArn);
  await comesTo(at.waits, uuid, { kind: 'stopped' });
});

test('one that failed says with what, and one that came to its end that it did', async () => {
  const uuid = aUuid();
  await start(at.fails, uuid);
  await comesTo(at.fails, uuid, { kind: 'failed', error: 'FailureNotRecorded', cause });
  await start(at.succeeds, uuid);
  await comesTo(at.succeeds, uuid, { kind: 'succeeded' });
});

test('as long as a child runs somebody is at work, whatever became of its parent', async () => {
  const uuid = aUuid();
  await stop(await start(at.waits, uuid));
  const child = await start(at.child, childExecutionName(uuid, 'create-cluster'));
  await comesTo(at.waits, uuid, { kind: 'running' });
  await stop(child);
  await comesTo(at.waits, uuid, { kind: 'stopped' });
});

test('the running ones of a state machine are listed, without those that have ended', async () => {
  const machineArn = await newMachine(client, waiting);
  const [first, second, ended] = [aUuid(), aUuid(), aUuid()];
  for (const uuid of [first, second]) await start(machineArn, uuid);
  await stop(await start(machineArn, ended));
  const executions = executionsOf(machineArn);
  await vi.waitFor(async () => expect(await executions.listRunning('process-order')).toEqual(new Set([first, second])));
});
