import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';

/** Names of clusters (docs/spec/orders.md#self-managed-orders). */
export const CLUSTER_NAME = /^[a-z0-9]([-a-z0-9])+[a-z0-9]$/;
/**
 * Names that Rancher does not refuse. It refuses the name of its own cluster (`local`) and names that look like its
 * ids.
 */
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
 * A node in an order (docs/requirements.md#s0-s-self-managed-order-and-node-attributes). It names objects of the tenant
 * by Paddock's uuids.
 */
export const nodeRequest = z.object({
  role: nodeRole,
  subnetUuid: uuid,
  /** The wanted flavor. If absent, the smallest flavor with `cpu` and `memoryMb`. */
  flavorUuid: uuid.optional(),
  cpu: z.number().int().positive().optional(),
  memoryMb: z.number().int().positive().optional(),
  tenantUuid: uuid.optional(),
  /** Size of the system volume. If absent, the smallest allowed size. */
  systemVolumeSizeMb: z.number().int().optional(),
  systemVolumeTypeUuid: uuid.optional(),
  /** Name of a volume type from a cluster template. It is used if the tenant has this type. */
  preferredVolumeType: z.string().optional(),
  dataVolumes: z.array(dataVolume),
  /** The node's SSH key. If absent, the key of the order. */
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
  /** The Kubernetes release. If absent, the default release of the offering. */
  kubernetesVersion: z.string().optional(),
  /** The day on which the resource is terminated by itself. */
  endDate: z.iso.date().optional(),
  /**
   * The template that nodes were taken from. `nodes` already contains them, so later changes of the template have no
   * effect.
   */
  clusterTemplateUuid: uuid.optional(),
});
export type OrderAttributes = z.infer<typeof orderAttributes>;

/**
 * Attributes as the caller sends them. The caller may name a stored SSH key by its uuid. The order then stores the text
 * of the key (S0-268).
 */
type RequestedKey = { sshKeyUuid?: string | undefined };
export type RequestedAttributes = Omit<OrderAttributes, 'nodes'> &
  RequestedKey & {
    nodes: (NodeRequest & RequestedKey)[];
    /** Subnet for the nodes from the template. */
    subnetUuid?: Uuid | undefined;
  };
