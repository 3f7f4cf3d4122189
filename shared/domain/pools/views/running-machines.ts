import type { MachinePools, RunningMachines } from '../../clusters/machine-pools.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';

/** A machine in one observation. What Rancher does not say about it is as in its pool. */
export type SizedMachine = {
  nodeName?: string | undefined;
  isBeingDeleted: boolean;
  flavorId?: string | undefined;
  rootVolumeGb?: number;
};
type Sizes = NonNullable<MachinePools['flavors']>;
type Size = { id: string; vcpus: number; ramMb: number };
type Machines = readonly (SizedMachine & { poolName: string })[];

const MB_PER_GB = 1024;

/** As with nodes, a machine counts from the time that it has joined until it is to be deleted. */
const isRunning = ({ nodeName, isBeingDeleted }: SizedMachine): boolean => nodeName !== undefined && !isBeingDeleted;

/** What the machines of a pool use. Undefined if the size of a flavor is not known. */
export function runningMachines(
  { flavorId, rootVolume }: PoolSpec,
  own: readonly SizedMachine[],
  sizes: Sizes,
): RunningMachines | undefined {
  const sum = { count: 0, vcpus: 0, ramMb: 0, storageMb: 0 };
  for (const machine of own.filter(isRunning)) {
    const size = sizes[machine.flavorId ?? flavorId];
    if (!size) return undefined;
    sum.count += 1;
    sum.vcpus += size.vcpus;
    sum.ramMb += size.ramMb;
    sum.storageMb += (machine.rootVolumeGb ?? rootVolume?.sizeGb ?? 0) * MB_PER_GB;
  }
  return sum;
}

/** Flavors of machines whose sizes are not known yet. They have to be read from the tenant. */
export function unknownFlavors({ pools, flavors = {} }: MachinePools, machines: Machines): string[] {
  const ofPools = new Map(pools.map(({ spec }) => [spec.name, spec.flavorId]));
  const ids = machines.filter(isRunning).flatMap(({ flavorId, poolName }) => flavorId ?? ofPools.get(poolName) ?? []);
  return [...new Set(ids)].filter((id) => !(id in flavors));
}

/** The pools with the sizes of these flavors of their machines. */
export function withSizes(known: MachinePools, machines: Machines, listed: readonly Size[]): MachinePools {
  const wanted = unknownFlavors(known, machines);
  const found = listed.filter(({ id }) => wanted.includes(id));
  if (found.length === 0) return known;
  const sizes = Object.fromEntries(found.map(({ id, vcpus, ramMb }) => [id, { vcpus, ramMb }]));
  return { ...known, flavors: { ...known.flavors, ...sizes } };
}
