import { z } from 'zod';
import { type Uuid, uuid } from '../_core/identifier.ts';
import { clusterApiRequest, type RequestedClusterApi } from './cluster-api/cluster-request.ts';
import { dataVolume } from './data-volume.ts';
import { poolSettings } from './pools/cluster-spec.ts';
import { poolRequest } from './pools/pool-request.ts';

/** Names of clusters (docs/spec/orders.md#self-managed-orders). */
export const CLUSTER_NAME = /^[a-z0-9]([-a-z0-9])+[a-z0-9]$/;
/**
 * Matches the names that Rancher accepts. Rancher refuses `local`, the name of its own cluster, and names that look
 * like Rancher's ids.
 */
export const NOT_RESERVED = /^(?!(local|c-[a-z0-9]{5})$)/;
export const MAX_CLUSTER_NAME = 63;

export const nodeRole = z.enum(['server', 'agent']);
export type NodeRole = z.infer<typeof nodeRole>;

/**
 * A node of an order (docs/requirements.md#s0-s-self-managed-order-and-node-attributes). Objects of the tenant, such as
 * the subnet, are given by Paddock's uuids, not by the cloud's ids.
 */
export const nodeRequest = z.object({
  role: nodeRole,
  subnetUuid: uuid,
  /** The wanted flavor. If undefined, the smallest flavor with `cpu` and `memoryMb` is used. */
  flavorUuid: uuid.optional(),
  cpu: z.number().int().positive().optional(),
  memoryMb: z.number().int().positive().optional(),
  tenantUuid: uuid.optional(),
  /** Size of the system volume. If undefined, the smallest allowed size is used. */
  systemVolumeSizeMb: z.number().int().optional(),
  systemVolumeTypeUuid: uuid.optional(),
  /** Name of the volume type that the cluster template prefers. It is used if the tenant has this type. */
  preferredVolumeType: z.string().optional(),
  dataVolumes: z.array(dataVolume),
  /** The node's SSH key. If undefined, the key of the order is used. */
  sshPublicKey: z.string().optional(),
});
export type NodeRequest = z.infer<typeof nodeRequest>;

/**
 * The attributes of a self-managed order, in the form in which Paddock stores them
 * (docs/spec/orders.md#self-managed-orders).
 */
export const orderAttributes = z.object({
  name: z.string(),
  description: z.string(),
  tenantUuid: uuid.optional(),
  vmProjectUuid: uuid.optional(),
  nodes: z.array(nodeRequest),
  /** Pools of machines, if Rancher makes the machines of the offering's clusters. In this case, `nodes` is empty. */
  pools: z.array(poolRequest).optional(),
  /** Settings of a cluster with pools. If undefined, all settings have their default values. */
  poolSettings: poolSettings.optional(),
  /** The requested Cluster API cluster, if the offering's driver is `cluster-api`. In this case, `nodes` is empty. */
  clusterApi: clusterApiRequest.optional(),
  sshPublicKey: z.string().optional(),
  securityGroupUuids: z.array(uuid),
  installLonghorn: z.boolean(),
  /** The Kubernetes release. If undefined, the offering's default release is used. */
  kubernetesVersion: z.string().optional(),
  /** The day on which Paddock terminates the resource. */
  endDate: z.iso.date().optional(),
  /**
   * The template that the order has named. `nodes` already contains the template's nodes, so a later change of the
   * template has no effect.
   */
  clusterTemplateUuid: uuid.optional(),
});
export type OrderAttributes = z.infer<typeof orderAttributes>;

/**
 * Attributes as the caller sends them. A caller may name a stored SSH key by its uuid. The order stores the key itself
 * (S0-268).
 */
type RequestedKey = { sshKeyUuid?: string | undefined };
export type RequestedAttributes = Omit<OrderAttributes, 'nodes'> &
  RequestedKey & {
    nodes: (NodeRequest & RequestedKey)[];
    /** The request for a Cluster API cluster, before the values of its template are added. */
    requestedClusterApi?: RequestedClusterApi | undefined;
    /** The names of the order's attributes that only Cluster API uses. Other drivers refuse them. */
    clusterApiFields?: readonly string[] | undefined;
    /** The subnet for the nodes that the template adds to the order. */
    subnetUuid?: Uuid | undefined;
  };
