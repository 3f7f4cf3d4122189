import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { deleteCluster } from '#shared/app/clusters/steps/delete-cluster';
import { finishCreation } from '#shared/app/clusters/steps/finish-creation';
import { finishDeletion } from '#shared/app/clusters/steps/finish-deletion';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { checkServersGone } from '#shared/app/nodes/steps/check-servers-gone';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { AUDIT_KIND } from '#shared/contracts/table';
import { changed } from '#shared/domain/_core/record';
import { progressOf } from '#shared/domain/clusters/waits/progress';
import { clusterNameClaim } from '#shared/domain/planning/naming';
import { personInCloud } from '../_worlds/person-in-cloud.ts';
import {
  type Begun,
  begunOrder,
  clusterOf,
  EVENTUALLY,
  inCloud,
  nodesOf,
  orderWithServers,
  registrationOf,
  rowsWith,
  type StepWorld,
  stableStateOf,
  startStepWorld,
} from '../_worlds/step-world.ts';
import { observeNodesOnce } from '../reconciliation/observations.ts';
import { deleteAll, deleteMachines, deleteServers, leaving, rename } from './deletion.ts';

let world: StepWorld;
let before: unknown[];
const settled = async () => [await stableStateOf(world.cloud), await stableStateOf(world.rancherSimulator)];
beforeAll(async () => {
  world = await startStepWorld();
  before = await settled();
}, 60_000);
afterAll(() => world.stop());
beforeEach(async () => {
  await world.cloud.clearFaults();
  await world.cloud.setDelays({ serverDelete: 10 });
});

/** Removes the pending operations, as the dispatcher does after it has started the state machines. */
async function dispatchAll(): Promise<void> {
  const { outbox } = world.store;
  const { operations } = await outbox.listPending(100);
  for (const operation of operations) await outbox.remove(operation);
}
const ofCluster = async ({ cluster }: Begun) => [
  ...(await inCloud(world, 'servers', cluster.uuid)),
  ...(await inCloud(world, 'ports', cluster.uuid)),
];

describe('a whole deletion', () => {
  test('leaves nothing in any backend, no row of the cluster but its history, and says that it is done (S0-026)', async () => {
    const begun = await orderWithServers(world);
    const nodes = await nodesOf(world, begun);
    await observeNodesOnce(world, begun);
    expect((await rowsWith(world, begun.cluster.uuid)).map((row) => row.kind)).toContain('WAIT');
    const names = [begun.cluster.name, await rename(world, begun)];
    const target = await leaving(world, begun);
    await deleteAll(world, target);
    await finishDeletion.call(world.deps, target.target);
    expect(await settled()).toEqual(before);
    await dispatchAll();
    const left = await Promise.all(
      [begun.cluster.uuid, ...nodes.map((node) => node.uuid)].map((id) => rowsWith(world, id)),
    );
    const kinds = left.flat().map((row) => row.kind);
    expect(new Set(kinds)).toEqual(new Set(['ORDER', 'RESOURCE', AUDIT_KIND]));
    const claims = names.map((name) => clusterNameClaim(world.settings.uuid, name));
    expect(await world.store.claims.holdersOf(claims)).toEqual(new Map());
    expect(await registrationOf(world, begun)).toBeUndefined();
    expect((await world.store.resources.get(begun.resource.uuid)).state).toBe('Terminated');
    expect((await world.store.orders.get(begun.order.uuid)).state).toBe('canceled');
    const detail = { clusterUuid: begun.cluster.uuid, orderUuid: begun.order.uuid };
    expect(world.published).toContainEqual({ type: 'cluster.deleted', detail });
  });

  test('of a cluster of which nothing was made yet works the same (R-9-38)', async () => {
    const begun = await leaving(world, await begunOrder(world));
    await deleteAll(world, begun);
    await finishDeletion.call(world.deps, begun.target);
    expect(await world.store.clusters.find(begun.cluster.uuid)).toBeUndefined();
  });

  test('comes to its end when the machines disappear by another hand meanwhile, and so does its order (R-9-43)', async () => {
    const begun = await orderWithServers(world);
    await finishCreation.run(world.deps, begun.target);
    const { uuid: resourceUuid } = begun.resource;
    const order = await terminateResource(world, world.owner, { resourceUuid, correlationId: 'correlation-2' });
    const { operationUuid = '' } = await clusterOf(world, begun);
    const target = { ...begun.target, operationUuid };
    expect(await beginOrder.run(world.deps, target)).toEqual({
      type: 'Terminate',
      managed: false,
      driver: 'rancher-custom',
    });
    const session = await world.openstack.open(world.demo.tenant);
    for (const { instanceId } of await nodesOf(world, begun)) await session.deleteServer(instanceId);
    await expect.poll(() => inCloud(world, 'servers', begun.cluster.uuid), EVENTUALLY).toEqual([]);
    await deleteAll(world, { ...begun, target });
    await finishDeletion.call(world.deps, target);
    expect([await world.store.clusters.find(begun.cluster.uuid), await nodesOf(world, begun)]).toEqual([undefined, []]);
    expect(JSON.stringify(await stableStateOf(world.rancherSimulator))).not.toContain(begun.cluster.name);
    expect((await world.store.orders.get(order.uuid)).state).toBe('done');
  });

  test('can be finished again after it was interrupted, and once more is superseded', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    await deleteAll(world, begun);
    const { store } = world;
    const events = { publish: () => Promise.reject(new Error('the power went')) };
    await expect(finishDeletion.run({ ...world.deps, events }, begun.target)).rejects.toThrow('the power');
    expect(await store.events.listByCluster(begun.cluster.uuid)).toEqual([]);
    await finishDeletion.call(world.deps, begun.target);
    expect((await store.orders.get(begun.order.uuid)).output).toMatch(/Nothing is left in OpenStack/);
    await expect(finishDeletion.call(world.deps, begun.target)).rejects.toMatchObject({ name: 'Superseded' });
  });
});

describe('deleting machines', () => {
  test('twice, or when they are gone by another hand, is done all the same', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    const session = await world.openstack.open(world.demo.tenant);
    const [node] = await nodesOf(world, begun);
    await session.deleteServer(node?.instanceId ?? '');
    await deleteServers(world, begun);
    await deleteMachines(world, begun);
    expect(await ofCluster(begun)).toEqual([]);
    await deleteMachines(world, begun);
  });

  test('that never joined asks nothing of Rancher (R-9-41)', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    expect((await nodesOf(world, begun)).map(({ backendId }) => backendId)).toEqual(['', '']);
    const asked = () => Promise.all(['GET', 'POST', 'DELETE'].map((it) => world.rancherSimulator.countOf(it, '')));
    const before = await asked();
    await deleteMachines(world, begun);
    expect(await ofCluster(begun)).toEqual([]);
    expect(await asked()).toEqual(before);
  });

  test('finds a server that the row knows nothing of', async () => {
    const begun = await orderWithServers(world);
    const { store } = world;
    for (const node of await nodesOf(world, begun)) {
      await store.commit(store.nodes.replace({ ...node, version: node.version + 1, instanceId: '', portId: '' }));
    }
    await deleteMachines(world, await leaving(world, begun));
    expect(await ofCluster(begun)).toEqual([]);
  });

  test('is asked again and done when its answer was lost', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    await world.cloud.plan({ kind: 'lose', method: 'DELETE', path: '/servers/', nth: 1 });
    await expect(deleteServers(world, begun)).rejects.toMatchObject({ name: 'BackendUnavailable' });
    await deleteMachines(world, begun);
    expect(await ofCluster(begun)).toEqual([]);
  });

  test('notes their volumes before, since afterwards nothing says which server had them', async () => {
    const begun = await orderWithServers(world);
    const volumes = async () => {
      const servers = await inCloud(world, 'servers', begun.cluster.uuid);
      return servers.flatMap((server) => (Array.isArray(server.volumes) ? server.volumes : []));
    };
    await expect.poll(async () => (await volumes()).length, EVENTUALLY).toBe(2);
    const ids = await volumes();
    const deletion = await leaving(world, begun);
    await deleteServers(world, deletion);
    expect((await nodesOf(world, begun)).flatMap((node) => node.volumeIds).sort()).toEqual(ids.sort());
  });

  test('removes a volume that Nova left behind, and until then the sweep names it', async () => {
    const begun = await orderWithServers(world);
    const [node] = await nodesOf(world, begun);
    if (!node) throw new Error('nothing was made');
    const id = await (await personInCloud(world)).volume();
    const { store, clock } = world;
    await store.commit(store.nodes.replace(changed(node, clock.now(), { volumeIds: [id] })));
    const deletion = await leaving(world, begun);
    await expect(sweepTenants.call(world.deps, deletion.target)).rejects.toThrow(`volume ${id} (available)`);
    await deleteMachines(world, deletion);
    expect(await inCloud(world, 'volumes', id)).toEqual([]);
    await sweepTenants.call(world.deps, deletion.target);
  });

  test('leaves a volume alone that somebody has attached to a machine', async () => {
    const begun = await orderWithServers(world);
    const person = await personInCloud(world);
    const id = await person.volume();
    const [server] = await inCloud(world, 'servers', begun.cluster.uuid);
    await person.attach(String(server?.id), id);
    await deleteMachines(world, await leaving(world, begun));
    expect(await inCloud(world, 'volumes', id)).toMatchObject([{ status: 'available' }]);
  });

  test('shows in the cluster’s nodes, step and progress (S0-024)', async () => {
    await world.cloud.setDelays({ serverDelete: 60_000 });
    const begun = await leaving(world, await orderWithServers(world));
    await deleteServers(world, begun);
    expect(await checkServersGone.call(world.deps, begun.target)).toEqual({ gone: false });
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({
      currentStep: 'Waiting for servers to go: 2 left',
      nodes: [{ state: 'DELETING' }, {}],
    });
    expect(progressOf({ ...cluster, state: 'DELETING' })).toBe(50);
    await checkServersGone.call(world.deps, begun.target);
    expect((await clusterOf(world, begun)).version).toBe(cluster.version);
  });
});

describe('the sweep', () => {
  test('names what is left in OpenStack, and is content when it has gone', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    const [node] = await nodesOf(world, begun);
    const said = sweepTenants.call(world.deps, begun.target);
    await expect(said).rejects.toMatchObject({ name: 'DeletionBlocked' });
    await expect(said).rejects.toThrow(`server ${node?.spec.name} (${node?.instanceId}: `);
    await expect(said).rejects.toThrow(`port ${node?.spec.name}.${begun.cluster.uuid} (${node?.portId})`);
    await deleteMachines(world, begun);
    await sweepTenants.call(world.deps, begun.target);
  });

  test('names what is left in Rancher, and is content when it has gone', async () => {
    const begun = await leaving(world, await orderWithServers(world));
    await expect(sweepClusters.call(world.deps, begun.target)).rejects.toMatchObject({
      ...{
        name: 'DeletionBlocked',
        message: expect.stringMatching(`^Still in Rancher: cluster ${begun.cluster.name} \\(.+\\)\\.$`),
      },
    });
    await expect.poll(() => deleteCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ gone: true });
    await sweepClusters.call(world.deps, begun.target);
  });
});
