import type { PluginOptions } from '#shared/domain/providers/plugin-options';
import type { ManagedAttributes } from '../managed-attributes.ts';

/**
 * Mount points and file systems of data volumes and of volumes for Longhorn
 * (docs/spec/managed-clusters.md#volumes-of-machines).
 */
const DATA = { mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' };
const LONGHORN = { mountPoint: '/opt/longhorn_storage', filesystem: 'btrfs' };

/**
 * Default sizes of system volumes in GB, for offerings that set none
 * (docs/spec/managed-clusters.md#volumes-of-machines).
 */
const SYSTEM_GB = 64;
const LOAD_BALANCER_SYSTEM_GB = 20;

export type ManagedRole = 'server' | 'worker' | 'loadBalancer';

/** A volume. Its size is in MB, although the options of an offering have sizes in GB. */
export type ManagedVolume = { sizeMb: number; typeName?: string | undefined };
export type MountedVolume = ManagedVolume & { mountPoint: string; filesystem: string };

/**
 * Flavor and volumes of the machines of one role. Flavor and volumes do not differ between the tenants of a cluster.
 */
export type ManagedMachine<V extends ManagedVolume = ManagedVolume> = {
  /** Name of the flavor. Undefined if the offering names no flavor. */
  flavorName: string | undefined;
  systemVolume: ManagedVolume;
  dataVolumes: readonly V[];
};
export type ManagedMachines = {
  server: ManagedMachine<MountedVolume>;
  worker: ManagedMachine<MountedVolume>;
  /** The data volume of a load balancer has no mount point and no file system. */
  loadBalancer: ManagedMachine;
};

const fromGb = (sizeGb: number, typeName: string | undefined): ManagedVolume => ({ sizeMb: sizeGb * 1024, typeName });
const unlessEmpty = <V extends ManagedVolume>(volume: V): V[] => (volume.sizeMb > 0 ? [volume] : []);

const server = (options: PluginOptions): ManagedMachines['server'] => ({
  flavorName: options.managed_rancher_server_flavor_name,
  systemVolume: fromGb(
    options.managed_rancher_server_system_volume_size_gb ?? SYSTEM_GB,
    options.managed_rancher_server_system_volume_type_name,
  ),
  dataVolumes: unlessEmpty({
    ...fromGb(
      options.managed_rancher_server_data_volume_size_gb ?? 0,
      options.managed_rancher_server_data_volume_type_name,
    ),
    ...DATA,
  }),
});

const worker = (attributes: ManagedAttributes, options: PluginOptions): ManagedMachines['worker'] => {
  const longhornVolumes = attributes.installLonghorn
    ? unlessEmpty({
        sizeMb: attributes.workerNodesLonghornVolumeSizeMb ?? 0,
        typeName: attributes.workerNodesLonghornVolumeTypeName,
        ...LONGHORN,
      })
    : [];
  return {
    flavorName: attributes.workerNodesFlavorName,
    systemVolume: fromGb(
      options.managed_rancher_worker_system_volume_size_gb ?? SYSTEM_GB,
      options.managed_rancher_worker_system_volume_type_name,
    ),
    dataVolumes: [
      ...unlessEmpty({
        sizeMb: attributes.workerNodesDataVolumeSizeMb,
        typeName: attributes.workerNodesDataVolumeTypeName,
        ...DATA,
      }),
      ...longhornVolumes,
    ],
  };
};

const loadBalancer = (options: PluginOptions): ManagedMachines['loadBalancer'] => ({
  flavorName: options.managed_rancher_load_balancer_flavor_name,
  systemVolume: fromGb(
    options.managed_rancher_load_balancer_system_volume_size_gb ?? LOAD_BALANCER_SYSTEM_GB,
    options.managed_rancher_load_balancer_system_volume_type_name,
  ),
  dataVolumes: unlessEmpty(
    fromGb(
      options.managed_rancher_load_balancer_data_volume_size_gb ?? 0,
      options.managed_rancher_load_balancer_data_volume_type_name,
    ),
  ),
});

/**
 * The machines of a managed order by role, with sizes in MB. An offering has sizes in GB and an order has sizes in MB.
 * Therefore limits, checks and plan must take sizes from this function
 * (docs/spec/managed-clusters.md#sizes-are-gb-or-mb).
 */
export const managedMachines = (attributes: ManagedAttributes, options: PluginOptions): ManagedMachines => ({
  server: server(options),
  worker: worker(attributes, options),
  loadBalancer: loadBalancer(options),
});

/** Number of servers in each tenant, as in Waldur (docs/spec/orders.md#limits-of-tenants). */
export const SERVERS_PER_TENANT = 3;

/** Number of machines of each role in a tenant. */
export const machineCounts = ({ workerNodesCount }: ManagedAttributes): Readonly<Record<ManagedRole, number>> => ({
  server: SERVERS_PER_TENANT,
  worker: workerNodesCount,
  loadBalancer: 1,
});
export const MANAGED_ROLES = ['worker', 'server', 'loadBalancer'] as const satisfies readonly ManagedRole[];
