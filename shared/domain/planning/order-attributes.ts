import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';

/** docs/spec/orders.md#self-managed-orders. */
export const CLUSTER_NAME = /^[a-z0-9]([-a-z0-9])+[a-z0-9]$/;
/** Rancher's own cluster, and names that are formed like Rancher's ids, it gives to nobody; longer names it refuses, too. */
export const NOT_RESERVED = /^(?!(local|c-[a-z0-9]{5})$)/;
export const MAX_CLUSTER_NAME = 63;

export const dataVolume = z.object({
  sizeMb: z.number().int(),
  mountPoint: z.string(),
  filesystem: z.string(),
  volumeTypeUuid: uuid.optional(),
});
export const nodeRole = z.enum(['server', 'agent']);
export type NodeRole = z.infer<typeof nodeRole>;

/**
 * A node as the customer asked for it (docs/requirements.md#s0-s-self-managed-order-and-node-attributes); references are our uuids of
 * things in the tenant.
 */
export const nodeRequest = z.object({
  role: nodeRole,
  subnetUuid: uuid,
  /** Left out when `cpu` and `memoryMb` choose the smallest flavor that fits. */
  flavorUuid: uuid.optional(),
  cpu: z.number().int().positive().optional(),
  memoryMb: z.number().int().positive().optional(),
  tenantUuid: uuid.optional(),
  /** Left out: the smallest size allowed. */
  systemVolumeSizeMb: z.number().int().optional(),
  systemVolumeTypeUuid: uuid.optional(),
  dataVolumes: z.array(dataVolume),
  /** Left out: the order's. */
  sshPublicKey: z.string().optional(),
});
export type NodeRequest = z.infer<typeof nodeRequest>;

/** A self-managed order's attributes (docs/spec/orders.md#self-managed-orders) after parsing; kept on the order. */
export const orderAttributes = z.object({
  name: z.string(),
  description: z.string(),
  tenantUuid: uuid.optional(),
  vmProjectUuid: uuid.optional(),
  nodes: z.array(nodeRequest),
  sshPublicKey: z.string().optional(),
  securityGroupUuids: z.array(uuid),
  installLonghorn: z.boolean(),
  /** Left out: the offering's default. */
  kubernetesVersion: z.string().optional(),
});
export type OrderAttributes = z.infer<typeof orderAttributes>;

/** Attributes as they arrive: a key may be named by the uuid of a stored one, which becomes its text when it is ordered (S0-268). */
type RequestedKey = { sshKeyUuid?: string | undefined };
export type RequestedAttributes = Omit<OrderAttributes, 'nodes'> &
  RequestedKey & { nodes: (NodeRequest & RequestedKey)[] };
