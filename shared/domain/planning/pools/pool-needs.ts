import type { MachineNeeds } from '../checks/check-tenant-quotas.ts';
import type { Flavor } from '../cloud-facts.ts';
import type { PoolSpec } from './pool-spec.ts';

const MB_PER_GB = 1024;

/**
 * How much of each quota one machine of the pool needs. Undefined if the flavor is unknown. Another check refuses such
 * a flavor.
 */
function needsOf(pool: PoolSpec, flavors: readonly Flavor[]): MachineNeeds | undefined {
  const flavor = flavors.find(({ id }) => id === pool.flavorId);
  if (!flavor) return undefined;
  const { rootVolume, floatingIpPool } = pool;
  return {
    vcpus: flavor.vcpus,
    ramMb: flavor.ramMb,
    dataVolumes: [],
    ...(rootVolume && { systemVolumeSizeMb: rootVolume.sizeGb * MB_PER_GB, systemVolumeType: rootVolume.volumeType }),
    ...(floatingIpPool !== undefined && { floatingNetworkId: floatingIpPool }),
  };
}

/**
 * How much of the tenant's quotas the machines of the pool need. The list has one entry for each of the `count`
 * machines. Empty if the flavor is unknown.
 */
export function needsOfMachines(pool: PoolSpec, count: number, flavors: readonly Flavor[]): MachineNeeds[] {
  const needs = needsOf(pool, flavors);
  return needs ? Array.from({ length: count }, () => needs) : [];
}
