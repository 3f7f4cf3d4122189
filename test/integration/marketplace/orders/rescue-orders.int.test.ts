import { SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import pMap from 'p-map';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rescue } from '#functions/syncs/rescue-orders/rescue';
import { stepFunctionsExecutions, stepFunctionsWorkflows } from '#shared/adapters/aws/step-functions';
import { outboxKey } from '#shared/adapters/dynamodb/_core/keys';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { dispatchPending } from '#shared/app/marketplace/dispatch-operation';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { planNodes } from '#shared/app/nodes/steps/plan-nodes';
import { upgradeCluster } from '#shared/app/upgrades/upgrade-cluster';
import { changed } from '#shared/domain/_core/record';
import { DEFAULT_DRAIN } from '#shared/domain/clusters/cluster-upgrade';
import type { Executions } from '#shared/ports/runtime';
import { aCluster, aUuid } from '#test/builders/builders';
import { createOrder } from '#test/create-order';
import { endAllOperations } from '#test/integration/_worlds/end-all-operations';
import {
  type Begun,
  begunOrder,
  clusterOf,
  EVENTUALLY,
  nodesOf,
  rowsWith,
  stepWorldPerFile,
} from '#test/integration/_worlds/step-world';
import { newOrderIn } from '#test/integration/_worlds/world';
import { testAws } from '#test/integration/aws/aws-client';
import { newMachine } from '#test/integration/aws/new-machine';
import { type Added, acceptedNode, finishedOrder, nodeNow } from '#test/integration/nodes/added-node';
import { otherArns, rescuedArns } from '#test/operations';

const world = await stepWorldPerFile();
const { store, clock } = world;
const client = new SFNClient(testAws());
const FIVE_MINUTES = 300;
/**
 * State machines that run in place of Paddock's own. `waits` does not end during the tests. `fails` fails with
 * `FailureNotRecorded`.
 */
let waits = '';
let fails = '';

beforeAll(async () => {
  waits = await newMachine(client, { Type: 'Wait', Seconds: 100_000, End: true });
  const Cause =
    'BackendQuotaExceeded in openstack.ensureServer could not be written for BackendUnavailable: web-1: no cores left';
  fails = await newMachine(client, { Type: 'Fail', Error: 'FailureNotRecorded', Cause });
});
beforeEach(async () => {
  world.recorded.length = 0;
  world.logged.length = 0;
  await endAllOperations(store, clock.now());
});
const updatesBy = (arn: string) => ({
  ...{ 'upgrade-cluster': arn, 'rotate-certificates': arn, 'hibernate-cluster': arn, 'wake-cluster': arn },
  ...{ 'change-pools': arn, 'operate-cluster': arn },
});
const depsOf = (machineArn: string) => ({
  ...world.deps,
  executions: stepFunctionsExecutions({
    client,
    machineArns: {
      ...rescuedArns(machineArn),
      'provision-infrastructure': waits,
      ...{ 'create-cluster': waits, 'create-pool-cluster': waits },
      ...{ 'delete-cluster': waits, 'delete-pool-cluster': waits },
    },
  }),
});
const rescued = (machineArn = waits) => rescue(depsOf(machineArn));
/** Starts the order's state machine and removes the outbox row, as the dispatcher does. */
async function dispatched(machineArn: string, begun: Begun): Promise<Begun> {
  const machineArns = { 'process-order': machineArn, ...updatesBy(machineArn), ...otherArns(machineArn) };
  const workflows = stepFunctionsWorkflows({ client, machineArns });
  await dispatchPending({ store, workflows, clock, log: world.deps.log });
  return begun;
}
const executionArn = ({ target }: Begun) => `${waits.replace(':stateMachine:', ':execution:')}:${target.operationUuid}`;
const stop = (begun: Begun) => client.send(new StopExecutionCommand({ executionArn: executionArn(begun) }));
const stateOf = async (begun: Begun) => (await clusterOf(world, begun)).state;

describe('an order with a state machine that was stopped by hand', () => {
  test('is erred with its nodes, says so to its user and to operators, and can be retried (S0-097)', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    await planNodes.run(world.deps, begun.target);
    await stop(begun);
    clock.advance(FIVE_MINUTES);
    expect(await rescued()).toBe(1);
    const lastError = {
      ...{ code: 'INTERNAL', owner: 'operator', retryable: true, step: 'process-order' },
      message: 'The work on this order was stopped by an operator.',
    };
    expect(await store.orders.get(begun.order.uuid)).toMatchObject({ state: 'erred', lastError });
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'ERRED', lastError, currentStep: '' });
    expect(await store.resources.get(begun.resource.uuid)).toMatchObject({ state: 'Erred' });
    expect((await nodesOf(world, begun)).map(({ state }) => state)).toEqual(['ERRED', 'ERRED']);
    const timeline = await store.events.listByCluster(begun.target.clusterUuid);
    expect(timeline).toContainEqual(expect.objectContaining({ step: 'failure', message: lastError.message }));
    expect(world.logged.find((line) => line.includes('order rescued'))).toContain(begun.order.uuid);
    expect(world.recorded).toContainEqual({ name: 'OrdersRescued', value: 1, dimensions: {} });
    expect(await rescued()).toBe(0);

    await retryOrder(world, world.owner, { orderUuid: begun.order.uuid, correlationId: 'correlation-2' });
    expect(await stateOf(begun)).toBe('CREATION_SCHEDULED');
  });

  test('can be terminated, and a step of it that still ran finds itself superseded', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    await stop(begun);
    clock.advance(FIVE_MINUTES);
    await rescued();
    await expect(finishCreation.run(world.deps, begun.target)).rejects.toMatchObject({ name: 'Superseded' });
    await terminateResource(world, world.owner, { resourceUuid: begun.resource.uuid, correlationId: 'correlation-2' });
    expect(await stateOf(begun)).toBe('DELETION_SCHEDULED');
  });
});

test('a node with a state machine that was stopped by hand is erred, and neither its cluster nor a node that is still worked on is', async () => {
  const begun = await finishedOrder(world);
  const [lost, going] = [await acceptedNode(world, begun), await acceptedNode(world, begun, 'server')];
  await dispatched(waits, begun);
  const executionOf = ({ target }: Added) => executionArn({ ...begun, target });
  await client.send(new StopExecutionCommand({ executionArn: executionOf(lost) }));
  clock.advance(FIVE_MINUTES - 1);
  expect(await rescued()).toBe(0);
  clock.advance(1);
  expect(await rescued()).toBe(1);
  const message = 'The work on this node was stopped by an operator.';
  expect(await nodeNow(world, lost)).toMatchObject({ state: 'ERRED', lastError: { message, step: 'add-node' } });
  expect(await nodeNow(world, going)).toMatchObject({ state: 'CREATION_SCHEDULED' });
  const cluster = await clusterOf(world, begun);
  expect(cluster).toMatchObject({ state: 'OK', nodeOperations: [{ uuid: going.target.operationUuid }] });
  expect(await store.orders.get(begun.order.uuid)).toMatchObject({ state: 'done' });
  expect(world.recorded.map(({ name }) => name)).toEqual(expect.arrayContaining(['NodesErred', 'OrdersRescued']));
  await expect(finishNode.call(world.deps, lost.target)).rejects.toMatchObject({ name: 'Superseded' });
});

test('a cluster with an upgrade that was stopped by hand is erred, and the same upgrade goes on', async () => {
  const begun = await finishedOrder(world);
  const upgrade = { to: 'v1.32.3+rke2r1', drain: DEFAULT_DRAIN, workerConcurrency: 1 };
  const [uuidText, correlationId] = [begun.target.clusterUuid, 'correlation-2'];
  const input = { uuidText, correlationId, parseRequest: () => ({ ...upgrade, isDryRun: false }) };
  const { operationUuid = '' } = (await upgradeCluster(world, world.owner, input)).cluster;
  await dispatched(waits, begun);
  await stop({ ...begun, target: { ...begun.target, operationUuid } });
  clock.advance(FIVE_MINUTES);
  expect(await rescued()).toBe(1);
  expect(await clusterOf(world, begun)).toMatchObject({ state: 'ERRED', lastError: { step: 'upgrade-cluster' } });
  expect((await upgradeCluster(world, world.owner, input)).cluster).toMatchObject({ state: 'UPDATE_SCHEDULED' });
});

test('an order with a failure that could not be written is erred with that failure', async () => {
  const begun = await dispatched(fails, await begunOrder(world));
  clock.advance(FIVE_MINUTES);
  await vi.waitFor(async () => expect(await rescued(fails)).toBe(1), EVENTUALLY);
  expect((await store.orders.get(begun.order.uuid)).lastError).toMatchObject({
    ...{ code: 'QUOTA_EXCEEDED', owner: 'user', step: 'openstack.ensureServer' },
    message: 'web-1: no cores left',
  });
});

describe('an order that was never begun', () => {
  test('because its outbox row went away is erred', async () => {
    const { cluster, order } = await createOrder(world, world.owner, newOrderIn(world));
    const operation = await store.outbox.find(cluster.operationUuid ?? '');
    if (operation === undefined || operation === 'unreadable') throw new Error('the operation is missing');
    await store.outbox.remove(operation);
    clock.advance(FIVE_MINUTES);
    expect(await rescued()).toBe(1);
    expect(await store.orders.get(order.uuid)).toMatchObject({ state: 'erred', lastError: { code: 'INTERNAL' } });
  });

  test('because nobody can read its outbox row is erred', async () => {
    const { cluster, order } = await createOrder(world, world.owner, newOrderIn(world));
    const Item = { ...outboxKey(cluster.operationUuid ?? ''), kind: 'OUTBOX' };
    await world.client.send(new PutCommand({ TableName: world.tableName, Item }));
    clock.advance(FIVE_MINUTES);
    expect(await rescued()).toBe(1);
    expect((await store.orders.get(order.uuid)).state).toBe('erred');
  });

  test('yet waits in the outbox, which is what the dispatcher is for', async () => {
    const { cluster } = await createOrder(world, world.owner, newOrderIn(world));
    clock.advance(FIVE_MINUTES);
    expect(await rescued()).toBe(0);
    expect((await store.clusters.get(cluster.uuid)).state).toBe('CREATION_SCHEDULED');
  });
});

describe('an order is left alone', () => {
  test('while its machine runs, however long that takes', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    clock.advance(24 * 3600);
    expect(await rescued()).toBe(0);
    expect(await stateOf(begun)).toBe('CREATING');
  });

  test('while its machine was stopped and a child of it goes on', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    await stop(begun);
    const name = `${begun.target.operationUuid}-CreateCluster`;
    await client.send(new StartExecutionCommand({ stateMachineArn: waits, name, input: '{}' }));
    clock.advance(FIVE_MINUTES);
    expect(await rescued()).toBe(0);
    const child = `${waits.replace(':stateMachine:', ':execution:')}:${name}`;
    await client.send(new StopExecutionCommand({ executionArn: child }));
    expect(await rescued()).toBe(1);
  });

  test('until nobody has written its cluster for five minutes', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    await stop(begun);
    clock.advance(FIVE_MINUTES - 1);
    const cluster = await clusterOf(world, begun);
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { currentStep: 'a late step' })));
    clock.advance(FIVE_MINUTES - 1);
    expect(await rescued()).toBe(0);
    clock.advance(1);
    expect(await rescued()).toBe(1);
  });
});

test('one that cannot be looked at keeps no other from being rescued, and the run has failed', async () => {
  const [bad, begun] = [
    await dispatched(waits, await begunOrder(world)),
    await dispatched(waits, await begunOrder(world)),
  ];
  await stop(begun);
  await stop(bad);
  const [row] = (await rowsWith(world, bad.target.clusterUuid)).filter(({ kind }) => kind === 'CLUSTER');
  await world.client.send(new PutCommand({ TableName: world.tableName, Item: { ...row, state: 'NO_SUCH_STATE' } }));
  clock.advance(FIVE_MINUTES);
  await expect(rescued()).rejects.toThrow('1 orders could not be checked');
  expect([await stateOf(begun), world.logged.join()]).toEqual(['ERRED', expect.stringContaining('order not rescued')]);
  await world.client.send(new PutCommand({ TableName: world.tableName, Item: row ?? {} }));
});

describe('of the operations whose executions are listed as running', () => {
  /** State machines whose running executions are listed, and operations about which the job asked one by one. */
  function played(running: readonly string[], lost: readonly string[] = []) {
    const [listed, looked]: string[][] = [[], []];
    const executions: Executions = {
      listRunning: async (machine) => {
        listed?.push(machine);
        return new Set(running);
      },
      stateOf: async ({ uuid }) => {
        looked?.push(uuid);
        return { kind: lost.includes(uuid) ? 'unknown' : 'running' };
      },
    };
    return { listed, looked, executions };
  }

  test('one that the list does not have yet is asked about, and left alone if it runs', async () => {
    const begun = await dispatched(waits, await begunOrder(world));
    clock.advance(FIVE_MINUTES);
    const { looked, executions } = played([]);
    expect(await rescue({ ...world.deps, executions })).toBe(0);
    expect(looked).toEqual([begun.target.operationUuid]);
  });

  test('a cluster without an operation is none', async () => {
    const { listed, looked, executions } = played([]);
    await rescue({ ...world.deps, executions });
    expect([listed, looked]).toEqual([[], []]);
  });

  // This test is the last one, because each test begins with the end of all operations.
  test('the lost one among 1,000 is ended in one run, and nothing is asked about the others', async () => {
    const since = clock.now().toISOString();
    const working = () => aCluster({ state: 'UPDATING', operationUuid: aUuid(), operationSince: since });
    const clusters = Array.from({ length: 1000 }, working);
    await pMap(clusters, (it) => store.commit(store.clusters.insert(it)), { concurrency: 16 });
    clock.advance(1);
    const lost = await dispatched(waits, await begunOrder(world));
    clock.advance(FIVE_MINUTES);
    const running = clusters.map(({ operationUuid }) => operationUuid ?? '');
    const { listed, looked, executions } = played(running, [lost.target.operationUuid]);
    expect(await rescue({ ...world.deps, executions })).toBe(1);
    expect(await stateOf(lost)).toBe('ERRED');
    expect(looked).toEqual([lost.target.operationUuid]);
    expect(listed?.sort()).toEqual(['process-order', 'upgrade-cluster']);
  });
});
