import type { MachineNeeds } from '../checks/check-tenant-quotas.ts';
import type { TenantFacts } from '../cloud-facts.ts';
import type { NodeGroupSpec } from './cluster-spec.ts';
import type { PlannedClusterApi } from './plan-cluster-api.ts';

const MB_PER_GB = 1024;
type Volume = { sizeGb: number; volumeType?: string | undefined };
type Machine = { flavorName: string; bootVolume?: Volume | undefined };
type Disks = Pick<PlannedClusterApi, 'etcdVolume' | 'dockerVolume'>;

/** How much of each quota the machines need, with one entry for each machine. Empty if the flavor is unknown. */
function needsOf(
  { flavorName, bootVolume }: Machine,
  count: number,
  volumes: readonly (Volume | undefined)[],
  { flavors }: Pick<TenantFacts, 'flavors'>,
): MachineNeeds[] {
  const flavor = flavors.find(({ name }) => name === flavorName);
  if (!flavor) return [];
  const boot = bootVolume && {
    systemVolumeSizeMb: bootVolume.sizeGb * MB_PER_GB,
    systemVolumeType: bootVolume.volumeType,
  };
  const dataVolumes = volumes.flatMap((volume) =>
    volume
      ? [{ sizeMb: volume.sizeGb * MB_PER_GB, volumeType: volume.volumeType, mountPoint: '', filesystem: '' }]
      : [],
  );
  const needs: MachineNeeds = { vcpus: flavor.vcpus, ramMb: flavor.ramMb, dataVolumes, ...boot };
  return Array.from({ length: count }, () => needs);
}

/** The amounts of the tenant's quotas that the control plane machines need. */
export const controlPlaneNeeds = (
  { controlPlane, etcdVolume, dockerVolume }: Disks & Pick<PlannedClusterApi, 'controlPlane'>,
  count: number,
  tenant: Pick<TenantFacts, 'flavors'>,
): MachineNeeds[] => needsOf(controlPlane, count, [etcdVolume, dockerVolume], tenant);

/** The amounts of the tenant's quotas that the machines of a node group need. */
export const groupNeeds = (
  { dockerVolume }: Disks,
  group: NodeGroupSpec,
  count: number,
  tenant: Pick<TenantFacts, 'flavors'>,
): MachineNeeds[] => needsOf(group, count, [dockerVolume], tenant);
