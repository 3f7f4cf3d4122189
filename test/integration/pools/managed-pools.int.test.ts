import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { fitPoolQuotas } from '#shared/app/infrastructure/steps/fit-pool-quotas';
import { sweepTenants } from '#shared/app/nodes/steps/sweep-tenants';
import type { ChangeDeps } from '#shared/app/pools/change-pools';
import { createPool } from '#shared/app/pools/create-pool';
import { scalePool } from '#shared/app/pools/scale-pool';
import { ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { planPools } from '#shared/app/pools/steps/plan-pools';
import { updatePool } from '#shared/app/pools/update-pool';
import { openstackUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { aUuid } from '#test/builders/builders';
import { aManagedPool } from '#test/builders/managed-inputs';
import { aPoolRequest } from '#test/pool-orders';
import { managedWorldPerFile, provision, remove } from '../_worlds/managed-world.ts';
import { carriedOut } from '../_worlds/pool-changes.ts';
import { deletePools, watchedPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, EVENTUALLY, stableStateOf, stateOf } from '../_worlds/step-world.ts';

const world = await managedWorldPerFile({
  pluginOptions: { driver: 'rancher-pools', managed_rancher_tenant_max_cpu: 30 },
  attributes: ([first = '', second = first]) => ({
    ...{ workerNodesCount: 0, workerNodesFlavorName: '', workerNodesDataVolumeSizeMb: 0 },
    pools: [
      aManagedPool({ name: 'servers', roles: ['etcd', 'controlplane'], quantity: 1, offeringUuid: first }),
      aManagedPool({ name: 'workers', roles: ['worker'], quantity: 2, offeringUuid: second }),
    ],
  }),
});
const { deps, cloud, rancherSimulator, store } = world;
const changeDeps = { ...world, ...deps } satisfies ChangeDeps;

async function running(): Promise<Begun> {
  const begun = await world.order(0, 2);
  await provision(world, begun);
  await planPools.run(deps, begun.target);
  await ensureCloudCredential.run(deps, begun.target);
  const ensure = () => ensurePoolCluster.run(deps, begun.target);
  await vi.waitFor(async () => expect(await ensure()).toEqual({ ready: true }), EVENTUALLY);
  expect((await watchedPools(world, begun))?.output).toEqual({ ready: true });
  await rest(begun);
  return begun;
}
async function rest(begun: Begun): Promise<void> {
  const fields = { state: 'OK' as const, poolChange: undefined };
  await store.commit(store.clusters.replace(changed(await clusterOf(world, begun), world.clock.now(), fields)));
}
async function deleted(begun: Begun): Promise<void> {
  const left = await deletePools(world, begun);
  await sweepTenants.run(deps, left.target);
  await remove(world, left);
}

/** The quotas that change with the machines. Quotas for object counts never drop below the cloud's defaults. */
const QUOTAS = ['cores', 'ram', 'gigabytes'];
async function quotas({ target }: Begun): Promise<number[][]> {
  const tenants = await store.clusterTenants.listByCluster(target.clusterUuid);
  return Promise.all(
    tenants.map(async ({ settingsUuid, made }) => {
      const shown = await (await world.openstack.admin(settingsUuid)).readProjectQuotas(made.projectId ?? '');
      return QUOTAS.map((name) => shown[name]?.limit ?? 0);
    }),
  );
}
const poolUuid = async (begun: Begun, name: string) =>
  (await clusterOf(world, begun)).machinePools?.pools.find(({ spec }) => spec.name === name)?.uuid ?? '';
const at = async (begun: Begun, pool: string) => ({
  ...{ clusterText: begun.target.clusterUuid, correlationId: 'correlation-2' },
  poolText: await poolUuid(begun, pool),
});
const scale = async (begun: Begun, pool: string, quantity: number) =>
  scalePool(changeDeps, world.owner, {
    ...(await at(begun, pool)),
    readRequest: () => ({ quantity, machines: [], isDryRun: false }),
  });
/** Carries out the accepted change as its state machine does. Returns the quotas during the change. */
async function changedAs(begun: Begun): Promise<number[][]> {
  const { operationUuid = '' } = await clusterOf(world, begun);
  const target = { ...begun.target, operationUuid };
  await fitPoolQuotas.run(deps, { ...target, isDone: false });
  const meanwhile = await quotas(begun);
  await carriedOut(world, { ...begun, target }, () => fitPoolQuotas.run(deps, { ...target, isDone: true }));
  return meanwhile;
}
const refusal = z.object({ body: z.record(z.string(), z.unknown()) });
const refusalOf = async (work: Promise<unknown>) => refusal.parse(await work.catch((error: unknown) => error)).body;
const serverRows = z.array(z.looseObject({ project_id: z.string().optional() }));
const inRancher = z.object({
  cloudCredentialSecretName: z.string(),
  rkeConfig: z.object({
    machinePools: z.array(z.object({ cloudCredentialSecretName: z.string().optional() })),
    machineGlobalConfig: z.looseObject({ 'tls-san': z.array(z.string()) }),
  }),
});

test('an order of pools in two clouds gets tenants, credentials and machines in both, and leaves nothing (S2-001, S0-010)', async () => {
  const before = await Promise.all([cloud, rancherSimulator].map(stableStateOf));
  const begun = await running();
  const { machinePools, tenantUuid, uuid } = await clusterOf(world, begun);
  const [first, second] = await store.clusterTenants.listByCluster(uuid);
  expect(first?.uuid).toBe(tenantUuid);
  const pools = machinePools?.pools.map(({ spec, running: count }) => [spec.name, spec.tenantUuid, count?.count]);
  expect(pools).toEqual([
    ['servers', first?.uuid, 1],
    ['workers', second?.uuid, 2],
  ]);
  const state = await stateOf(cloud);
  const servers = serverRows.parse(state.servers);
  const inProject = (id = '') => servers.filter(({ project_id }) => project_id === id).length;
  // The counts include one load balancer in each tenant.
  expect([first, second].map((tenant) => inProject(tenant?.made.projectId))).toEqual([2, 3]);
  expect(state.application_credentials).toHaveLength((before[0]?.application_credentials?.length ?? 0) + 2);
  const spec = inRancher.parse(
    await (await world.rancher.open(world.settings)).readClusterSpec(await clusterOf(world, begun)),
  );
  const [own, further] = [`cattle-global-data:cc-${uuid}`, `cattle-global-data:cc-${uuid}-${second?.uuid}`];
  expect(spec.cloudCredentialSecretName).toBe(own);
  expect(spec.rkeConfig.machinePools.map((pool) => pool.cloudCredentialSecretName ?? '')).toEqual(['', further]);
  expect(spec.rkeConfig.machineGlobalConfig['tls-san']).toEqual(
    [first, second].map((tenant) => tenant?.network.loadBalancerIp),
  );
  await deleted(begun);
  expect(await Promise.all([cloud, rancherSimulator].map(stableStateOf))).toEqual(before);
});

test('quotas grow before a change of pools, have room for machines that are replaced, and shrink after it (S0-330, S2-014)', async () => {
  const begun = await running();
  const ordered = await quotas(begun);
  const [one = [], two = []] = ordered;
  const more = (machines: number) => two.map((limit, index) => limit + machines * ([2, 4096, 64][index] ?? 0));

  await scale(begun, 'workers', 3);
  expect(await quotas(begun)).toEqual(ordered);
  expect(await changedAs(begun)).toEqual([one, more(1)]);
  expect(await quotas(begun)).toEqual([one, more(1)]);

  await updatePool(changeDeps, world.owner, {
    ...(await at(begun, 'workers')),
    readRequest: () => ({ update: { rootVolume: { sizeMb: 66 * 1024 } }, rootFields: [], isDryRun: false }),
  });
  const [, [cores, , gigabytes] = []] = await changedAs(begun);
  const [threeCores = 0, , threeGb = 0] = more(1);
  expect([cores, gigabytes]).toEqual([threeCores + 2, threeGb + 3 * 2 + 66]);
  expect((await quotas(begun))[1]).toEqual([threeCores, more(1)[1], threeGb + 3 * 2]);

  await scale(begun, 'workers', 1);
  await changedAs(begun);
  expect((await quotas(begun))[1]?.[0]).toBe((two[0] ?? 0) - 2);
  await deleted(begun);
}, 120_000);

test('a change names what a managed cluster cannot have (S2-014, T6)', async () => {
  const begun = await running();
  const { machinePools } = await clusterOf(world, begun);
  const [, second] = await store.clusterTenants.listByCluster(begun.target.clusterUuid);
  const flavorUuid = openstackUuid(second?.settingsUuid ?? '', 'flavor', machinePools?.pools[0]?.spec.flavorId ?? '');
  const added = (fields: Parameters<typeof aPoolRequest>[0]) =>
    createPool(changeDeps, world.owner, {
      ...{ clusterText: begun.target.clusterUuid, correlationId: 'correlation-2' },
      readRequest: () => ({
        pool: { ...aPoolRequest({ name: 'more', flavorUuid, ...fields }) },
        rootFields: [],
        isDryRun: true,
      }),
    });
  const here = { tenantUuid: second?.uuid, networkUuids: [], securityGroupUuids: [] };
  expect(await refusalOf(added({ networkUuids: [], securityGroupUuids: [] }))).toEqual({
    tenant: ['This field is required.'],
  });
  expect(await refusalOf(added({ ...here, tenantUuid: aUuid() }))).toEqual({
    tenant: ['Tenant should be one of already connected ones.'],
  });
  const chosen = ['Paddock chooses this for all machines of a managed cluster. Leave this field out.'];
  expect(await refusalOf(added({ ...here, networkUuids: [aUuid()], availabilityZone: 'nova' }))).toEqual({
    networks: chosen,
    availability_zone: chosen,
  });
  expect(await refusalOf(scale(begun, 'workers', 200))).toEqual({
    pools: [expect.stringContaining('has room for 188 machines')],
  });
  expect(await refusalOf(scale(begun, 'workers', 20))).toEqual({
    non_field_errors: [expect.stringContaining('exceeds the maximum allowed 30 cores')],
  });
  const { plan } = await added(here);
  expect(plan.steps).toEqual([{ kind: 'create', pool: 'more', count: aPoolRequest().quantity }]);
  await deleted(begun);
}, 120_000);
