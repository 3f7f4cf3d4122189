import type { MachineNeeds } from '../check-tenant-quotas.ts';
import type { Flavor } from '../cloud-facts.ts';
import type { PoolSpec } from './pool-spec.ts';

const MB_PER_GB = 1024;

/** What one machine of the pool takes of quotas. Undefined for an unknown flavor, which is refused elsewhere. */
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

/** What the given number of machines of the pool take of quotas. */
export function needsOfMachines(pool: PoolSpec, count: number, flavors: readonly Flavor[]): MachineNeeds[] {
  const needs = needsOf(pool, flavors);
  return needs ? Array.from({ length: count }, () => needs) : [];
}
