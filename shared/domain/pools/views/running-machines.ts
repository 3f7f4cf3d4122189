import type { Uuid } from '../../_core/identifier.ts';
import type { MachinePools, RunningMachines } from '../../clusters/machine-pools.ts';
import type { PoolSpec } from '../../planning/pools/pool-spec.ts';

/**
 * A machine in one observation. If Rancher does not report a fact about the machine, the fact is taken from the
 * machine's pool.
 */
export type SizedMachine = {
  nodeName?: string | undefined;
  isBeingDeleted: boolean;
  flavorId?: string | undefined;
  rootVolumeGb?: number;
};
type Sizes = NonNullable<MachinePools['flavors']>;
/** A flavor in the cloud of a tenant. An absent `tenantUuid` means the cluster's own tenant. */
export type ListedFlavor = { id: string; vcpus: number; ramMb: number; tenantUuid?: Uuid | undefined };
type Machines = readonly (SizedMachine & { poolName: string })[];
type InTenant = Pick<PoolSpec, 'tenantUuid'>;

const MB_PER_GB = 1024;

/**
 * If a tenant is given, the key of a flavor contains this tenant, because two clouds may use the same id for different
 * flavors.
 */
export const flavorKey = ({ tenantUuid }: InTenant, flavorId: string): string =>
  tenantUuid === undefined ? flavorId : `${tenantUuid}/${flavorId}`;

/** A machine is charged like a node: from the time when it has joined until its deletion begins. */
const isRunning = ({ nodeName, isBeingDeleted }: SizedMachine): boolean => nodeName !== undefined && !isBeingDeleted;

/**
 * The count, vCPUs, memory and storage of the pool's running machines. Undefined if the size of a flavor is not known.
 */
export function runningMachines(
  spec: PoolSpec,
  own: readonly SizedMachine[],
  sizes: Sizes,
): RunningMachines | undefined {
  const sum = { count: 0, vcpus: 0, ramMb: 0, storageMb: 0 };
  for (const machine of own.filter(isRunning)) {
    const size = sizes[flavorKey(spec, machine.flavorId ?? spec.flavorId)];
    if (!size) return undefined;
    sum.count += 1;
    sum.vcpus += size.vcpus;
    sum.ramMb += size.ramMb;
    sum.storageMb += (machine.rootVolumeGb ?? spec.rootVolume?.sizeGb ?? 0) * MB_PER_GB;
  }
  return sum;
}

/** The machines' flavors whose sizes are not known yet. These sizes must be read from the tenants' clouds. */
export function unknownFlavors({ pools, flavors = {} }: MachinePools, machines: Machines) {
  const specs = new Map(pools.map(({ spec }) => [spec.name, spec]));
  const wanted = machines.filter(isRunning).flatMap(({ flavorId, poolName }) => {
    const spec = specs.get(poolName);
    const id = flavorId ?? spec?.flavorId;
    return id === undefined ? [] : [{ key: flavorKey(spec ?? {}, id), tenantUuid: spec?.tenantUuid }];
  });
  const byKey = new Map(wanted.map((flavor) => [flavor.key, flavor]));
  return [...byKey.values()].filter(({ key }) => !(key in flavors));
}

/** Adds the sizes of the machines' flavors, if these sizes were not known yet. */
export function withSizes(known: MachinePools, machines: Machines, listed: readonly ListedFlavor[]): MachinePools {
  const wanted = new Set(unknownFlavors(known, machines).map(({ key }) => key));
  const found = listed.filter((flavor) => wanted.has(flavorKey(flavor, flavor.id)));
  if (found.length === 0) return known;
  const sizes = found.map((flavor) => [flavorKey(flavor, flavor.id), { vcpus: flavor.vcpus, ramMb: flavor.ramMb }]);
  return { ...known, flavors: { ...known.flavors, ...Object.fromEntries(sizes) } };
}
