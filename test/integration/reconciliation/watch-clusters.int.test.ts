import { beforeEach, describe, expect, test } from 'vitest';
import { watch } from '#functions/syncs/watch-clusters/watch';
import { checkLoadBalancers } from '#shared/app/infrastructure/steps/check-load-balancers';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { cachedBackends } from '#shared/app/reconciliation/cached-backends';
import { observeCluster } from '#shared/app/reconciliation/observe-cluster';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { portName } from '#shared/domain/planning/naming';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { aCluster, aUuid, someOpenStackSettings } from '#test/builders/builders';
import { recordingTelemetry } from '#test/recording-telemetry';
import { managedWorldPerFile, provision } from '../_worlds/managed-world.ts';
import { type Begun, clusterOf } from '../_worlds/step-world.ts';
import { recordCalls } from '../store/record-calls.ts';

const world = await managedWorldPerFile();
const { store, clock, openstack } = world;
const { ids, rancher, clusterApi, site, log } = world.deps;
const deps = { store, clock, ids, site, openstack, rancher, clusterApi, log };
const backends = () => cachedBackends(deps, { areMany: true });
beforeEach(() => world.cloud.clearFaults());

async function setState(begun: Begun, state: Cluster['state']): Promise<void> {
  await store.commit(store.clusters.replace(changed(await clusterOf(world, begun), clock.now(), { state })));
}
/** A managed cluster without machines. `offerings` is the number of its tenants, all in one cloud. */
async function made(offerings = 1): Promise<Begun> {
  const begun = await world.order(0, offerings);
  await provision(world, begun);
  await checkLoadBalancers.run(world.deps, begun.target);
  await setState(begun, 'OK');
  return begun;
}
async function loadBalancerOf(begun: Begun) {
  const tenant = await world.tenantOf(begun);
  const session = await openstack.open(await store.tenants.get(tenant.uuid));
  const [port] = await session.listPorts({ name: portName(tenant.loadBalancer.name, begun.cluster.uuid) });
  return { tenant, session, portId: port?.id ?? expect.fail('the load balancer has a port') };
}
/** Deletes the load balancer's floating IPs directly in the cloud, as an operator could. */
async function takeAway(begun: Begun): Promise<void> {
  const { session, portId } = await loadBalancerOf(begun);
  for (const { id } of await session.listFloatingIps({ portId })) await session.deleteFloatingIp(id);
}
async function associate(begun: Begun): Promise<string> {
  const { session, portId, tenant } = await loadBalancerOf(begun);
  const wanted = { networkId: tenant.externalNetworkId, portId, description: 'by hand' };
  return (await session.createFloatingIp(wanted)).address;
}
const publicIpsOf = async (begun: Begun) => (await clusterOf(world, begun)).managed?.publicIps;
const lists = () => world.cloud.countOf('GET', '/floatingips');
const logins = () => world.cloud.countOf('POST', '/auth/tokens');

describe('a pass of the watch', () => {
  test('links a floating IP that is associated by hand with a load balancer, and lets go of one that is taken away (R-9-110)', async () => {
    const begun = await made();
    const tenantUuid = (await world.tenantOf(begun)).uuid;
    expect(await publicIpsOf(begun)).toHaveLength(1);
    await takeAway(begun);
    expect(await watchClusters(deps)).toMatchObject({ changed: 1, failures: [] });
    expect(await publicIpsOf(begun)).toEqual([]);
    const address = await associate(begun);
    await watchClusters(deps);
    expect(await publicIpsOf(begun)).toEqual([{ address, tenantUuid }]);
  });

  test('takes no floating IP of another machine for one of the cluster', async () => {
    const begun = await made();
    const { session, tenant } = await loadBalancerOf(begun);
    await takeAway(begun);
    const { networkId = '', subnetId = '' } = tenant.made;
    const port = await session.createPort({ name: 'by hand', networkId, subnetId, securityGroupIds: [] });
    await session.createFloatingIp({ networkId: tenant.externalNetworkId, portId: port.id, description: '' });
    await watchClusters(deps);
    expect(await publicIpsOf(begun)).toEqual([]);
  });

  test('of what has not changed costs a list for each tenant and at most one login for each cloud, and writes nothing', async () => {
    await made(3);
    await watchClusters(deps);
    const { items } = await store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 100 });
    const watched = items.filter(({ managed, state }) => managed !== undefined && state === 'OK');
    const tenants = await Promise.all(watched.map(({ uuid }) => store.clusterTenants.listByCluster(uuid)));
    const before = [await lists(), await logins()] as const;
    const calls = recordCalls(world.client);
    expect(await watchClusters(deps)).toEqual({ looked: watched.length, changed: 0, left: 0, failures: [] });
    const writes = calls.filter(({ name }) => /Put|Update|Delete|Write/.test(name));
    expect(writes).toEqual([]);
    expect((await lists()) - before[0]).toBe(tenants.flat().length);
    expect((await logins()) - before[1]).toBeLessThanOrEqual(1);
    const reads = calls.filter(({ name }) => name === 'QueryCommand');
    // One query for the list of clusters, and one for the tenants of each cluster.
    expect(reads).toHaveLength(1 + watched.length);
  });

  test('looks at no cluster that a machine is at work on, and writes none that began to leave meanwhile', async () => {
    const begun = await made();
    await takeAway(begun);
    const cluster = await clusterOf(world, begun);
    await setState(begun, 'DELETION_SCHEDULED');
    expect(await observeCluster(deps, backends(), cluster, isWatched)).toMatchObject({ isChanged: false });
    await watchClusters(deps);
    expect(await publicIpsOf(begun)).toHaveLength(1);
  });

  test('at the same time as another writes once, and loses nothing that was written meanwhile', async () => {
    const begun = await made();
    await takeAway(begun);
    const stale = await clusterOf(world, begun);
    await store.commit(store.clusters.replace(changed(stale, clock.now(), { description: 'changed meanwhile' })));
    const clouds = backends();
    const observations = await Promise.all([1, 2, 3].map(() => observeCluster(deps, clouds, stale, isWatched)));
    expect(observations.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    const after = await clusterOf(world, begun);
    expect(after).toMatchObject({ description: 'changed meanwhile', managed: { publicIps: [] } });
    expect(after.version).toBe(stale.version + 2);
  });
});

describe('a cloud that fails', () => {
  /** A copy of a cluster. The copy's tenant is in a cloud that does not exist. */
  async function madeNowhere(like: Begun, settingsUuid: string): Promise<Cluster> {
    const { managed } = await clusterOf(world, like);
    const cluster = aCluster({ state: 'OK', managed: { networks: [], publicIps: managed?.publicIps ?? [] } });
    const tenant = { ...(await world.tenantOf(like)), settingsUuid, clusterUuid: cluster.uuid };
    await store.commit(
      store.clusters.insert(cluster),
      store.clusterTenants.insert({ ...tenant, uuid: aUuid(), version: 0 }),
    );
    return cluster;
  }

  test('keeps no cluster of another one from being looked at, is reported once, and its clusters stay as they are', async () => {
    const begun = await made();
    const settings = someOpenStackSettings();
    settings.options.backendUrl = 'http://127.0.0.1:1/v3';
    const account = JSON.stringify({ username: 'nobody', password: 'nothing' });
    await world.secrets.put(secretName(world.stage, 'openstack', settings.uuid), account);
    await store.commit(store.settings.insert(settings));
    const lost = [await madeNowhere(begun, settings.uuid), await madeNowhere(begun, settings.uuid)];
    await takeAway(begun);
    const { metrics, recorded } = recordingTelemetry();
    expect(await watch({ ...deps, metrics })).toMatchObject({ changed: 1, failed: 1 });
    expect(await publicIpsOf(begun)).toEqual([]);
    for (const cluster of lost) expect(await store.clusters.get(cluster.uuid)).toEqual(cluster);
    expect(recorded).toEqual([{ name: 'WatchFailures', value: 1, dimensions: {} }]);
    expect(world.logged.filter((line) => line.includes('cluster or cloud not watched'))).toHaveLength(1);
    for (const { uuid } of lost) {
      await store.commit(
        store.clusters.replace(changed(await store.clusters.get(uuid), clock.now(), { state: 'ERRED' })),
      );
    }
  });

  test('in the middle of a pass is not asked again in it, and gets its clusters back in the next', async () => {
    const begun = await made();
    await takeAway(begun);
    const clouds = backends();
    const cluster = await clusterOf(world, begun);
    await world.cloud.plan({ kind: 'status', status: 503, method: 'GET', path: '/floatingips' });
    const first = await observeCluster(deps, clouds, cluster, isWatched);
    expect(first.errors).toHaveLength(1);
    await world.cloud.clearFaults();
    const before = await lists();
    expect((await observeCluster(deps, clouds, cluster, isWatched)).errors).toHaveLength(1);
    expect(await lists()).toBe(before);
    await watchClusters(deps);
    expect(await publicIpsOf(begun)).toEqual([]);
  });
});

describe('a cluster that keeps a pass for ever', () => {
  /**
   * Returns a `mirror` function that records the order of the clusters in `seen`. For the cluster `bad`, this function
   * queries Rancher forever.
   */
  function endlessAt(bad: string, seen: string[]) {
    return async ({ uuid, settingsUuid }: Cluster): Promise<void> => {
      seen.push(uuid);
      if (uuid !== bad) return;
      const settings = await rancherSettingsOf({ store }, settingsUuid);
      const session = await rancher.open(settings);
      for (;;) await session.listClusters();
    };
  }
  const asked = () => world.rancherSimulator.countOf('GET', '/v3/clusters');

  test('is given up with all that it asks, is reported, and comes behind the others the next time', async () => {
    const [bad, other] = [await made(), await made()];
    await takeAway(other);
    const seen: string[] = [];
    const { metrics, recorded } = recordingTelemetry();
    const setAside = new Set<string>();
    const pass = { ...deps, metrics, setAside, clusterMs: 1_000, mirror: endlessAt(bad.cluster.uuid, seen) };
    const { looked, failed } = await watch(pass, 'pull_all_clusters_nodes');
    expect(failed).toBe(1);
    expect(await publicIpsOf(other)).toEqual([]);
    expect(seen).toContain(other.cluster.uuid);
    expect(recorded).toContainEqual({ name: 'WatchFailures', value: 1, dimensions: {} });
    const before = await asked();
    const mirrored: string[] = [];
    const mirror = async ({ uuid }: Cluster) => void mirrored.push(uuid);
    // `remainingMs` returns enough time for all clusters except the last one.
    let turns = looked;
    const remainingMs = () => (--turns > 0 ? 60_000 : 0);
    const next = { ...pass, clusterMs: 5_000, mirror, remainingMs };
    expect(await watch(next, 'pull_all_clusters_nodes')).toMatchObject({ looked: looked - 1, left: 1 });
    expect(recorded).toContainEqual({ name: 'WatchLeft', value: 1, dimensions: {} });
    // The endless loop queried Rancher before, and sends no queries now.
    expect(before).toBeGreaterThan(1);
    expect((await asked()) - before).toBe(0);
    expect(mirrored).not.toContain(bad.cluster.uuid);
    expect([...setAside]).toEqual([]);
  });

  test('leaves to the next pass what there is no time for', async () => {
    const begun = await made();
    await takeAway(begun);
    expect(await watchClusters({ ...deps, remainingMs: () => 20_000 })).toMatchObject({ looked: 0, changed: 0 });
    expect(await publicIpsOf(begun)).toHaveLength(1);
    await watchClusters(deps);
  });
});
