import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { nodeRole } from './order-attributes.ts';

/** Roles of a machine in its cluster, with Rancher's names. */
export const rancherRole = z.enum(['etcd', 'controlplane', 'worker']);
export type RancherRole = z.infer<typeof rancherRole>;

const ROLES = { server: ['etcd', 'controlplane'], agent: ['worker'] } as const;
/**
 * The node's roles. Unless the plan says otherwise, a server has control plane and etcd, and an agent is a worker
 * (docs/spec/nodes.md#roles).
 */
export const rolesOf = ({ role, roles }: Pick<NodeSpec, 'role' | 'roles'>): readonly RancherRole[] =>
  roles ?? ROLES[role];

/** Roles of an added server. In a cluster without workers, servers also run workloads. */
export const rolesOfAddedServer = (hasWorkers: boolean): RancherRole[] =>
  hasWorkers ? ['controlplane'] : ['controlplane', 'worker'];

/** The plan for one machine; `initial_data` in the API. Ids are the backend's own, sizes are in MB. */
export const nodeSpec = z.object({
  name: z.string(),
  role: nodeRole,
  /** Rancher's roles. Absent: etcd and control plane for a server, worker for an agent. */
  roles: z.array(rancherRole).optional(),
  tenantUuid: uuid,
  flavorId: z.string(),
  flavorName: z.string(),
  vcpus: z.number().int(),
  ramMb: z.number().int(),
  imageId: z.string(),
  subnetId: z.string(),
  networkId: z.string(),
  securityGroupIds: z.array(z.string()),
  /** Availability zone of the machine and its volumes. Absent: the cloud chooses. */
  availabilityZone: z.string().optional(),
  /** Nova's server group, which keeps its members on different hosts. Absent: the machine is in none. */
  serverGroupId: z.string().optional(),
  /** The external network of the machine's floating IP. Absent: the machine gets none. */
  floatingNetworkId: z.string().optional(),
  systemVolumeSizeMb: z.number().int(),
  systemVolumeType: z.string().optional(),
  dataVolumes: z.array(
    z.object({
      sizeMb: z.number().int(),
      mountPoint: z.string(),
      filesystem: z.string(),
      volumeType: z.string().optional(),
    }),
  ),
  sshPublicKey: z.string().optional(),
});
export type NodeSpec = z.infer<typeof nodeSpec>;

type InCluster = Pick<NodeSpec, 'role' | 'roles'>;
const isMember = (spec: InCluster): boolean => rolesOf(spec).includes('etcd');

/**
 * Makes an added server a member of etcd only when a member was lost. A cluster is created with an odd number of
 * members. More members, or an even number, would not make it safer.
 * @param others the cluster's existing nodes
 */
export function withEtcdWhereMissing<S extends InCluster>(added: S, others: readonly InCluster[]): S {
  const isMissing = added.role === 'server' && others.filter(isMember).length % 2 === 0;
  return isMissing ? { ...added, roles: [...new Set([...rolesOf(added), 'etcd' as const])] } : added;
}
