import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';

/**
 * Attributes of a managed order (docs/spec/orders.md#managed-orders) after parsing, as stored on the order. Sizes are
 * in MB for one machine. The number of workers is for each tenant.
 */
export const managedAttributes = z.object({
  name: z.string(),
  description: z.string(),
  /** Uuids of the chosen clouds, each once. */
  openstackOfferingUuids: z.array(uuid).transform((ids) => [...new Set(ids)]),
  workerNodesCount: z.number().int().nonnegative(),
  workerNodesFlavorName: z.string(),
  /** Size of a worker's data volume; 0 means no data volume. */
  workerNodesDataVolumeSizeMb: z.number().int().nonnegative(),
  workerNodesDataVolumeTypeName: z.string().optional(),
  installLonghorn: z.boolean(),
  /** Size of Longhorn's volume on each worker. Required if Longhorn is to be installed; otherwise ignored. */
  workerNodesLonghornVolumeSizeMb: z.number().int().positive().optional(),
  workerNodesLonghornVolumeTypeName: z.string().optional(),
  /** Networks from which administrators may connect, besides the provider's own. */
  managementCidrs: z.array(z.string()).optional(),
  sshPublicKey: z.string().optional(),
  /** The Kubernetes release. Absent: the offering's default. */
  kubernetesVersion: z.string().optional(),
});
export type ManagedAttributes = z.infer<typeof managedAttributes>;

/** Attributes as received. The SSH key may be named by the uuid of a stored key. */
export type RequestedManagedAttributes = ManagedAttributes & { sshKeyUuid?: string | undefined };
