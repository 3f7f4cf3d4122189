import { expect, test } from 'vitest';
import type { StoredPool } from '#shared/domain/clusters/machine-pools';
import { changedPools } from '../_worlds/pool-changes.ts';
import { deletePools, letCreateCredentials, poolsOf, runningPools } from '../_worlds/pool-world.ts';
import { type Begun, clusterOf, stepWorldPerFile } from '../_worlds/step-world.ts';

const world = await stepWorldPerFile();
await letCreateCredentials(world);

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
  expect(await changedPools(world, begun, sized(3))).toBe(1);
  const three = await namesIn(begun, 'workers');
  expect(three).toEqual(expect.arrayContaining(before));
  expect(three).toHaveLength(3);
  const [chosen = ''] = three.slice(1);
  expect(await changedPools(world, begun, sized(2), { chosen: [chosen] })).toBe(1);
  expect((await namesIn(begun, 'workers')).sort()).toEqual(three.filter((name) => name !== chosen).sort());
  const { state, poolChange } = await clusterOf(world, begun);
  expect([state, poolChange]).toEqual(['OK', undefined]);
  await deletePools(world, begun);
});

test('a change of machines replaces those of one pool after the other, and deletes their old configs and templates (T11, T15, S2-008)', async () => {
  const begun = await runningPools(world, poolsOf(world, { workers: 1 }));
  const before = (await machines(begun)).map(({ name }) => name);
  const larger = (pool: StoredPool) => [{ ...pool, spec: { ...pool.spec, flavorId: '3' } }];
  expect(await changedPools(world, begun, larger)).toBe(3);
  const after = await machines(begun);
  expect(after.map(({ flavorId }) => flavorId)).toEqual(['3', '3']);
  expect(after.filter(({ name }) => before.includes(name))).toEqual([]);
  const rancher = await inRancher();
  const { uuid } = await clusterOf(world, begun);
  const configs = await rancher.listMachineConfigs({ 'paddock.cloud/cluster': uuid });
  expect(configs).toHaveLength(2);
  const templates = await rancher.listMachineTemplates(await clusterOf(world, begun));
  expect(templates.map(({ configName }) => configName).sort()).toEqual(configs.sort());
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
  expect(await changedPools(world, begun, change)).toBe(1);
  expect(await namesIn(begun, 'workers')).toEqual(kept);
  expect(await namesIn(begun, 'more')).toEqual([]);
  await deletePools(world, begun);
});

test('a machine that a person deletes is replaced by one more, and the others stay (T29)', async () => {
  const begun = await runningPools(world, poolsOf(world, { workers: 2 }));
  const [gone = '', kept = ''] = await namesIn(begun, 'workers');
  expect(await changedPools(world, begun, (pool) => [pool], { deleted: [gone] })).toBe(1);
  const after = await namesIn(begun, 'workers');
  expect(after).toHaveLength(2);
  expect([after.includes(gone), after.includes(kept)]).toEqual([false, true]);
  await deletePools(world, begun);
});
