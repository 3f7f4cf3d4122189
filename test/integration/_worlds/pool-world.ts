import { expect, vi } from 'vitest';
import { deleteLeftovers } from '#shared/app/nodes/steps/delete-leftovers';
import { deleteCloudCredential, ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { deletePoolCluster } from '#shared/app/pools/steps/delete-pool-cluster';
import { ensurePoolCluster } from '#shared/app/pools/steps/ensure-pool-cluster';
import { recordVolumes } from '#shared/app/pools/steps/record-volumes';
import { watchPools } from '#shared/app/pools/steps/watch-pools';
import { derivedUuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { secretName } from '#shared/domain/_core/secret-name';
import type { MachinePools } from '#shared/domain/clusters/machine-pools';
import type { PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { CURRENT_CONFIG_VERSION } from '#shared/domain/pools/rendering/content-hash';
import { orderedQuantity } from '#shared/domain/pools/scaling/quantity';
import { machineIn as machineOf, type PoolCloud } from '#test/contracts/rancher/pools/cloud-beside';
import { poolsIn } from '#test/contracts/rancher/pools/pooled-clusters';
import { leaving } from '../clusters/deletion.ts';
import { type Begun, begunOrder, clusterOf, DEADLINE_MS, EVENTUALLY, type StepWorld } from './step-world.ts';

/** The definition of a pool's machine in the world's tenant, with ids of the simulated cloud. */
export const machineIn = ({ cloud }: StepWorld): PoolCloud['machine'] => machineOf(cloud.printed);

export const poolsOf = (world: StepWorld, { servers = 1, workers = 2 } = {}): PoolSpec[] =>
  poolsIn({ machine: machineIn(world) }, { servers, workers });

/**
 * Lets Paddock use the cloud's account, which may create application credentials. The credentials of the world's
 * tenants may not create them.
 */
export async function letCreateCredentials({ store, secrets, stage, clock, demo }: StepWorld): Promise<void> {
  const { tenant } = demo;
  const account = JSON.stringify({ username: 'demo', password: 'demo' });
  await secrets.put(secretName(stage, 'openstack', tenant.settingsUuid), account);
  const stored = await store.tenants.get(tenant.uuid);
  await store.commit(store.tenants.replace(changed(stored, clock.now(), { hasOwnCredential: false })));
}

/** An order for a cluster with these pools. The pools are planned. */
export async function plannedPools(world: StepWorld, specs: readonly PoolSpec[]): Promise<Begun> {
  const { store, clock } = world;
  const begun = await begunOrder(world);
  const cluster = await clusterOf(world, begun);
  const machinePools: MachinePools = {
    settings: DEFAULT_POOL_SETTINGS,
    pools: specs.map((spec) => ({
      ...{ spec, uuid: derivedUuid(cluster.uuid, `pool/${spec.name}`), configVersion: CURRENT_CONFIG_VERSION },
      ...orderedQuantity(spec),
    })),
    ...{ nodeCidrs: ['10.20.0.0/16'], machineNames: [] },
  };
  const fields = { driver: 'rancher-pools' as const, tenantUuid: world.demo.tenant.uuid, machinePools };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  return begun;
}

/** An order with planned pools whose cluster exists in Rancher. */
export async function orderedPools(world: StepWorld, specs: readonly PoolSpec[]): Promise<Begun> {
  const begun = await plannedPools(world, specs);
  await ensureCloudCredential.call(world.deps, begun.target);
  const ensure = () => ensurePoolCluster.call(world.deps, begun.target);
  await vi.waitFor(async () => expect(await ensure()).toEqual({ ready: true }), EVENTUALLY);
  return begun;
}

/**
 * Repeats the observation of the pools until an observation sends an answer to the waiting state machine. Returns this
 * answer.
 */
export async function watchedPools(world: StepWorld, { target }: Begun, waitedMs = 0) {
  const taskToken = `token-${target.operationUuid}-${world.answers.length}`;
  const look = async () => {
    await watchPools.call(world.deps, { ...target, taskToken, waitedMs, deadlineMs: DEADLINE_MS });
    return world.answers.find((answer) => answer.taskToken === taskToken);
  };
  // The wait is long: Rancher replaces several machines before a pool counts as stalled.
  await vi.waitFor(async () => expect(await look()).toBeDefined(), { ...EVENTUALLY, timeout: 60_000 });
  return world.answers.find((answer) => answer.taskToken === taskToken);
}

export async function runningPools(world: StepWorld, specs: readonly PoolSpec[]): Promise<Begun> {
  const begun = await orderedPools(world, specs);
  expect((await watchedPools(world, begun))?.output).toEqual({ ready: true });
  return begun;
}

export async function deletePools(world: StepWorld, begun: Begun): Promise<Begun> {
  const left = await leaving(world, begun);
  await recordVolumes.call(world.deps, left.target);
  const remove = () => deletePoolCluster.call(world.deps, left.target);
  await vi.waitFor(async () => expect(await remove()).toEqual({ gone: true }), EVENTUALLY);
  const tidy = () => deleteLeftovers.call(world.deps, left.target);
  await vi.waitFor(async () => expect(await tidy()).toEqual({ gone: true }), EVENTUALLY);
  await deleteCloudCredential.call(world.deps, left.target);
  return left;
}
