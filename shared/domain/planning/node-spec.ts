import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { nodeRole } from './order-attributes.ts';
import { type RancherRole, rancherRole } from './rancher-role.ts';

const ROLES = { server: ['etcd', 'controlplane'], agent: ['worker'] } as const;
/**
 * The roles of a node in Rancher. If the plan names none, a server has control plane and etcd, and an agent is a worker
 * (docs/spec/nodes.md#roles).
 */
export const rolesOf = ({ role, roles }: Pick<NodeSpec, 'role' | 'roles'>): readonly RancherRole[] =>
  roles ?? ROLES[role];

/** Roles of a server that is added to a cluster. If the cluster has no workers, its servers also run workloads. */
export const rolesOfAddedServer = (hasWorkers: boolean): RancherRole[] =>
  hasWorkers ? ['controlplane'] : ['controlplane', 'worker'];

/** The plan of one machine. The API shows it as `initial_data`. Ids are those of the cloud, and sizes are in MB. */
export const nodeSpec = z.object({
  name: z.string(),
  role: nodeRole,
  /** Rancher's roles of the node. If absent, a server has etcd and control plane, and an agent is a worker. */
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
  /** Availability zone of the machine and its volumes. If absent, the cloud chooses it. */
  availabilityZone: z.string().optional(),
  /**
   * A server group of Nova, which keeps its members on different hosts. Absent if the machine is in no server group.
   */
  serverGroupId: z.string().optional(),
  /** The external network of the machine's floating IP. Absent if the machine gets no floating IP. */
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
 * Makes an added server a member of etcd if the number of members is even. An even number means that the cluster has
 * lost a member. If the number is odd, the server does not become a member, because one more member would not make the
 * cluster safer.
 * @param others the existing nodes of the cluster
 */
export function withEtcdWhereMissing<S extends InCluster>(added: S, others: readonly InCluster[]): S {
  const isMissing = added.role === 'server' && others.filter(isMember).length % 2 === 0;
  return isMissing ? { ...added, roles: [...new Set([...rolesOf(added), 'etcd' as const])] } : added;
}
