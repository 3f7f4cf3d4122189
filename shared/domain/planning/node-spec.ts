import { z } from 'zod';
import { uuid } from '../_core/identifier.ts';
import { nodeRole } from './order-attributes.ts';

/** What a machine does in its cluster, in Rancher's words. */
export const rancherRole = z.enum(['etcd', 'controlplane', 'worker']);
export type RancherRole = z.infer<typeof rancherRole>;

const ROLES = { server: ['etcd', 'controlplane'], agent: ['worker'] } as const;
/** Server = control plane and etcd, agent = worker (docs/spec/nodes.md#roles), where the plan says nothing else. */
export const rolesOf = ({ role, roles }: Pick<NodeSpec, 'role' | 'roles'>): readonly RancherRole[] =>
  roles ?? ROLES[role];

/** Of a server that is added to a cluster; without workers servers carry the workloads too. */
export const rolesOfAddedServer = (hasWorkers: boolean): RancherRole[] =>
  hasWorkers ? ['controlplane'] : ['controlplane', 'worker'];

/** What the plan decided for one machine; `initial_data` in the API. Ids are the backend's own, sizes MB. */
export const nodeSpec = z.object({
  name: z.string(),
  role: nodeRole,
  /** Absent: those of the role, etcd and control plane of a server, worker of an agent. */
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
  /** Where it and its volumes are to stand; absent: the cloud chooses. */
  availabilityZone: z.string().optional(),
  /** Nova's group whose members it keeps apart; absent: in none. */
  serverGroupId: z.string().optional(),
  /** The external network its floating IP is taken from; absent: it gets none. */
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
 * A server that is added is a member of etcd where one has been lost: an odd number of members was chosen when the cluster was made,
 * and one more than that, or an even number, would not make it safer.
 * @param others those that the cluster has
 */
export function withEtcdWhereMissing<S extends InCluster>(added: S, others: readonly InCluster[]): S {
  const isMissing = added.role === 'server' && others.filter(isMember).length % 2 === 0;
  return isMissing ? { ...added, roles: [...new Set([...rolesOf(added), 'etcd' as const])] } : added;
}
