import { gigabytesOf } from '#shared/domain/planning/check-tenant-quotas';
import type { Flavor } from '#shared/domain/planning/cloud-facts';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { OfferedCloud } from '../offered-cloud.ts';
import { MANAGED_ROLES, type ManagedMachine, machineCounts, managedMachines } from './managed-machines.ts';
import { flavorOf } from './missing-in-cloud.ts';

/**
 * Limits of a tenant, with Waldur's names. `cores` is a number. All other values are in MB, even `gigabytes_<volume
 * type>`. With fixed storage, `storage` is for all volumes. With dynamic storage, each volume type has a limit, and
 * `storage` is for volumes of an unknown type.
 */
export type TenantLimits = { cores: number; ram: number; storage?: number; [byType: `gigabytes_${string}`]: number };

/** Combines limits name by name. A missing limit counts as 0. */
export function combineLimits(
  limits: readonly TenantLimits[],
  combine: (one: number, other: number) => number,
): TenantLimits {
  const all: Record<string, number> = {};
  for (const [key, amount] of limits.flatMap((part) => Object.entries(part))) {
    all[key] = combine(all[key] ?? 0, amount);
  }
  const { cores = 0, ram = 0, ...storage } = all;
  return { cores, ram, ...storage };
}
export const addLimits = (limits: readonly TenantLimits[]): TenantLimits =>
  combineLimits(limits, (one, other) => one + other);

/** The name of the limit that a volume uses. As in Cinder, a volume without a type has the cloud's default type. */
function storageKey(
  { storageMode, defaultVolumeType }: Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>,
  typeName = defaultVolumeType,
): 'storage' | `gigabytes_${string}` {
  return storageMode === 'fixed' || typeName === undefined ? 'storage' : `gigabytes_${typeName}`;
}

/** How much of a tenant's limits `count` equal machines use in a cloud. */
export function machineLimits(
  { systemVolume, dataVolumes }: Pick<ManagedMachine, 'systemVolume' | 'dataVolumes'>,
  { vcpus, ramMb }: Pick<Flavor, 'vcpus' | 'ramMb'>,
  cloud: Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>,
  count: number,
): TenantLimits {
  const volumes = count === 0 ? [] : [systemVolume, ...dataVolumes];
  return addLimits([
    { cores: vcpus * count, ram: ramMb * count },
    // Cinder counts whole gigabytes, so each size is rounded up. A lower limit would be too small for the last volume.
    ...volumes.map(({ sizeMb, typeName }) => ({
      cores: 0,
      ram: 0,
      [storageKey(cloud, typeName)]: gigabytesOf(sizeMb) * 1024 * count,
    })),
  ]);
}

/**
 * The limits that the order needs in one tenant: for three servers, its workers and one load balancer
 * (docs/spec/orders.md#limits-of-tenants). Throws Invalid if the cloud does not have the flavors.
 */
export function tenantLimits(attributes: ManagedAttributes, options: PluginOptions, cloud: OfferedCloud): TenantLimits {
  const machines = managedMachines(attributes, options);
  const counts = machineCounts(attributes);
  return addLimits(
    MANAGED_ROLES.map((role) =>
      machineLimits(machines[role], flavorOf(cloud, role, machines[role]), cloud, counts[role]),
    ),
  );
}

const storageOf = ({ cores: _, ram: __, ...storage }: TenantLimits): number =>
  Object.values(storage).reduce((sum, amount) => sum + amount, 0);

/**
 * Waldur's error if all tenants of an order together need more than an option `managed_rancher_tenant_max_*` of the
 * offering allows. The error is about only the first of these limits that is exceeded: cores, memory or storage.
 * Undefined if no limit is exceeded. An option that is not set limits nothing (docs/spec/orders.md#limits-of-tenants).
 */
export function limitProblem(
  tenants: readonly TenantLimits[],
  options: Pick<
    PluginOptions,
    'managed_rancher_tenant_max_cpu' | 'managed_rancher_tenant_max_ram' | 'managed_rancher_tenant_max_disk'
  >,
): string | undefined {
  const total = addLimits(tenants);
  const gigabytes = (max: number | undefined) => (max ?? 0) * 1024;
  const compared = [
    { name: 'cores', asked: total.cores, unit: 'cores', max: options.managed_rancher_tenant_max_cpu ?? 0 },
    { name: 'ram', asked: total.ram, unit: 'MB', max: gigabytes(options.managed_rancher_tenant_max_ram) },
    { name: 'storage', asked: storageOf(total), unit: 'MB', max: gigabytes(options.managed_rancher_tenant_max_disk) },
  ];
  const over = compared.find(({ asked, max }) => max > 0 && asked > max);
  return (
    over &&
    `The requested total ${over.name} limit ${over.asked} ${over.unit} exceeds the maximum allowed ${over.max} ${over.unit} for tenants.`
  );
}
