import { expect, vi } from 'vitest';
import { applyPools, deleteUnusedConfigs } from '#shared/app/pools/steps/apply-pools';
import { ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { beginPoolChange, finishPoolChange } from '#shared/app/pools/steps/pool-change-records';
import { recordVolumes } from '#shared/app/pools/steps/record-volumes';
import { changed } from '#shared/domain/_core/record';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import { type NamedMachines, poolChangeOf } from '#shared/domain/pools/change/staged-change';
import { aUuid } from '#test/builders/builders';
import { watchedPools } from './pool-world.ts';
import { type Begun, clusterOf, EVENTUALLY, type StepWorld } from './step-world.ts';

async function requested(
  world: StepWorld,
  begun: Begun,
  change: (pool: StoredPool) => StoredPool[],
  named: NamedMachines,
): Promise<Begun> {
  const { store, clock } = world;
  const cluster = await clusterOf(world, begun);
  const { machinePools } = cluster;
  if (!machinePools) return expect.fail('the cluster has no pools');
  const wanted = { ...machinePools, pools: machinePools.pools.flatMap(change) };
  const target = { clusterUuid: cluster.uuid, operationUuid: aUuid() };
  const fields = {
    ...{ state: 'UPDATE_SCHEDULED' as const, operationUuid: target.operationUuid, machinePools: wanted },
    poolChange: poolChangeOf(machinePools, wanted, named),
  };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  return { ...begun, target };
}

/**
 * Carries out the change as its state machine does. Returns the number of stages.
 * @param atEnd runs before the change is recorded as done
 */
export async function carriedOut(
  world: StepWorld,
  begun: Begun,
  atEnd: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const { deps } = world;
  const { target } = begun;
  let { stage } = await beginPoolChange.run(deps, target);
  await ensureCloudCredential.run(deps, target);
  await recordVolumes.run(deps, target);
  for (let stages = 1; ; stages += 1) {
    const apply = () => applyPools.run(deps, { ...target, stage });
    await vi.waitFor(async () => expect(await apply()).toMatchObject({ written: true }), EVENTUALLY);
    const { isLast, next } = await apply();
    expect((await watchedPools(world, begun))?.output).toEqual({ ready: true });
    if (isLast) {
      await deleteUnusedConfigs.run(deps, target);
      await atEnd();
      await finishPoolChange.run(deps, target);
      return stages;
    }
    stage = next;
  }
}

/**
 * Changes the pools of a cluster like an API request and its state machine. Returns the number of stages of the change.
 */
export const changedPools = async (
  world: StepWorld,
  begun: Begun,
  change: (pool: StoredPool) => StoredPool[],
  named: NamedMachines = {},
): Promise<number> => carriedOut(world, await requested(world, begun, change, named));
