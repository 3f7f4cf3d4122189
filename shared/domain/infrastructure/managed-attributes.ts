import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';

/**
 * Attributes of a managed order (docs/spec/orders.md#managed-orders) after parsing, stored on the order. Sizes are MB
 * for one machine; the number of workers is that of each tenant.
 */
export const managedAttributes = z.object({
  name: z.string(),
  description: z.string(),
  /** Each once, however it was named. */
  openstackOfferingUuids: z.array(uuid).transform((ids) => [...new Set(ids)]),
  workerNodesCount: z.number().int().nonnegative(),
  workerNodesFlavorName: z.string(),
  /** 0 means none. */
  workerNodesDataVolumeSizeMb: z.number().int().nonnegative(),
  workerNodesDataVolumeTypeName: z.string().optional(),
  installLonghorn: z.boolean(),
  /** Required if Longhorn is to be installed; otherwise ignored. */
  workerNodesLonghornVolumeSizeMb: z.number().int().positive().optional(),
  workerNodesLonghornVolumeTypeName: z.string().optional(),
  /** Sources for administration, besides the provider's own networks. */
  managementCidrs: z.array(z.string()).optional(),
  sshPublicKey: z.string().optional(),
  /** Absent: the offering's default. */
  kubernetesVersion: z.string().optional(),
});
export type ManagedAttributes = z.infer<typeof managedAttributes>;

/** Attributes as received: the key may be the uuid of a stored one. */
export type RequestedManagedAttributes = ManagedAttributes & { sshKeyUuid?: string | undefined };
