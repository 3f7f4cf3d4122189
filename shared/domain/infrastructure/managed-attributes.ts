import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';

/**
 * A managed order's attributes (docs/spec/orders.md#managed-orders) after parsing; kept on the order. Sizes
 * are MB and of one machine, the number of workers is that of each tenant.
 */
export const managedAttributes = z.object({
  name: z.string(),
  description: z.string(),
  /** Each once, however often and in whichever form it was named. */
  openstackOfferingUuids: z.array(uuid).transform((ids) => [...new Set(ids)]),
  workerNodesCount: z.number().int().nonnegative(),
  workerNodesFlavorName: z.string(),
  /** 0: none. */
  workerNodesDataVolumeSizeMb: z.number().int().nonnegative(),
  workerNodesDataVolumeTypeName: z.string().optional(),
  installLonghorn: z.boolean(),
  /** Must be there when Longhorn is to be installed; means nothing otherwise. */
  workerNodesLonghornVolumeSizeMb: z.number().int().positive().optional(),
  workerNodesLonghornVolumeTypeName: z.string().optional(),
  /** From where the cluster is administered, beside the provider's own networks. */
  managementCidrs: z.array(z.string()).optional(),
  sshPublicKey: z.string().optional(),
  /** Left out: the offering's default. */
  kubernetesVersion: z.string().optional(),
});
export type ManagedAttributes = z.infer<typeof managedAttributes>;

/** As they arrive: the key may be a stored one's uuid. */
export type RequestedManagedAttributes = ManagedAttributes & { sshKeyUuid?: string | undefined };
