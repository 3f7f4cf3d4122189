import { z } from 'zod';
import type { PlannedObjects, PlannedPool, PlannedTenant } from '#shared/domain/infrastructure/planned-objects';
import { rancherRole } from '#shared/domain/planning/rancher-role';

const plannedPool = z.object({
  name: z.string(),
  roles: z.array(rancherRole),
  quantity: z.int(),
  /** Bounds of the autoscaler. Null if the autoscaler does not change the pool. */
  autoscaling: z.object({ min: z.int(), max: z.int() }).nullable(),
  flavor_id: z.string(),
  flavor_name: z.string(),
  /** Number of cores of one machine. */
  cores: z.int(),
  /** Memory of one machine, in MB. */
  ram: z.int(),
  image_id: z.string(),
  image_name: z.string(),
  network_id: z.string(),
  security_group_ids: z.array(z.string()),
  /** The volume from which a machine boots, with its size in GB. Null if machines boot from the disk of the flavor. */
  root_volume: z.object({ size: z.int(), type: z.string().nullable() }).nullable(),
});

/** What an order creates in a tenant if Rancher makes the machines. */
export const tenantPoolFields = {
  /** Pools of machines. Rancher makes the machines and chooses their names. Empty if Paddock makes the machines. */
  pools: z.array(plannedPool),
  /**
   * Quotas of the tenant before and after the order, as far as the cloud shows them. Empty if Paddock makes the
   * machines.
   */
  quotas: z.array(z.object({ name: z.string(), limit: z.int(), used: z.int(), after: z.int() })),
};

/** Objects from which Rancher makes machines. Null if Paddock makes the machines. */
export const rancherPoolsView = z
  .object({
    /** Cloud credentials, one for each tenant. */
    cloud_credentials: z.array(z.string()),
    machine_configs: z.array(z.string()),
    labels: z.record(z.string(), z.string()),
  })
  .nullable();

const viewPool = ({ spec, flavor, image }: PlannedPool): z.infer<typeof plannedPool> => ({
  name: spec.name,
  roles: spec.roles,
  quantity: spec.quantity,
  autoscaling: spec.autoscaling ?? null,
  flavor_id: flavor.id,
  flavor_name: flavor.name,
  cores: flavor.vcpus,
  ram: flavor.ramMb,
  image_id: image.id,
  image_name: image.name,
  network_id: spec.networkId,
  security_group_ids: spec.securityGroupIds,
  root_volume: spec.rootVolume ? { size: spec.rootVolume.sizeGb, type: spec.rootVolume.volumeType ?? null } : null,
});

export const viewTenantPools = (planned: PlannedTenant['pools']) => ({
  pools: (planned?.pools ?? []).map(viewPool),
  quotas: planned?.quotas ?? [],
});

export const viewRancherPools = ({ pools }: PlannedObjects['rancher']): z.infer<typeof rancherPoolsView> =>
  pools
    ? { cloud_credentials: pools.cloudCredentials, machine_configs: pools.machineConfigs, labels: pools.labels }
    : null;
