import { describe, expect, test } from 'vitest';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { deleteNode } from '#shared/app/nodes/delete-node';
import { replaceNode } from '#shared/app/nodes/replace-node';
import { beginNode } from '#shared/app/nodes/steps/begin-node';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { removeMachine } from '#shared/app/nodes/steps/remove-machine';
import { changed } from '#shared/domain/_core/record';
import type { Node } from '#shared/domain/nodes/node';
import { aNode, aNodeSpec, aUuid } from '#test/builders/builders';
import {
  type Begun,
  clusterOf,
  EVENTUALLY,
  inCloud,
  nodesOf,
  stateOf,
  stepWorldPerFile,
} from '../_worlds/step-world.ts';
import {
  type Added,
  addedTo,
  finishedOrder,
  join,
  nodeNow,
  observationOf,
  ownRegistration,
  withServer,
} from './added-node.ts';
import { drain, forget, loseMachine, nodeOfRole, removeFromRancher } from './deleted-node.ts';

const world = await stepWorldPerFile();
const { store, deps } = world;
const order = () => finishedOrder(world);

async function replaced(begun: Begun, node: Node): Promise<Added> {
  const { clusterUuid } = begun.target;
  const asked = { uuidText: clusterUuid, readNode: () => node.uuid, correlationId: 'correlation-5' };
  const made = await replaceNode(world, world.owner, asked);
  const { nodeOperations } = await clusterOf(world, begun);
  const operation = nodeOperations.find(({ replaces }) => replaces?.nodeUuid === node.uuid);
  return addedTo(begun, made, operation?.uuid ?? expect.fail('the node is not being replaced'));
}

async function working(added: Added): Promise<void> {
  await beginNode.call(deps, added.target);
  await withServer(world, added);
  expect(await join(world, added, (await ownRegistration(world, added))?.token)).toBe(200);
  const state = async () => {
    await observationOf(world, added);
    return (await nodeNow(world, added)).state;
  };
  await expect.poll(state, EVENTUALLY).toBe('OK');
}
const rates = async (begun: Begun) =>
  new Map((await store.usages.listByResource(begun.resource.uuid)).map(({ type, rate }) => [type, rate]));
const recorded = async (begun: Begun, node: Node) =>
  (await store.events.listByCluster(begun.target.clusterUuid))
    .filter(({ nodeName }) => nodeName === node.spec.name)
    .map(({ step, message }) => ({ step, message }));
const rowOf = (begun: Begun, { uuid }: Node) => store.nodes.get(begun.target.clusterUuid, uuid);

const stateInRancher = async ({ spec }: Node) =>
  (await stateOf(world.rancherSimulator)).nodes?.find((one) => one.requestedHostname === spec.name)?.state;

describe('a node that is replaced', () => {
  test('stays as it is until the other works, then goes by a deletion of its own, and as many are charged for as before (S0-419)', async () => {
    const begun = await order();
    const node = await nodeOfRole(world, begun, 'agent');
    const before = await rates(begun);
    const added = await replaced(begun, node);
    await working(added);
    expect(await rowOf(begun, node)).toMatchObject({ state: 'OK', runtimeState: 'active' });
    await finishNode.call(deps, added.target);
    expect(await rowOf(begun, node)).toMatchObject({ state: 'DELETION_SCHEDULED' });
    const { nodeOperations, nodes } = await clusterOf(world, begun);
    expect(nodeOperations).toMatchObject([{ machine: 'delete-node', nodeUuid: node.uuid }]);
    expect(nodes.find(({ uuid }) => uuid === added.node.uuid)).toMatchObject({ state: 'OK' });
    const [{ uuid: operationUuid } = expect.fail('there is no deletion')] = nodeOperations;
    const { operations } = await store.outbox.listPending(50);
    expect(operations).toContainEqual(
      expect.objectContaining({ uuid: operationUuid, machine: 'delete-node', correlationId: 'correlation-5' }),
    );
    await expect(finishNode.call(deps, added.target)).rejects.toMatchObject({ name: 'Superseded' });

    const leaving = addedTo(begun, node, operationUuid);
    expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({ alone: true, isRegistered: true });
    await drain(world, leaving);
    await removeFromRancher(world, leaving);
    await loseMachine(world, leaving);
    await forget(world, leaving);
    await finishNodeDeletion.call(deps, leaving.target);
    expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).toContain(added.node.uuid);
    expect(await inCloud(world, 'servers', node.uuid)).toEqual([]);
    expect(await rates(begun)).toEqual(before);
    expect(await recorded(begun, added.node)).toContainEqual({
      ...{ step: 'add-node', message: `A node is being added in place of ${node.spec.name}` },
    });
  });

  test('stays whole where the other fails, and that is recorded', async () => {
    const begun = await order();
    const node = await nodeOfRole(world, begun, 'server');
    const added = await replaced(begun, node);
    const row = await rowOf(begun, node);
    await recordFailure.call(deps, { ...added.target, error: 'BackendRejected', cause: 'No.', failedStep: 'x' });
    await finishNode.call(deps, added.target);
    expect(await rowOf(begun, node)).toEqual(row);
    expect((await clusterOf(world, begun)).nodeOperations).toEqual([]);
    const message = `The node was not deleted: ${added.node.spec.name} has failed.`;
    expect(await recorded(begun, node)).toContainEqual({ step: 'not-replaced', message });
  });

  test('stays where the cluster cannot spare it by then, with the reason: both are there', async () => {
    const begun = await order();
    const node = await nodeOfRole(world, begun, 'server');
    const added = await replaced(begun, node);
    await working(added);
    const spec = aNodeSpec({ name: 'server-9', role: 'server' });
    const away = aNode({ ...node, uuid: aUuid(), runtimeState: 'unavailable', state: 'OK', backendId: 'c-1:9', spec });
    await store.commit(store.nodes.insert(away));
    await finishNode.call(deps, added.target);
    const message = `Only one server may be missing at a time: server-9 is unavailable.`;
    expect(await rowOf(begun, node)).toMatchObject({
      state: 'ERRED',
      lastError: { code: 'DELETION_BLOCKED', message },
    });
    expect(await nodeNow(world, added)).toMatchObject({ state: 'OK' });
    expect((await clusterOf(world, begun)).nodeOperations).toEqual([]);
    expect(await recorded(begun, node)).toContainEqual({
      step: 'not-replaced',
      message: `The node was not deleted: ${message}`,
    });
  });

  test('waits in Rancher until a server is gone that was on its way out before', async () => {
    const begun = await order();
    const node = await nodeOfRole(world, begun, 'server');
    const added = await replaced(begun, node);
    await working(added);
    const spec = aNodeSpec({ name: 'server-9', role: 'server' });
    const goesFirst = aNode({ ...node, uuid: aUuid(), state: 'DELETING', backendId: 'c-1:9', spec });
    const cluster = await clusterOf(world, begun);
    const deletion = {
      uuid: aUuid(),
      nodeUuid: goesFirst.uuid,
      machine: 'delete-node',
      since: cluster.created,
    } as const;
    const nodeOperations = [deletion, ...cluster.nodeOperations];
    await store.commit(
      store.nodes.insert(goesFirst),
      store.clusters.replace(changed(cluster, deps.clock.now(), { nodeOperations })),
    );
    await finishNode.call(deps, added.target);
    expect(await rowOf(begun, node)).toMatchObject({ state: 'DELETION_SCHEDULED' });
    const [, { uuid: operationUuid } = expect.fail('there is no deletion')] = (await clusterOf(world, begun))
      .nodeOperations;
    const leaving = addedTo(begun, node, operationUuid);
    expect(await removeMachine.call(deps, leaving.target)).toEqual({ gone: false });
    expect(await stateInRancher(node)).toBe('active');
    await store.commit(store.nodes.remove(goesFirst));
    await removeFromRancher(world, leaving);
    expect(await stateInRancher(node)).toBeUndefined();
  });

  test('that somebody deletes meanwhile goes once, and the other is there', async () => {
    const begun = await order();
    const node = await nodeOfRole(world, begun, 'agent');
    const added = await replaced(begun, node);
    await working(added);
    await deleteNode(world, world.owner, { uuidText: node.uuid, isForced: false, correlationId: 'c' });
    await finishNode.call(deps, added.target);
    expect(await nodeNow(world, added)).toMatchObject({ state: 'OK' });
    expect((await clusterOf(world, begun)).nodeOperations).toMatchObject([
      { machine: 'delete-node', nodeUuid: node.uuid },
    ]);
  });
});
