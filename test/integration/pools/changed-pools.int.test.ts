import { expect, test } from 'vitest';
import { applyPools, deleteUnusedConfigs } from '#shared/app/pools/steps/apply-pools';
import { ensureCloudCredential } from '#shared/app/pools/steps/cloud-credential';
import { beginPoolChange, finishPoolChange } from '#shared/app/pools/steps/pool-change-records';
import { changed } from '#shared/domain/_core/record';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import { poolChangeOf } from '#shared/domain/pools/change/staged-change';
import { aUuid } from '#test/builders';
import { deletePools, letCreateCredentials, poolsOf, runningPools, watchedPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, EVENTUALLY, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);

/** The cluster after a request has changed its pools, with the operation that carries the change out. */
async function requested(
  begun: Begun,
  change: (pool: StoredPool) => StoredPool[],
  chosen: string[] = [],
): Promise<Begun> {
  const { store, clock } = world;
  const cluster = await clusterOf(world, begun);
  const { machinePools } = cluster;
  if (!machinePools) return expect.fail('the cluster has no pools');
  const wanted = { ...machinePools, pools: machinePools.pools.flatMap(change) };
  const target = { clusterUuid: cluster.uuid, operationUuid: aUuid() };
  const fields = {
    ...{ state: 'UPDATE_SCHEDULED' as const, operationUuid: target.operationUuid, machinePools: wanted },
    poolChange: poolChangeOf(machinePools, wanted, chosen),
  };
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  return { ...begun, target };
}

/** Carries the change out as its state machine does, and returns how many stages it had. */
async function carriedOut(begun: Begun): Promise<number> {
  const { deps } = world;
  const { target } = begun;
  let { stage } = await beginPoolChange.run(deps, target);
  await ensureCloudCredential.run(deps, target);
  for (let stages = 1; ; stages += 1) {
    const apply = () => applyPools.run(deps, { ...target, stage });
    await expect.poll(apply, EVENTUALLY).toMatchObject({ written: true });
    const { isLast, next } = await apply();
    expect((await watchedPools(world, begun))?.output).toEqual({ ready: true });
    if (isLast) {
      await deleteUnusedConfigs.run(deps, target);
      await finishPoolChange.run(deps, target);
      return stages;
    }
    stage = next;
  }
}

const inRancher = () => world.rancher.open(world.settings);
const machines = async (begun: Begun) => (await inRancher()).listPoolMachines(await clusterOf(world, begun));
const namesIn = async (begun: Begun, pool: string) =>
  (await machines(begun)).filter(({ poolName }) => poolName === pool).map(({ name }) => name);
const isNamed = ({ spec }: StoredPool, name: string) => spec.name === name;

test('a pool that grows keeps its machines, and a chosen machine leaves when it gets smaller (T22, T24, S2-014)', async () => {
  const begun = await runningPools(world, poolsOf(world, { workers: 2 }));
  const before = await namesIn(begun, 'workers');
  const sized = (quantity: number) => (pool: StoredPool) => [
    isNamed(pool, 'workers') ? { ...pool, spec: { ...pool.spec, quantity } } : pool,
  ];
  expect(await carriedOut(await requested(begun, sized(3)))).toBe(1);
  const three = await namesIn(begun, 'workers');
  expect(three).toEqual(expect.arrayContaining(before));
  expect(three).toHaveLength(3);
  const [chosen = ''] = three.slice(1);
  expect(await carriedOut(await requested(begun, sized(2), [chosen]))).toBe(1);
  expect((await namesIn(begun, 'workers')).sort()).toEqual(three.filter((name) => name !== chosen).sort());
  const { state, poolChange } = await clusterOf(world, begun);
  expect([state, poolChange]).toEqual(['OK', undefined]);
  await deletePools(world, begun);
});

test('a change of machines replaces those of one pool after the other, and deletes their old configs (T15, S2-008)', async () => {
  const begun = await runningPools(world, poolsOf(world, { workers: 1 }));
  const before = (await machines(begun)).map(({ name }) => name);
  const larger = (pool: StoredPool) => [{ ...pool, spec: { ...pool.spec, flavorId: '3' } }];
  expect(await carriedOut(await requested(begun, larger))).toBe(3);
  const after = await machines(begun);
  expect(after.map(({ flavorId }) => flavorId)).toEqual(['3', '3']);
  expect(after.filter(({ name }) => before.includes(name))).toEqual([]);
  const rancher = await inRancher();
  const { uuid } = await clusterOf(world, begun);
  expect(await rancher.listMachineConfigs({ 'paddock.cloud/cluster': uuid })).toHaveLength(2);
  await deletePools(world, begun);
});

test('a pool that is left out goes with its machines, and labels change in place (T11, T14, S2-014)', async () => {
  const [servers, workers] = poolsOf(world, { workers: 1 });
  if (!servers || !workers) return expect.fail('there are no pools');
  const begun = await runningPools(world, [servers, workers, { ...workers, name: 'more' }]);
  const kept = await namesIn(begun, 'workers');
  const change = (pool: StoredPool) => {
    if (isNamed(pool, 'more')) return [];
    return [{ ...pool, spec: { ...pool.spec, labels: { tier: 'blue' } } }];
  };
  expect(await carriedOut(await requested(begun, change))).toBe(1);
  expect(await namesIn(begun, 'workers')).toEqual(kept);
  expect(await namesIn(begun, 'more')).toEqual([]);
  await deletePools(world, begun);
});
