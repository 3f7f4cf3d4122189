import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { poolSettings } from '../planning/pools/cluster-spec.ts';
import { managedPoolRequest } from './managed-pool-request.ts';

/**
 * Attributes of a managed order (docs/spec/orders.md#managed-orders), as they are stored on the order. Sizes are in MB
 * for one machine. The number of workers is for each tenant.
 */
export const managedAttributes = z.object({
  name: z.string(),
  description: z.string(),
  /** Uuids of the chosen clouds, without duplicates. */
  openstackOfferingUuids: z.array(uuid).transform((ids) => [...new Set(ids)]),
  workerNodesCount: z.number().int().nonnegative(),
  workerNodesFlavorName: z.string(),
  /** Size of each worker's data volume. 0 means no data volume. */
  workerNodesDataVolumeSizeMb: z.number().int().nonnegative(),
  workerNodesDataVolumeTypeName: z.string().optional(),
  installLonghorn: z.boolean(),
  /** Size of each worker's volume for Longhorn. Required if Longhorn is to be installed, otherwise ignored. */
  workerNodesLonghornVolumeSizeMb: z.number().int().positive().optional(),
  workerNodesLonghornVolumeTypeName: z.string().optional(),
  /**
   * Pools of machines, if Rancher makes the machines of the offering's clusters. An order with pools has no worker
   * nodes.
   */
  pools: z.array(managedPoolRequest).optional(),
  /** Settings of a cluster with pools. If undefined, all settings have their default values. */
  poolSettings: poolSettings.optional(),
  /** Networks from which administrators may connect, in addition to the provider's networks. */
  managementCidrs: z.array(z.string()).optional(),
  sshPublicKey: z.string().optional(),
  /** The Kubernetes release. Default: the default release of the offering. */
  kubernetesVersion: z.string().optional(),
  /** The day on which the resource is terminated automatically. */
  endDate: z.iso.date().optional(),
});
export type ManagedAttributes = z.infer<typeof managedAttributes>;

/** Attributes as the caller sends them. They may have the uuid of a stored SSH key instead of a key. */
export type RequestedManagedAttributes = ManagedAttributes & { sshKeyUuid?: string | undefined };
