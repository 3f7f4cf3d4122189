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
  /** Size of the data volume of each worker; 0 means no data volume. */
  workerNodesDataVolumeSizeMb: z.number().int().nonnegative(),
  workerNodesDataVolumeTypeName: z.string().optional(),
  installLonghorn: z.boolean(),
  /** Size of the volume for Longhorn on each worker. Required if Longhorn is to be installed, otherwise ignored. */
  workerNodesLonghornVolumeSizeMb: z.number().int().positive().optional(),
  workerNodesLonghornVolumeTypeName: z.string().optional(),
  /** Networks from which administrators may connect, in addition to the provider's networks. */
  managementCidrs: z.array(z.string()).optional(),
  sshPublicKey: z.string().optional(),
  /** The Kubernetes release. If absent, the default release of the offering. */
  kubernetesVersion: z.string().optional(),
  /** The day on which the resource is terminated by itself. */
  endDate: z.iso.date().optional(),
});
export type ManagedAttributes = z.infer<typeof managedAttributes>;

/** Attributes as the caller sends them. The caller may name a stored SSH key by its uuid instead of sending the key. */
export type RequestedManagedAttributes = ManagedAttributes & { sshKeyUuid?: string | undefined };
