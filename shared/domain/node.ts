import { z } from 'zod';
import { type Cluster, lifecycleState, type NodeSummary } from './cluster.ts';
import { failedServer } from './failed-server.ts';
import { failure } from './failure.ts';
import { uuid } from './identifier.ts';
import { nodeRole } from './order-attributes.ts';
import { record } from './record.ts';

/** What a machine does in its cluster, in Rancher's words. */
export const rancherRole = z.enum(['etcd', 'controlplane', 'worker']);
export type RancherRole = z.infer<typeof rancherRole>;

const ROLES = { server: ['etcd', 'controlplane'], agent: ['worker'] } as const;
/** Server = control plane and etcd, agent = worker (waldur-rancher.md §9c-9), where the plan says nothing else. */
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

/** What Rancher says of a running node; W14 gives the fields, quantities are already converted (§4 "Conversions"). */
export const nodeFacts = z.object({
  k8sVersion: z.string(),
  dockerVersion: z.string(),
  cpuAllocated: z.number().nullable(),
  cpuTotal: z.number().nullable(),
  /** MiB */
  ramAllocated: z.number().nullable(),
  /** MiB */
  ramTotal: z.number().nullable(),
  podsAllocated: z.number().nullable(),
  podsTotal: z.number().nullable(),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()),
});
export type NodeFacts = z.infer<typeof nodeFacts>;
export const NO_FACTS: NodeFacts = {
  k8sVersion: '',
  dockerVersion: '',
  cpuAllocated: null,
  cpuTotal: null,
  ramAllocated: null,
  ramTotal: null,
  podsAllocated: null,
  podsTotal: null,
  labels: {},
  annotations: {},
};

export const node = record.extend({
  clusterUuid: uuid,
  clusterName: z.string(),
  projectUuid: uuid,
  customerUuid: uuid,
  settingsUuid: uuid,
  state: lifecycleState,
  runtimeState: z.string(),
  spec: nodeSpec,
  /** Neutron's port, Nova's server and the volumes Nova made for it; empty until known. */
  portId: z.string(),
  instanceId: z.string(),
  volumeIds: z.array(z.string()),
  /** The operation that asked Nova for the server, and Nova's id of that request; absent until one was asked for. */
  serverRequest: z.object({ operationUuid: uuid, requestId: z.string().optional() }).optional(),
  /** What its machine joins with was made for it alone, and is not known to be gone (`birth-credential.ts`). */
  hasOwnCredential: z.boolean().optional(),
  /** Servers it had that came to nothing, the oldest first. */
  failedServers: z.array(failedServer).default([]),
  addresses: z.array(z.string()),
  /** Rancher's node id; empty until it has registered. */
  backendId: z.string(),
  facts: nodeFacts,
  lastError: failure.optional(),
});
export type Node = z.infer<typeof node>;

export function summaryOf(item: Node): NodeSummary {
  const { uuid: id, state, runtimeState, backendId, spec } = item;
  return { uuid: id, name: spec.name, role: spec.role, state, runtimeState, backendId };
}

/** The cluster's list with these nodes as they are now. */
export function summariesWith({ nodes }: Pick<Cluster, 'nodes'>, renewed: readonly Node[]): NodeSummary[] {
  const byUuid = new Map(renewed.map((item) => [item.uuid, summaryOf(item)]));
  return nodes.map((summary) => byUuid.get(summary.uuid) ?? summary);
}
