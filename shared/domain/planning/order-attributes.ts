import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';

/** The rule for names is in docs/spec/orders.md#self-managed-orders. */
export const CLUSTER_NAME = /^[a-z0-9]([-a-z0-9])+[a-z0-9]$/;
/** Rancher refuses the name of its own cluster, names that look like its ids, and longer names. */
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
 * A node as ordered (docs/requirements.md#s0-s-self-managed-order-and-node-attributes). It refers to the tenant's
 * objects by our uuids.
 */
export const nodeRequest = z.object({
  role: nodeRole,
  subnetUuid: uuid,
  /** The wanted flavor. Absent: the smallest flavor with `cpu` and `memoryMb`. */
  flavorUuid: uuid.optional(),
  cpu: z.number().int().positive().optional(),
  memoryMb: z.number().int().positive().optional(),
  tenantUuid: uuid.optional(),
  /** Size of the system volume. Absent: the smallest allowed size. */
  systemVolumeSizeMb: z.number().int().optional(),
  systemVolumeTypeUuid: uuid.optional(),
  /** Name of a volume type, of a template: used where the tenant has it. */
  preferredVolumeType: z.string().optional(),
  dataVolumes: z.array(dataVolume),
  /** The node's SSH key. Absent: the order's key. */
  sshPublicKey: z.string().optional(),
});
export type NodeRequest = z.infer<typeof nodeRequest>;

/** Attributes of a self-managed order (docs/spec/orders.md#self-managed-orders) after parsing, as stored on the order. */
export const orderAttributes = z.object({
  name: z.string(),
  description: z.string(),
  tenantUuid: uuid.optional(),
  vmProjectUuid: uuid.optional(),
  nodes: z.array(nodeRequest),
  sshPublicKey: z.string().optional(),
  securityGroupUuids: z.array(uuid),
  installLonghorn: z.boolean(),
  /** The Kubernetes release. Absent: the offering's default. */
  kubernetesVersion: z.string().optional(),
  /** The template that gave nodes. They are in `nodes`, so later changes of the template do not matter. */
  clusterTemplateUuid: uuid.optional(),
});
export type OrderAttributes = z.infer<typeof orderAttributes>;

/** Attributes as received. An SSH key may be named by the uuid of a stored key; the order stores the key's text (S0-268). */
type RequestedKey = { sshKeyUuid?: string | undefined };
export type RequestedAttributes = Omit<OrderAttributes, 'nodes'> &
  RequestedKey & {
    nodes: (NodeRequest & RequestedKey)[];
    /** Subnet of the nodes that the template gives. */
    subnetUuid?: Uuid | undefined;
  };
