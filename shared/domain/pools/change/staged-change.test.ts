import { expect, test } from 'vitest';
import { aMachinePools, aPool, aServerPool } from '#test/builders/pool-builders';
import { continuedChange, isLastStage, poolChangeOf, stagedPools } from './staged-change.ts';

const [servers, workers, more] = [aServerPool(), aPool(), aPool({ name: 'more' })];
const before = aMachinePools([workers, servers, more]);
const flavor = { flavorId: 'f-9' };
const wanted = aMachinePools([
  { ...workers, ...flavor },
  { ...servers, ...flavor },
  { ...more, quantity: 7 },
]);
const flavorsOf = (pools: typeof before) => pools.pools.map(({ spec }) => spec.flavorId);

test('a change lists the pools whose machines are replaced, etcd first and workers last (T15, S2-008)', () => {
  const change = poolChangeOf(before, wanted, { chosen: ['m-1'], deleted: ['m-2'] });
  expect(change).toMatchObject({ rolled: 0, chosen: ['m-1'], deleted: ['m-2'], forced: [] });
  expect(change.rolling.map(({ name, machine }) => [name, machine.flavorId])).toEqual([
    ['servers', 'f-1'],
    ['workers', 'f-1'],
  ]);
});

test('in each stage one more pool gets its new machines, and everything else is there from the first (T15, S2-008)', () => {
  const change = poolChangeOf(before, wanted);
  const stages = [0, 1, 2].map((rolled) => stagedPools(wanted, { ...change, rolled }));
  expect(stages.map(flavorsOf)).toEqual([
    ['f-1', 'f-1', 'f-1'],
    ['f-1', 'f-9', 'f-1'],
    ['f-9', 'f-9', 'f-1'],
  ]);
  expect(stages.map(({ pools }) => pools[2]?.spec.quantity)).toEqual([7, 7, 7]);
  expect([0, 1, 2].map((rolled) => isLastStage(change, rolled))).toEqual([false, false, true]);
});

test('without a change, or when no machine is replaced, the pools are as wanted (S2-013)', () => {
  expect(stagedPools(wanted, undefined)).toBe(wanted);
  const inPlace = aMachinePools([{ ...workers, labels: { tier: 'blue' } }, servers, more]);
  expect(poolChangeOf(before, inPlace).rolling).toEqual([]);
  expect(isLastStage(poolChangeOf(before, inPlace), 0)).toBe(true);
});

test('a root volume that only the new machines have is left out until their turn (T15, S2-008)', () => {
  const withVolume = aMachinePools([{ ...workers, rootVolume: { sizeGb: 40 } }, servers, more]);
  const staged = stagedPools(withVolume, poolChangeOf(before, withVolume));
  expect(staged.pools[0]?.spec).toEqual(workers);
});

test('a change after an interrupted one replaces the machines that the other left, and no others again (T15, S2-008)', () => {
  const interrupted = { ...poolChangeOf(before, wanted, { chosen: ['m-1'] }), rolled: 1 };
  const { before: begun, poolChange } = continuedChange(wanted, interrupted, {
    ...{ machinePools: wanted, chosen: ['m-1', 'm-2'], forced: ['m-3'] },
  });
  expect(flavorsOf(begun)).toEqual(['f-1', 'f-9', 'f-1']);
  expect(poolChange).toMatchObject({ rolled: 0, chosen: ['m-1', 'm-2'], deleted: [], forced: ['m-3'] });
  expect(poolChange.rolling.map(({ name, machine }) => [name, machine.flavorId])).toEqual([['workers', 'f-1']]);
  expect(continuedChange(wanted, undefined, { machinePools: wanted }).before).toBe(wanted);
});
