import { expect, test } from 'vitest';
import { pullContents, syncContents } from '#shared/app/cluster-contents/sync-contents';
import { pullCluster } from '#shared/app/clusters/pull-cluster';
import { watchClusters } from '#shared/app/reconciliation/watch-clusters';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { staff } from '#test/builders/builders';
import { aWatchedCluster } from '#test/watched-clusters';
import { stepWorldPerFile } from '../_worlds/step-world.ts';
import { recordCalls } from '../store/record-calls.ts';

const world = await stepWorldPerFile();
const { store, deps, settings, demo } = world;
const rancher = await deps.rancher.open(settings);
const session = await deps.openstack.open(demo.tenant);
const place = { store, settings, rancher, rancherUrl: world.rancherSimulator.url, tenant: demo.tenant, session };

const requests = async (): Promise<number> => {
  const counts = [world.cloud, world.rancherSimulator].flatMap((simulator) =>
    ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => simulator.countOf(method, '')),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};
const calls = recordCalls(world.client);
const isWrite = ({ name }: { name: string }) => /Put|Update|Delete|Write/.test(name);

async function pull(uuid: Uuid): Promise<void> {
  await pullCluster(deps, staff(), uuid);
  await pullContents(deps, await store.clusters.get(uuid));
}

test('a pull of 200 nodes of which nothing has changed costs four requests at most, and writes nothing', async () => {
  const { uuid } = await aWatchedCluster(place, 'large', { server: 3, agent: 197 });
  await pull(uuid);
  expect(await store.clusters.get(uuid)).toMatchObject({ drift: [], runtimeState: 'active' });
  expect((await store.nodes.listByCluster(uuid)).filter(({ runtimeState }) => runtimeState === 'active')).toHaveLength(
    200,
  );
  const before = await requests();
  calls.length = 0;
  await pull(uuid);
  expect((await requests()) - before).toBeLessThanOrEqual(4);
  expect(calls.filter(isWrite)).toEqual([]);
  expect(calls.length).toBeGreaterThan(0);
}, 120_000);

test('a pass over many clusters costs two requests for each, and one to their Rancher', async () => {
  for (const name of ['one', 'two', 'three']) await aWatchedCluster(place, name, { server: 1, agent: 1 });
  await watchClusters(deps);
  const before = await requests();
  calls.length = 0;
  const { looked, changed, failures } = await watchClusters(deps);
  expect([changed, failures]).toEqual([0, []]);
  expect((await requests()) - before).toBe(2 * looked + 1);
  expect(calls.filter(isWrite)).toEqual([]);
}, 60_000);

test('once a day what is inside clusters is mirrored, too; more often it is not (S0-140)', async () => {
  const mirrored: Uuid[] = [];
  const mirror = async (cluster: Cluster) => {
    await syncContents(deps, cluster);
    mirrored.push(cluster.uuid);
  };
  const { uuid } = await aWatchedCluster(place, 'mirrored', { server: 1, agent: 1 });
  const namespaces = async () =>
    (await store.contents.listByCluster(uuid, 'NAMESPACE')).map(({ name }) => name).toSorted();
  await watchClusters({ ...deps, mirror });
  expect([mirrored, await namespaces()]).toEqual([[], []]);
  const { failures } = await watchClusters({ ...deps, mirror }, 'pull_all_clusters_nodes');
  expect([failures, await namespaces()]).toEqual([[], ['default', 'local']]);
  expect(mirrored).toContain(uuid);
}, 60_000);
