import { expect, vi } from 'vitest';
import { instanceUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Node, summaryOf } from '#shared/domain/nodes/node';
import { aCluster, aNode, aNodeSpec, aResource } from '#test/builders/builders';
import { rancherOptions } from '#test/integration/_worlds/market';
import { joinCluster } from '#test/integration/clusters/_worlds/running-cluster';
import { standingCluster } from '#test/integration/clusters/_worlds/standing-cluster';
import { aMachine } from '#test/integration/nodes/a-machine';
import type { ExampleWorld, Prepared } from './example-world.ts';
import { freshName } from './prepared-orders.ts';

/** A cluster in Rancher with a joined server and a joined agent. The cluster and both nodes have records. */
export async function runningCluster({ market, rancher, stocked }: ExampleWorld): Promise<Prepared> {
  const { store, customerUuid, projectUuid } = market;
  const { opened, simulator, settingsUuid } = rancher;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  await store.commit(store.resources.insert(resource));
  const cluster = await rancher.aClusterInRancher({ resourceUuid: resource.uuid, kubernetesVersion: 'v1.31.7+rke2r1' });
  const named = { id: cluster.backendId, name: cluster.name };
  const roles = ['etcd', 'control-plane', 'worker'] as const;
  await joinCluster({ rancher: opened.rancher, url: simulator.url }, named, [
    { name: 'server-1', roles },
    { name: 'agent-1', roles: ['worker'] },
  ]);
  const nodes = (await opened.nodesIn(named)).map(({ id, hostname }) => {
    const role = hostname.startsWith('server') ? 'server' : 'agent';
    const spec = aNodeSpec({ name: hostname, role, tenantUuid: stocked.tenant });
    const place = { customerUuid, projectUuid, settingsUuid, clusterUuid: cluster.uuid };
    return aNode({ ...place, state: 'OK', runtimeState: 'active', backendId: id, spec });
  });
  await store.commit(
    store.clusters.replace(changed(cluster, market.clock.now(), { nodes: nodes.map(summaryOf) })),
    ...nodes.map((node) => store.nodes.insert(node)),
  );
  return { uuids: { 'rancher-clusters': cluster.uuid, 'rancher-nodes': nodes[0]?.uuid ?? '' } };
}

/** A running cluster with an etcd snapshot. The body of the example refers to the snapshot. */
export async function clusterWithSnapshot(world: ExampleWorld): Promise<Prepared> {
  const prepared = await runningCluster(world);
  const cluster = await world.market.store.clusters.get(prepared.uuids?.['rancher-clusters'] ?? '');
  const { rancher } = world.rancher.opened;
  await rancher.requestOperation(cluster, { wanted: { kind: 'snapshot' }, generation: 1 });
  const newest = async () => (await rancher.listEtcdSnapshots(cluster))[0] ?? expect.fail('there is no snapshot');
  const { name } = await vi.waitFor(newest, { timeout: 10_000, interval: 20 });
  return { ...prepared, fields: { snapshot: name } };
}

/**
 * A running cluster with the machine pools of the cluster in `shown`. So this cluster accepts paths with the uuids of
 * those pools.
 */
export async function clusterWithPools(world: ExampleWorld): Promise<Prepared> {
  const { market, shown, stocked } = world;
  const { store, clock } = market;
  const prepared = await runningCluster(world);
  const cluster = await store.clusters.get(prepared.uuids?.['rancher-clusters'] ?? '');
  const { machinePools } = await store.clusters.get(shown.cluster);
  const fields = {
    driver: 'rancher-pools' as const,
    tenantUuid: stocked.tenant,
    ...(machinePools && { machinePools }),
  };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  return prepared;
}

const running = new WeakMap<ExampleWorld, Promise<Prepared>>();
/** A shared running cluster for examples that leave the cluster unchanged. */
export function keptCluster(world: ExampleWorld): Promise<Prepared> {
  const kept = running.get(world) ?? runningCluster(world);
  running.set(world, kept);
  return kept;
}

/** A self-managed cluster with servers and agents, and without a running operation. */
export async function restingCluster({ market, stocked }: ExampleWorld): Promise<Prepared> {
  const place = () => stocked.place(market.people.owner, { name: freshName() });
  const { uuid, of } = await standingCluster({ market, stocked: { ...stocked, place } }, [
    'server',
    'server',
    'agent',
    'agent',
  ]);
  return { uuids: { 'rancher-clusters': uuid, 'rancher-nodes': of('agent').uuid } };
}

export async function clusterToManage({ market, stocked }: ExampleWorld): Promise<Prepared> {
  const { store, customerUuid, projectUuid } = market;
  const options = { ...rancherOptions(), management_tenant_uuid: stocked.tenant };
  const { uuid: settingsUuid } = await market.create('service-settings/', market.people.staff, {
    ...{ type: 'Rancher', name: 'managed from outside', options },
  });
  const cluster = aCluster({ customerUuid, projectUuid, settingsUuid, state: 'OK' });
  await store.commit(store.clusters.insert(cluster));
  return { uuids: { 'rancher-clusters': cluster.uuid } };
}

async function clusterWithMachine({ market }: ExampleWorld, fields: Partial<Cluster>): Promise<Prepared> {
  const { store, customerUuid, projectUuid } = market;
  const place = { customerUuid, projectUuid };
  const resource = aResource({ ...place, state: 'OK' });
  const resting = { state: 'OK', backendId: 'c-m-asleep', resourceUuid: resource.uuid } as const;
  const cluster = aCluster({ ...place, ...resting, ...fields });
  const node = aNode({ ...place, clusterUuid: cluster.uuid, state: 'OK', instanceId: 'vm-asleep' });
  await store.commit(store.resources.insert(resource), store.clusters.insert(cluster), store.nodes.insert(node));
  return { uuids: { 'rancher-clusters': cluster.uuid } };
}
export const clusterToHibernate = (world: ExampleWorld) => clusterWithMachine(world, {});
export const hibernatedCluster = (world: ExampleWorld) =>
  clusterWithMachine(world, { hibernation: { status: 'HIBERNATED', since: '2026-11-25T19:00:00.000Z', drained: [] } });

async function nodeWith({ market, stocked }: ExampleWorld, fields: Partial<Node>): Promise<string> {
  const { store, customerUuid, projectUuid } = market;
  const resource = aResource({ customerUuid, projectUuid, state: 'OK' });
  const cluster = aCluster({ customerUuid, projectUuid, state: 'OK', resourceUuid: resource.uuid });
  const place = {
    customerUuid,
    projectUuid,
    clusterUuid: cluster.uuid,
    spec: aNodeSpec({ tenantUuid: stocked.tenant }),
  };
  const node = aNode({ ...place, state: 'OK', ...fields });
  await store.commit(store.resources.insert(resource), store.clusters.insert(cluster), store.nodes.insert(node));
  return node.uuid;
}

/** A node without an instance id, and a machine to which the node can be linked. */
export async function nodeToLink(world: ExampleWorld): Promise<Prepared> {
  const instance = instanceUuid(world.stocked.tenant, await aMachine(world.cloud));
  return { uuids: { 'rancher-nodes': await nodeWith(world, {}), instances: instance } };
}
export const linkedNode = async (world: ExampleWorld): Promise<Prepared> => ({
  uuids: { 'rancher-nodes': await nodeWith(world, { instanceId: await aMachine(world.cloud) }) },
});
