import { expect, test } from 'vitest';
import { z } from 'zod';
import { importCluster } from '#shared/app/clusters/import-cluster';
import { sweepClusters } from '#shared/app/clusters/steps/sweep-clusters';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { createNode } from '#shared/app/nodes/create-node';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import { poolCloudsOf } from '#shared/app/pools/open-pools';
import { deletePoolCluster } from '#shared/app/pools/steps/delete-pool-cluster';
import { updatePoolSettings } from '#shared/app/pools/update-pool-settings';
import { CLUSTER_CREDENTIAL_ROLES } from '#shared/domain/planning/naming';
import { cloudCredential, cloudCredentialRef } from '#shared/domain/pools/rendering/cloud-credential';
import { machineConfig, machineConfigRef } from '#shared/domain/pools/rendering/machine-config';
import { provisioningCluster } from '#shared/domain/pools/rendering/provisioning-cluster';
import { aUuid, staff } from '#test/builders/builders';
import { aPoolCluster } from '#test/builders/pool-builders';
import { changedPools } from '../_worlds/pool-changes.ts';
import { letCreateCredentials, poolsOf } from '../_worlds/pool-world.ts';
import { EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';
import { requestIn } from '../_worlds/world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);
const { store, deps, demo, offering } = world;
const rancher = await world.rancher.open(world.settings);
const LABELS = { owner: 'somebody-else' };

/** A foreign cluster with machine pools in Rancher: one running server and one running worker. */
async function foreign(name: string) {
  const tenant = await store.tenants.get(demo.tenant.uuid);
  const session = await deps.openstack.open(tenant);
  const made = { name: `of-${name}`, description: '', roles: CLUSTER_CREDENTIAL_ROLES };
  const objects = { name, labels: LABELS };
  const uuid = aUuid();
  await rancher.ensureCloudCredential(cloudCredential(uuid, objects, await session.createApplicationCredential(made)));
  const cloud = (await poolCloudsOf(world, { tenantUuid: tenant.uuid })).get(tenant.uuid) ?? expect.fail('no cloud');
  const pools = poolsOf(world, { workers: 1 }).map((spec) => ({ spec, configVersion: 1 }));
  const configs = pools.map((pool) => machineConfig(pool, cloud, objects));
  for (const config of configs) await rancher.ensureMachineConfig(config);
  const wanted = provisioningCluster({
    ...{ cluster: objects, spec: aPoolCluster({ cni: 'calico' }), nodeCidrs: [] },
    ...{ cloudCredentialRef: cloudCredentialRef(uuid) },
    pools: pools.flatMap((pool, index) => {
      const config = configs[index];
      return config ? [{ pool, configRef: machineConfigRef(config) }] : [];
    }),
  });
  await rancher.createPoolCluster({ ...wanted, spec: { ...wanted.spec, enableNetworkPolicy: true } });
  const find = async () => (await rancher.listClusters()).find((cluster) => cluster.name === name);
  await expect.poll(async () => (await find())?.state, EVENTUALLY).toBe('active');
  return { name, id: (await find())?.id ?? '' };
}
function take(backendId: string, tenantUuid = demo.tenant.uuid) {
  const request = { backendId, projectUuid: world.project.uuid, tenantUuid };
  const asked = { uuidText: offering.uuid, parseRequest: () => request };
  return importCluster({ ...world, log: deps.log }, staff(), asked);
}
const written = z.object({ spec: z.looseObject({ rkeConfig: z.looseObject({ machinePools: z.array(z.unknown()) }) }) });
async function specOf(name: string) {
  const { username, password } = world.rancherKey;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const at = `${world.rancherSimulator.url}/v1/provisioning.cattle.io.clusters/fleet-default/${name}`;
  return written.parse(await (await fetch(at, { headers: { authorization } })).json()).spec;
}
async function imported(name: string) {
  const { id } = await foreign(name);
  const before = await specOf(name);
  const { clusterUuid, uuid } = await take(id);
  const [cluster, resource] = await Promise.all([store.clusters.get(clusterUuid), store.resources.get(uuid)]);
  const order = await store.orders.get(cluster.orderUuid);
  const begun = { cluster, resource, order, target: { clusterUuid, operationUuid: '' } };
  return { begun, before, name, now: () => store.clusters.get(clusterUuid) };
}
const namesIn = async ({ now }: Awaited<ReturnType<typeof imported>>) =>
  (await rancher.listPoolMachines(await now())).map(({ name }) => name).sort();

test('a cluster that somebody has made with pools is imported with its pools, and nothing is written to Rancher (S2-022, S2-024)', async () => {
  const made = await imported('theirs');
  const { driver, machinePools, nodes } = await made.now();
  expect([driver, nodes]).toEqual(['rancher-pools', []]);
  expect(machinePools?.settings).toMatchObject({ cni: 'calico' });
  expect(machinePools?.pools).toMatchObject([
    { spec: { name: 'servers', quantity: 1 }, adopted: { configName: expect.stringMatching(/^nc-theirs-servers/) } },
    { spec: { name: 'workers', quantity: 1 }, running: { count: 1 } },
  ]);
  expect(machinePools?.machineNames).toEqual(expect.arrayContaining(await namesIn(made)));
  expect(await specOf(made.name)).toEqual(made.before);
  const usages = await store.usages.listByResource(made.begun.resource.uuid);
  expect(usages.find(({ type }) => type === 'cpu_hours')?.rate).toBeGreaterThan(0);
});

test('its pools change, and its settings, its credential and its machines stay (S2-010, S2-013)', async () => {
  const made = await imported('scaled');
  const before = await namesIn(made);
  await changedPools(world, made.begun, (pool) => [
    pool.spec.name === 'workers' ? { ...pool, spec: { ...pool.spec, quantity: 2 } } : pool,
  ]);
  expect(await namesIn(made)).toEqual(expect.arrayContaining(before));
  expect(await namesIn(made)).toHaveLength(3);
  const settingsOf = ({ rkeConfig: { machinePools, ...rkeConfig }, ...spec }: typeof made.before) => [spec, rkeConfig];
  expect(settingsOf(await specOf(made.name))).toEqual(settingsOf(made.before));
  expect(await rancher.listMachineConfigs({ 'paddock.cloud/cluster': made.begun.cluster.uuid })).toEqual([]);
});

test('it goes from Rancher with its machines, and the cloud credential that somebody else has made stays (S2-010)', async () => {
  const made = await imported('ended');
  const credentials = await rancher.listCloudCredentials(LABELS);
  const resourceUuid = made.begun.resource.uuid;
  await terminateResource(world, staff(), { resourceUuid, correlationId: 'correlation-2' });
  const { operationUuid = '', uuid: clusterUuid } = await made.now();
  const target = { clusterUuid, operationUuid };
  await expect.poll(() => deletePoolCluster.call(deps, target), EVENTUALLY).toEqual({ gone: true });
  await sweepTenants.call(deps, target);
  await sweepClusters.call(deps, target);
  expect(await rancher.findCluster(made.begun.cluster.backendId)).toBeUndefined();
  expect(await rancher.listCloudCredentials(LABELS)).toEqual(credentials);
});

test('it is refused with each pool that is not made in the tenant, and nothing is recorded', async () => {
  const { id } = await foreign('elsewhere');
  const config = (await rancher.findWrittenPools('elsewhere'))?.configs[0];
  expect(config).toBeDefined();
  const before = await specOf('elsewhere');
  const withoutNetworks = {
    ...rancher,
    findWrittenPools: async () => nameless(await rancher.findWrittenPools('elsewhere')),
  };
  const asked = { backendId: id, projectUuid: world.project.uuid, tenantUuid: demo.tenant.uuid };
  const refused = importCluster({ ...world, log: deps.log, rancher: { open: async () => withoutNetworks } }, staff(), {
    uuidText: offering.uuid,
    parseRequest: () => asked,
  });
  await expect(refused).rejects.toMatchObject({
    body: {
      backend_id: [
        expect.stringMatching(/^Pool servers cannot be adopted\. The cloud has no flavor huge\.$/),
        expect.stringMatching(/^Pool workers cannot be adopted\./),
      ],
    },
  });
  expect(await specOf('elsewhere')).toEqual(before);
});
type Written = Awaited<ReturnType<typeof rancher.findWrittenPools>>;
const nameless = (found: Written): Written =>
  found && {
    ...found,
    configs: found.configs.map((config) => ({ ...config, flavorId: undefined, flavorName: 'huge' })),
  };

test('a cluster stays with its driver: nodes cannot be added to pools', async () => {
  const { begun } = await imported('moved');
  const { clusterUuid } = begun.target;
  const refused = createNode(world, staff(), {
    ...{ clusterUuid, correlationId: 'correlation-3' },
    parseRequest: () => ({ clusterUuid, ...requestIn(demo, 'agent') }),
  });
  await expect(refused).rejects.toThrow(
    'Rancher creates the machines of this cluster: change the quantity of a pool instead.',
  );
});

test('a change of its settings is refused, because Paddock does not write them (S2-013)', async () => {
  const { begun } = await imported('kept');
  const refused = updatePoolSettings({ ...world, ...deps }, staff(), {
    ...{ clusterText: begun.target.clusterUuid, correlationId: 'correlation-4' },
    readRequest: () => ({
      isDryRun: true,
      rootFields: [],
      apply: (settings) => ({ ...settings, networkPolicy: true }),
    }),
  });
  await expect(refused).rejects.toThrow('Change them there; only its pools can be changed here.');
});
