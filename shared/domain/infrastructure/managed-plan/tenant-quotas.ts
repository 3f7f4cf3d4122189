import { gigabytesOf } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { Flavor } from '#shared/domain/planning/cloud-facts';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { ManagedAttributes } from '../managed-attributes.ts';
import { type OfferedCloud, usesVolumeTypes } from '../offered-cloud.ts';
import { MANAGED_ROLES, type ManagedMachine, machineCounts, managedMachines } from './managed-machines.ts';
import { flavorOf } from './missing-in-cloud.ts';
import { planTenantPool, poolsOfCloud } from './pool-in-tenant.ts';
import { mostMachines, type SizedPool } from './sized-pool.ts';

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
export function storageKey(
  { storageMode, defaultVolumeType }: Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>,
  typeName = defaultVolumeType,
): 'storage' | `gigabytes_${string}` {
  return storageMode === 'fixed' || typeName === undefined ? 'storage' : `gigabytes_${typeName}`;
}

/** The part of a tenant's limits that `count` equal machines use in a cloud. */
export function machineLimits(
  { systemVolume, dataVolumes }: Pick<ManagedMachine, 'systemVolume' | 'dataVolumes'>,
  { vcpus, ramMb }: Pick<Flavor, 'vcpus' | 'ramMb'>,
  cloud: Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>,
  count: number,
): TenantLimits {
  const volumes = count === 0 ? [] : [systemVolume, ...dataVolumes];
  return addLimits([
    { cores: vcpus * count, ram: ramMb * count },
    // Cinder counts whole gigabytes, so each size is rounded up. Otherwise the limit could be too small for all
    // volumes.
    ...volumes.map(({ sizeMb, typeName }) => ({
      cores: 0,
      ram: 0,
      [storageKey(cloud, typeName)]: gigabytesOf(sizeMb) * 1024 * count,
    })),
  ]);
}

export type Counting = Pick<OfferedCloud, 'storageMode' | 'defaultVolumeType'>;

/** How much of a tenant's limits a pool uses when it has its largest number of machines. */
export function poolLimits(pool: SizedPool, cloud: Counting): TenantLimits {
  const { vcpus, ramMb, rootVolume } = pool;
  const count = mostMachines(pool);
  const storage = rootVolume && count > 0 ? rootVolume.sizeGb * 1024 * count : 0;
  return {
    ...{ cores: vcpus * count, ram: ramMb * count },
    ...(storage > 0 && { [storageKey(cloud, rootVolume?.volumeType)]: storage }),
  };
}

/** How much of a tenant's limits one planned machine uses. */
export function limitsOfMachine(
  { vcpus, ramMb, systemVolumeSizeMb, systemVolumeType, dataVolumes }: LimitedMachine,
  cloud: Counting,
): TenantLimits {
  const systemVolume = { sizeMb: systemVolumeSizeMb, typeName: systemVolumeType };
  const volumes = dataVolumes.map(({ sizeMb, volumeType }) => ({ sizeMb, typeName: volumeType }));
  return machineLimits({ systemVolume, dataVolumes: volumes }, { vcpus, ramMb }, cloud, 1);
}
type LimitedMachine = Pick<NodeSpec, 'vcpus' | 'ramMb' | 'systemVolumeSizeMb' | 'systemVolumeType'> & {
  dataVolumes: readonly { sizeMb: number; volumeType?: string | undefined }[];
};

/** The limits that an order with pools needs in one tenant: for the machines of the pools and one load balancer. */
function limitsOfPools(attributes: ManagedAttributes, options: PluginOptions, cloud: OfferedCloud): TenantLimits {
  const { loadBalancer } = managedMachines(attributes, options);
  const place = { cloud, hasTypes: usesVolumeTypes(cloud, options) };
  const planned = poolsOfCloud(attributes, cloud).map((pool) => planTenantPool(pool, place, UNUSED));
  return addLimits([
    machineLimits(loadBalancer, flavorOf(cloud, 'loadBalancer', loadBalancer), cloud, 1),
    ...planned.map((pool) => poolLimits(pool, cloud)),
  ]);
}
/** Placeholders for settings of the provider that do not change the limits. */
const UNUSED = { allocateFloatingIps: false, imageUser: '' };

/**
 * The limits that the order needs in one tenant (docs/spec/orders.md#limits-of-tenants). An order with pools needs
 * limits for its pools and one load balancer. Any other order needs limits for three servers, the workers and one load
 * balancer. Throws Invalid if the cloud does not have the flavors.
 */
export function tenantLimits(attributes: ManagedAttributes, options: PluginOptions, cloud: OfferedCloud): TenantLimits {
  if (attributes.pools) return limitsOfPools(attributes, options, cloud);
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
 * Waldur's error if all tenants of an order together need more than an option `managed_rancher_tenant_max_*` allows.
 * Only the first exceeded limit is reported, in the order cores, memory, storage. Undefined if no limit is exceeded. An
 * option that is not set limits nothing (docs/spec/orders.md#limits-of-tenants).
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
