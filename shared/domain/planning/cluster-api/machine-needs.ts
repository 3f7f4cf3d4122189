import { type ChargedAmounts, chargedAmounts } from '../checks/charged-amounts.ts';
import type { MachineNeeds } from '../checks/check-tenant-quotas.ts';
import type { TenantFacts } from '../cloud-facts.ts';
import { type ClusterApiSpec, mostMachines, type NodeGroupSpec } from './cluster-spec.ts';
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

/**
 * What the price of a cluster depends on, with as many machines as its groups may have. If the cloud has lost the flavor
 * of the control plane, only the number of its machines and its volumes count.
 */
export function amountsOfCluster(
  { controlPlane, nodeGroups, etcdVolume, dockerVolume }: ClusterApiSpec,
  { flavors }: Pick<TenantFacts, 'flavors'>,
): ChargedAmounts[] {
  const { vcpus = 0, ramMb = 0, diskGb = 0 } = flavors.find(({ name }) => name === controlPlane.flavorName) ?? {};
  const docker = dockerVolume?.sizeGb ?? 0;
  const ofControlPlane = (controlPlane.bootVolume?.sizeGb ?? diskGb) + (etcdVolume?.sizeGb ?? 0) + docker;
  return [
    chargedAmounts(controlPlane.replicas, { vcpus, ramMb, storageGb: ofControlPlane }),
    ...nodeGroups.map((group) =>
      chargedAmounts(mostMachines(group), {
        ...group,
        storageGb: (group.bootVolume?.sizeGb ?? group.diskGb) + docker,
      }),
    ),
  ];
}
