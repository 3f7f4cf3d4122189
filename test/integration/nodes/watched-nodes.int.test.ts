import { beforeEach, describe, expect, test } from 'vitest';
import { pullCluster as pullClusterStep } from '#shared/app/clusters/steps/pull-cluster';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { beginNodeDeletion } from '#shared/app/nodes/steps/begin-node-deletion';
import { finishNode } from '#shared/app/nodes/steps/finish-node';
import { finishNodeDeletion } from '#shared/app/nodes/steps/finish-node-deletion';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import type { Node } from '#shared/domain/nodes/node';
import { nodeNameClaim } from '#shared/domain/planning/naming';
import type { Server } from '#shared/ports/openstack';
import { type Begun, clusterOf, inCloud, nodesOf, stepWorldPerFile } from '../_worlds/step-world.ts';
import { kinds, nodeOf, operationOn, watched } from '../reconciliation/watched-world.ts';
import { type Added, acceptedNode, addedTo, withServer } from './added-node.ts';
import { deletedNodeWorld, forget, loseMachine, removeFromRancher } from './deleted-node.ts';

const world = await stepWorldPerFile();
const { store, clock, deps } = world;
const { cluster, pull, inRancher, deleteServers, seeing } = watched(world);
beforeEach(() => world.cloud.clearFaults());

/** Runs the node deletion that an observation has begun, as the deletion's state machine does. */
async function cleanedAway(begun: Begun, node: Node): Promise<void> {
  const leaving = addedTo(begun, node, operationOn(await clusterOf(world, begun), node).uuid);
  expect(await beginNodeDeletion.call(deps, leaving.target)).toMatchObject({ alone: true, isRegistered: false });
  await removeFromRancher(world, leaving);
  await loseMachine(world, leaving);
  await forget(world, leaving);
  await pullClusterStep.call(deps, leaving.target);
  await finishNodeDeletion.call(deps, leaving.target);
}

/** Ends a deletion with a failure, because Rancher is unavailable when the node is removed. */
async function failedDeletion({ target }: Added): Promise<void> {
  const caught = { error: 'BackendUnavailable', cause: 'Rancher is away.', failedStep: 'rancher.removeNode' };
  await recordFailure.call(deps, { ...target, ...caught });
  await finishNode.call(deps, target);
}

describe('a server that somebody deletes in the cloud', () => {
  test.each(['agent', 'server'] as const)(
    'takes its node along, %s: place in Rancher, record and name, and leaves a gap that is shown (S0-152)',
    async (role) => {
      const begun = await cluster(3, 2);
      const node = nodeOf(await nodesOf(world, begun), role);
      await deleteServers(node);
      await pull(begun);
      const seen = await clusterOf(world, begun);
      expect(seen.drift).toMatchObject([{ kind: 'SERVER_NOT_FOUND', nodeUuid: node.uuid, name: node.spec.name }]);
      expect(operationOn(seen, node)).toMatchObject({ machine: 'delete-node', isVanished: true });
      await pull(begun);
      expect(await clusterOf(world, begun)).toEqual(seen);
      await cleanedAway(begun, node);
      expect(await inRancher(node.spec.name)).toBeUndefined();
      expect((await nodesOf(world, begun)).map(({ uuid }) => uuid)).not.toContain(node.uuid);
      expect(await store.claims.holderOf(nodeNameClaim(node.settingsUuid, node.spec.name))).toBeUndefined();
      const after = await clusterOf(world, begun);
      const { since } = seen.drift[0] ?? expect.fail('nothing differs');
      expect(after).toMatchObject({
        ...{ state: 'OK', nodeOperations: [] },
        missingNodes: [{ uuid: node.uuid, role, spec: node.spec, since }],
        drift: [{ kind: 'NODE_MISSING', nodeUuid: node.uuid, since }],
      });
      await pull(begun);
      expect(await clusterOf(world, begun)).toEqual(after);
    },
  );

  test('leaves a gap that the next node of its kind closes', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent', 1);
    await deleteServers(node);
    await pull(begun);
    await cleanedAway(begun, node);
    const added = await withServer(world, await acceptedNode(world, begun));
    await finishNode.call(deps, added.target);
    expect(await clusterOf(world, begun)).toMatchObject({ drift: [], missingNodes: [] });
  });

  test('with most others is not believed at one look, nor while Rancher hears from their machines', async () => {
    const begun = await cluster(1, 3);
    const agents = [1, 2].map(async (index) => nodeOf(await nodesOf(world, begun), 'agent', index));
    await deleteServers(...(await Promise.all(agents)));
    const away = seeing({ node: () => ({ state: 'unavailable' }) });
    const later = { ...away, clock: { now: () => new Date(clock.now().getTime() + 121_000) } };
    await pull(begun);
    expect(kinds(await clusterOf(world, begun))).toEqual(['SERVER_NOT_FOUND', 'SERVER_NOT_FOUND']);
    await pull(begun, { ...deps, clock: later.clock });
    await pull(begun, away);
    expect((await clusterOf(world, begun)).nodeOperations).toEqual([]);
    await pull(begun, later);
    expect((await clusterOf(world, begun)).nodeOperations).toHaveLength(2);
  });

  test('is left alone in read-only mode', async () => {
    const begun = await cluster(1, 2);
    await deleteServers(nodeOf(await nodesOf(world, begun), 'agent'));
    await watchClusters({ ...deps, site: { ...world.site, readOnlyMode: true } });
    expect(await clusterOf(world, begun)).toMatchObject({ drift: [{ kind: 'SERVER_NOT_FOUND' }], nodeOperations: [] });
  });
});

describe('a deletion that somebody asked for', () => {
  test('and that failed once the server was gone is carried on by the watch, and leaves no gap', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    const leaving = await deletedNodeWorld(world, begun, node);
    await beginNodeDeletion.call(deps, leaving.target);
    await loseMachine(world, leaving);
    await failedDeletion(leaving);
    await pull(begun);
    await cleanedAway(begun, node);
    expect(await clusterOf(world, begun)).toMatchObject({ drift: [], missingNodes: [], nodeOperations: [] });
  });

  test('leaves no gap either where it goes on with what the watch has begun in vain', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    await deleteServers(node);
    await pull(begun);
    await failedDeletion(addedTo(begun, node, operationOn(await clusterOf(world, begun), node).uuid));
    await failedDeletion(await deletedNodeWorld(world, begun, node));
    await pull(begun);
    await cleanedAway(begun, node);
    expect(await clusterOf(world, begun)).toMatchObject({ drift: [], missingNodes: [] });
  });

  test('is another thing than cleaning away what vanished: that leaves its gap, however often it fails', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    await deleteServers(node);
    await pull(begun);
    await failedDeletion(addedTo(begun, node, operationOn(await clusterOf(world, begun), node).uuid));
    await pull(begun);
    await cleanedAway(begun, node);
    expect(await clusterOf(world, begun)).toMatchObject({ missingNodes: [{ uuid: node.uuid }] });
  });
});

describe('nothing is concluded', () => {
  test('where a tenant cannot be asked, or shows nothing any more', async () => {
    const begun = await cluster(1, 2);
    const before = [await clusterOf(world, begun), await nodesOf(world, begun)];
    await world.cloud.plan({ kind: 'status', status: 503, method: 'GET', path: '/servers/detail' });
    await expect(pull(begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await world.cloud.clearFaults();
    const blind = (server: Server) => ({ ...server, id: 'another', tags: [] });
    await pull(begun, seeing({ server: blind }));
    expect(await nodesOf(world, begun)).toEqual(before[1]);
    expect((await clusterOf(world, begun)).nodeOperations).toEqual([]);
    await pull(begun);
    expect((await clusterOf(world, begun)).drift).toEqual([]);
  });

  test('of a server that lost its tags: it gets them back', async () => {
    const begun = await cluster(1, 2);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    const session = await deps.openstack.open(await store.tenants.get(node.spec.tenantUuid));
    const [server] = (await session.listServers()).filter(({ id }) => id === node.instanceId);
    for (const tag of server?.tags ?? []) await session.untagServer(node.instanceId, tag);
    await pull(begun);
    expect(await clusterOf(world, begun)).toMatchObject({ drift: [], nodeOperations: [] });
    expect(await inCloud(world, 'servers', node.uuid)).toHaveLength(1);
  });
});

describe('a server in ERROR', () => {
  const broken = (node: Node) =>
    seeing({
      server: ({ id }) => (id === node.instanceId ? { status: 'ERROR', fault: { message: 'Host is down' } } : {}),
    });

  test('makes its node erred, with the cloud’s words, until it runs again; its cluster is OK (S0-153, S0-394, S0-395)', async () => {
    const begun = await cluster(3, 1);
    const node = nodeOf(await nodesOf(world, begun), 'agent');
    await pull(begun, broken(node));
    const lastError = { message: `Server ${node.spec.name} is in ERROR: Host is down`, step: 'watch-clusters' };
    const seen = await clusterOf(world, begun);
    expect(seen).toMatchObject({ state: 'OK', drift: [{ kind: 'SERVER_IN_ERROR', message: lastError.message }] });
    expect(nodeOf(await nodesOf(world, begun), 'agent')).toMatchObject({ state: 'ERRED', lastError });
    expect(seen.nodes.find(({ uuid }) => uuid === node.uuid)?.state).toBe('ERRED');
    await pull(begun);
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', drift: [] });
    const again = nodeOf(await nodesOf(world, begun), 'agent');
    expect([again.state, again.lastError]).toEqual(['OK', undefined]);
  });

  test('that costs etcd its quorum makes the cluster erred, with the reason, until it is back (S0-153)', async () => {
    const begun = await cluster(1, 1);
    const node = nodeOf(await nodesOf(world, begun), 'server');
    await pull(begun, broken(node));
    const message = expect.stringMatching(/^etcd has lost its quorum: 0 of its 1 members are left/);
    const seen = await clusterOf(world, begun);
    expect(seen).toMatchObject({ state: 'ERRED', lastError: { message } });
    expect(kinds(seen)).toEqual(['QUORUM_LOST', 'SERVER_IN_ERROR']);
    expect((await store.resources.get(seen.resourceUuid)).state).toBe('Erred');
    await pull(begun, broken(node));
    expect(await clusterOf(world, begun)).toEqual(seen);
    await watchClusters(deps);
    expect(await clusterOf(world, begun)).toMatchObject({ state: 'OK', drift: [] });
    expect((await store.resources.get(seen.resourceUuid)).state).toBe('OK');
  });
});
