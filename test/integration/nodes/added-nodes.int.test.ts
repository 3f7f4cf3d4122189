import { describe, expect, test } from 'vitest';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { ensureRegistration } from '#shared/app/clusters/steps/ensure-registration';
import { pullCluster } from '#shared/app/clusters/steps/pull-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { retireRegistrationToken } from '#shared/app/clusters/steps/retire-registration-token';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { beginNode } from '#shared/app/nodes/steps/begin-node';
import { ensureServer } from '#shared/app/nodes/steps/ensure-server';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { listNodes } from '#shared/app/nodes/steps/list-nodes';
import { nodeTag } from '#shared/domain/planning/naming';
import { type Begun, clusterOf, EVENTUALLY, inCloud, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import {
  type Added,
  acceptedNode,
  finishedOrder,
  join,
  nodeNow,
  observationOf,
  ownRegistration,
  withServer,
} from './added-node.ts';

const world = await stepWorldPerFile();
const { store } = world;

const recordsOf = async (begun: Begun) => ({
  state: (await clusterOf(world, begun)).state,
  resource: await store.resources.get(begun.resource.uuid),
  order: await store.orders.get(begun.order.uuid),
});
const tokens = async (begun: Begun) => {
  const rancher = await world.rancher.open(world.settings);
  const all = await rancher.listRegistrationTokens((await clusterOf(world, begun)).backendId);
  return all.filter(({ labels }) => Object.keys(labels).some((key) => key.startsWith('paddock')));
};
async function active(added: Added): Promise<void> {
  expect(await join(world, added, (await ownRegistration(world, added))?.token)).toBe(200);
  const state = async () => {
    await observationOf(world, added);
    return (await nodeNow(world, added)).state;
  };
  await expect.poll(state, EVENTUALLY).toBe('OK');
}
const caught = { error: 'BackendRejected', cause: 'Nova said no.', failedStep: 'openstack.ensureServer' };

describe('a node that is added', () => {
  test('joins with a token of its own, and changes nothing of its cluster’s state, resource, order or other nodes (S0-200, S0-393)', async () => {
    const begun = await finishedOrder(world);
    const [before, others, tokensBefore] = [await recordsOf(begun), await nodesOf(world, begun), await tokens(begun)];
    const added = await acceptedNode(world, begun);
    expect(await beginNode.call(world.deps, added.target)).toMatchObject({ managed: false, uses: { vault: false } });
    await withServer(world, added);
    expect((await nodeNow(world, added)).state).toBe('CREATING');
    await active(added);
    expect(world.answers).toContainEqual({ taskToken: `token-${added.node.uuid}`, output: { ready: true } });
    await pullCluster.call(world.deps, added.target);
    await retireRegistrationToken.call(world.deps, added.target);
    await finishNode.call(world.deps, added.target);
    expect(await recordsOf(begun)).toEqual(before);
    expect(await tokens(begun)).toEqual(tokensBefore);
    expect(await ownRegistration(world, added)).toBeUndefined();
    const nodes = await nodesOf(world, begun);
    expect(nodes.filter(({ uuid }) => uuid !== added.node.uuid)).toEqual(others);
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ nodeOperations: [], currentStep: '' });
    expect(cluster.nodes.find(({ uuid }) => uuid === added.node.uuid)).toMatchObject({ state: 'OK' });
    expect((await nodeNow(world, added)).hasOwnCredential).toBeUndefined();
    const detail = { clusterUuid: begun.target.clusterUuid, nodeUuid: added.node.uuid };
    expect(world.published).toContainEqual({ type: 'node.created', detail });
  });

  test('raises the figures of its cluster (S0-084, S0-206, S0-381)', async () => {
    const begun = await finishedOrder(world);
    const podsOf = async () => Number((await clusterOf(world, begun)).capacity.pods);
    const added = await acceptedNode(world, begun);
    await pullCluster.call(world.deps, added.target);
    const before = await podsOf();
    await beginNode.call(world.deps, added.target);
    await withServer(world, added);
    await active(added);
    await pullCluster.call(world.deps, added.target);
    const { facts } = await nodeNow(world, added);
    expect(await podsOf()).toBe(before + (facts.podsTotal ?? Number.NaN));
  });

  test('is charged for from then on', async () => {
    const begun = await finishedOrder(world);
    const rates = async () =>
      (await store.usages.listByResource(begun.resource.uuid)).map(({ type, rate }) => [type, rate] as const);
    const before = new Map(await rates());
    const added = await withServer(world, await acceptedNode(world, begun));
    await active(added);
    expect(new Map(await rates())).toEqual(before);
    await finishNode.call(world.deps, added.target);
    for (const [type, rate] of await rates()) expect(rate, type).toBeGreaterThan(before.get(type) ?? 0);
  });

  test('has one token and one server, however often its steps are done', async () => {
    const begun = await finishedOrder(world);
    const had = (await tokens(begun)).length;
    const added = await withServer(world, await acceptedNode(world, begun));
    await ensureRegistration.call(world.deps, added.target);
    await ensureServer.call(world.deps, added.ofNode);
    expect(await tokens(begun)).toHaveLength(had + 1);
    expect(await inCloud(world, 'servers', nodeTag(added.node.uuid))).toHaveLength(1);
  });

  test('does not open the way for another one, nor shut it', async () => {
    const begun = await finishedOrder(world);
    const [first, second] = [await acceptedNode(world, begun), await acceptedNode(world, begun, 'server')];
    await withServer(world, first);
    await withServer(world, second);
    const [one, other] = [await ownRegistration(world, first), await ownRegistration(world, second)];
    expect(one?.token).not.toBe(other?.token);
    await retireRegistrationToken.call(world.deps, first.target);
    expect(await join(world, first, one?.token)).toBeGreaterThanOrEqual(400);
    await active(second);
    await finishNode.call(world.deps, second.target);
    expect((await clusterOf(world, begun)).nodeOperations.map(({ uuid }) => uuid)).toEqual([
      first.target.operationUuid,
    ]);
  });

  test('that fails is erred with the reason, and its cluster is not; what still moves of it is superseded (S0-205)', async () => {
    const begun = await finishedOrder(world);
    const before = await recordsOf(begun);
    const added = await withServer(world, await acceptedNode(world, begun));
    await recordFailure.call(world.deps, { ...added.target, ...caught });
    const lastError = { code: 'CONFIGURATION', message: 'Nova said no.', step: 'openstack.ensureServer' };
    expect(await nodeNow(world, added)).toMatchObject({ state: 'ERRED', lastError });
    const again = { ...caught, cause: 'a child failed', failedStep: 'watch-nodes' };
    await recordFailure.call(world.deps, { ...added.target, ...again });
    expect((await nodeNow(world, added)).lastError).toMatchObject(lastError);
    await retireRegistrationToken.call(world.deps, added.target);
    expect(await ownRegistration(world, added)).toBeUndefined();
    world.recorded.length = 0;
    await finishNode.call(world.deps, added.target);
    expect(world.recorded.filter(({ name }) => name === 'NodesErred')).toHaveLength(1);
    expect(await recordsOf(begun)).toEqual(before);
    const cluster = await clusterOf(world, begun);
    expect([cluster.nodeOperations, cluster.lastError]).toEqual([[], undefined]);
    expect(cluster.nodes.find(({ uuid }) => uuid === added.node.uuid)).toMatchObject({ state: 'ERRED' });
    await expect(ensureServer.call(world.deps, added.ofNode)).rejects.toMatchObject({ name: 'Superseded' });
    const timeline = await store.events.listByCluster(begun.target.clusterUuid);
    expect(timeline).toContainEqual(expect.objectContaining({ step: 'failure', message: 'Nova said no.' }));
  });

  test('in an error that its server does not get over is named, and no other node is looked at', async () => {
    const begun = await finishedOrder(world);
    const added = await withServer(world, await acceptedNode(world, begun));
    const others = await nodesOf(world, begun);
    await observationOf(world, added, 60_000);
    expect(world.answers.at(-1)).toMatchObject({
      ...{ error: 'BootstrapTimeout', cause: expect.stringMatching(/^1 of 1 nodes/) },
    });
    const same = ({ uuid }: { uuid: string }) => uuid !== added.node.uuid;
    expect((await nodesOf(world, begun)).filter(same)).toEqual(others.filter(same));
  });

  test('is superseded by the termination of its cluster, which takes away what it was to join with', async () => {
    const begun = await finishedOrder(world);
    const added = await withServer(world, await acceptedNode(world, begun));
    await terminateResource(world, world.owner, { resourceUuid: begun.resource.uuid, correlationId: 'correlation-2' });
    const { operationUuid = '', nodeOperations } = await clusterOf(world, begun);
    expect(nodeOperations).toEqual([]);
    await expect(observationOf(world, added)).rejects.toMatchObject({ name: 'Superseded' });
    await expect(finishNode.call(world.deps, added.target)).rejects.toMatchObject({ name: 'Superseded' });
    const target = { operationUuid, clusterUuid: begun.target.clusterUuid };
    expect((await listNodes.run(world.deps, target)).nodes).toContain(added.node.uuid);
    await deleteCluster.call(world.deps, target);
    expect(await ownRegistration(world, added)).toBeUndefined();
  });
});
