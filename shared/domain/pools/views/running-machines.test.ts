import { describe, expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { aMachinePools, aPool } from '#test/builders/pool-builders';
import { runningMachines, type SizedMachine, unknownFlavors, withSizes } from './running-machines.ts';

const sizes = { 'f-1': { vcpus: 4, ramMb: 8192 }, 'f-2': { vcpus: 8, ramMb: 16_384 } };
const node = (fields: Partial<SizedMachine> = {}): SizedMachine => ({
  ...{ nodeName: 'm-1', isBeingDeleted: false, flavorId: 'f-1', rootVolumeGb: 0, ...fields },
});
const NONE = { count: 0, vcpus: 0, ramMb: 0, storageMb: 0 };
const ONE = { count: 1, vcpus: 4, ramMb: 8192, storageMb: 0 };

describe('what a pool uses', () => {
  test.each<[string, SizedMachine[], object]>([
    ['no machines', [], NONE],
    ['a machine', [node()], ONE],
    ['a machine that has not joined', [node({ nodeName: undefined })], NONE],
    ['a machine that is being deleted', [node({ isBeingDeleted: true })], NONE],
    ['a root volume', [node({ rootVolumeGb: 20 })], { ...ONE, storageMb: 20_480 }],
    ['an old and a new flavor', [node(), node({ flavorId: 'f-2' })], { ...NONE, count: 2, vcpus: 12, ramMb: 24_576 }],
    ['a machine that is as its pool', [{ nodeName: 'm-1', isBeingDeleted: false }], { ...ONE, storageMb: 40_960 }],
  ])('with %s (S2-014)', (_what, machines, used) => {
    expect(runningMachines(aPool({ rootVolume: { sizeGb: 40 } }), machines, sizes)).toEqual(used);
  });

  test('is unknown while the size of a flavor is', () => {
    expect(runningMachines(aPool(), [node(), node({ flavorId: 'f-9' })], sizes)).toBeUndefined();
  });
});

describe('the sizes of flavors', () => {
  const known = { ...aMachinePools([aPool()]), flavors: { 'f-1': { vcpus: 4, ramMb: 8192 } } };
  const machine = (fields: Partial<SizedMachine>) => ({ poolName: 'workers', ...node(fields) });

  test('are asked for when a machine has a new one', () => {
    const keysOf = (machines: Parameters<typeof unknownFlavors>[1]) =>
      unknownFlavors(known, machines).map(({ key }) => key);
    expect(keysOf([machine({}), machine({ flavorId: 'f-2' }), machine({ flavorId: 'f-2' })])).toEqual(['f-2']);
    expect(unknownFlavors(known, [machine({ flavorId: 'f-2', nodeName: undefined })])).toEqual([]);
    expect(unknownFlavors(known, [{ poolName: 'former', nodeName: 'm-1', isBeingDeleted: false }])).toEqual([]);
  });

  test('are those of the pool’s own cloud, because two clouds may use the same id (S0-010)', () => {
    const tenantUuid = aUuid();
    const pools = aMachinePools([aPool({ name: 'here' }), aPool({ name: 'there', tenantUuid })]);
    const machines = ['here', 'there'].map((poolName) => ({ ...node(), poolName }));
    const sized = withSizes(pools, machines, [
      { id: 'f-1', vcpus: 4, ramMb: 8192 },
      { id: 'f-1', vcpus: 16, ramMb: 32_768, tenantUuid },
    ]);
    expect(unknownFlavors(pools, machines)).toMatchObject([{ key: 'f-1' }, { tenantUuid }]);
    const cores = sized.pools.map(({ spec }) => runningMachines(spec, [node()], sized.flavors ?? {})?.vcpus);
    expect(cores).toEqual([4, 16]);
  });

  test('are kept of the flavors that machines have, also when a flavor of the same id is made again', () => {
    const listed = [
      { id: 'f-1', vcpus: 1, ramMb: 1024 },
      { id: 'f-2', vcpus: 8, ramMb: 16_384 },
      { id: 'f-3', vcpus: 2, ramMb: 2048 },
    ];
    expect(withSizes(known, [machine({}), machine({ flavorId: 'f-2' })], listed).flavors).toEqual(sizes);
    expect(withSizes(known, [machine({})], listed)).toBe(known);
  });
});
