import { beforeAll, expect, test } from 'vitest';
import { ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { planPools } from '#shared/app/pools/steps/plan-pools';
import type { DriverName } from '#shared/domain/_core/cluster-driver';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import { aPoolRequest, aServerPoolRequest } from '#test/pool-orders';
import { deletePools, letCreateCredentials, machineIn } from '../_worlds/pool-world.ts';
import { begunOrder, clusterOf, EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';
import { attributesIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();

async function sellBy(driver: DriverName, options: Partial<PluginOptions> = {}): Promise<void> {
  const { store, clock, offering } = world;
  const stored = await store.offerings.get(offering.uuid);
  const pluginOptions = { ...offering.pluginOptions, driver, ...options };
  await store.commit(store.offerings.replace(changed(stored, clock.now(), { pluginOptions })));
}
beforeAll(async () => {
  await sellBy('rancher-pools');
  await letCreateCredentials(world);
});

function poolsIn(fields: Partial<OrderAttributes> = {}): OrderAttributes {
  const { settingsUuid } = world.demo.tenant;
  const { flavorId, networkId } = machineIn(world);
  const machine = {
    flavorUuid: openstackUuid(settingsUuid, 'flavor', flavorId),
    networkUuids: [openstackUuid(settingsUuid, 'network', networkId)],
  };
  const pools = [aServerPoolRequest({ ...machine, quantity: 1 }), aPoolRequest({ ...machine, quantity: 2 })];
  return { ...attributesIn(world), nodes: [], pools, ...fields };
}

test('an accepted order of pools becomes pools with the cloud’s ids, which stay when the step is repeated (S2-001, S2-024)', async () => {
  const poolSettings = { ...DEFAULT_POOL_SETTINGS, cni: 'calico' };
  const begun = await begunOrder(world, poolsIn({ poolSettings }));
  expect(begun.cluster.driver).toBe('rancher-pools');
  await planPools.run(world.deps, begun.target);
  const { machinePools } = await clusterOf(world, begun);
  expect(machinePools).toMatchObject({
    settings: poolSettings,
    pools: [
      { spec: { name: 'servers', quantity: 1, sshUser: 'ubuntu', ...machineIn(world) } },
      { spec: { name: 'workers', quantity: 2, ...machineIn(world) } },
    ],
    nodeCidrs: [expect.stringMatching(/^[\d.]+\/\d+$/)],
    machineNames: [],
  });
  await planPools.run(world.deps, begun.target);
  expect((await clusterOf(world, begun)).machinePools).toEqual(machinePools);
});

test('the planned pools are what Rancher gets (S2-001, S2-032)', async () => {
  const begun = await begunOrder(world, poolsIn());
  await planPools.run(world.deps, begun.target);
  await ensureCloudCredential.call(world.deps, begun.target);
  await expect.poll(() => ensurePoolCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
  const rancher = await world.rancher.open(world.settings);
  const cluster = await clusterOf(world, begun);
  const found = await rancher.listPoolDeployments(cluster);
  expect(found.map(({ poolName, desired }) => [poolName, desired]).sort()).toEqual([
    ['servers', 1],
    ['workers', 2],
  ]);
  await deletePools(world, begun);
});

test('snapshots of etcd go to the bucket of the offering, whose folder is the cluster’s own (T40)', async () => {
  const rancher = await world.rancher.open(world.settings);
  const place = { apiVersion: 'v1', plural: 'secrets', namespace: 'cattle-global-data' };
  const keys = { 's3credentialConfig-accessKey': 'key', 's3credentialConfig-secretKey': 'secret' };
  const credential = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'cc-s3keys' }, stringData: keys };
  await rancher.createObject('local', place, credential);
  await sellBy('rancher-pools', {
    ...{
      etcd_snapshot_s3_endpoint: 's3.example.org',
      etcd_snapshot_s3_bucket: 'etcd',
      etcd_snapshot_s3_folder: 'prod',
    },
    ...{ etcd_snapshot_s3_credential: 'cattle-global-data:cc-s3keys', etcd_snapshot_s3_retention: 9 },
  });
  const begun = await begunOrder(world, poolsIn());
  await planPools.run(world.deps, begun.target);
  await sellBy('rancher-pools');
  await ensureCloudCredential.call(world.deps, begun.target);
  await expect.poll(() => ensurePoolCluster.call(world.deps, begun.target), EVENTUALLY).toEqual({ ready: true });
  const { name } = await clusterOf(world, begun);
  const at = { apiVersion: 'provisioning.cattle.io/v1', plural: 'clusters', namespace: 'fleet-default', name };
  const s3 = { endpoint: 's3.example.org', bucket: 'etcd', folder: `prod/${name}`, retention: 9 };
  const cloudCredentialName = 'cattle-global-data:cc-s3keys';
  expect(await rancher.findObject('local', at)).toMatchObject({
    spec: { rkeConfig: { etcd: { s3: { ...s3, cloudCredentialName } } } },
  });
  await deletePools(world, begun);
  await rancher.deleteObject('local', { ...place, name: 'cc-s3keys' });
});

test('an order keeps its driver when the offering gets another one (S2-001)', async () => {
  const begun = await begunOrder(world, poolsIn());
  await sellBy('rancher-custom');
  await planPools.run(world.deps, begun.target);
  expect((await clusterOf(world, begun)).machinePools?.pools).toHaveLength(2);
  await sellBy('rancher-pools');
});

test('an order whose image is gone meanwhile fails with the field of the pool (S2-024)', async () => {
  const begun = await begunOrder(world, poolsIn());
  const { store, clock, settings } = world;
  const options = { ...settings.options, baseImageName: 'no-such-image' };
  await store.commit(store.settings.replace(changed(settings, clock.now(), { options })));
  await expect(planPools.run(world.deps, begun.target)).rejects.toThrow(/No matching image found/);
});
