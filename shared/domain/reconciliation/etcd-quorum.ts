import type { Failure } from '../_core/failure.ts';
import type { Cluster } from '../clusters/cluster.ts';
import type { Node } from '../nodes/node.ts';
import { type ClusterObservation, rancherNodeOf } from '../nodes/observe-nodes.ts';
import { listedServer, WATCH_STEP } from '../nodes/server-state.ts';
import { rolesOf } from '../planning/node-spec.ts';

/** `message` is for users. `unknown`: Rancher lists no member, or the cloud of a member's tenant did not answer. */
export type Quorum = { kind: 'kept' } | { kind: 'unknown' } | { kind: 'lost'; message: string };

/**
 * Whether the node is being deleted because its server is gone. Until Rancher has removed the node, it is still a
 * member of etcd.
 */
export const isVanishedBeingDeleted = ({ nodeOperations }: Cluster, { uuid }: Node): boolean =>
  nodeOperations.some(({ nodeUuid, isVanished }) => nodeUuid === uuid && isVanished === true);

/**
 * The members of etcd that Rancher lists, even if an operation on them runs or has failed. If Rancher lists no member,
 * the result has all members that Rancher has ever listed.
 */
function membersOf(nodes: readonly Node[], observation: ClusterObservation): { members: Node[]; areListed: boolean } {
  const voters = nodes.filter(({ spec }) => rolesOf(spec).includes('etcd'));
  const listed = voters.filter((node) => rancherNodeOf(node, observation) !== undefined);
  if (listed.length > 0) return { members: listed, areListed: true };
  return { members: voters.filter(({ backendId }) => backendId !== ''), areListed: false };
}

/**
 * Whether more than half of etcd's members have a server that can run. Only the servers' state in the cloud counts,
 * because a machine may work although Rancher does not reach it (docs/spec/nodes.md#health-is-not-lifecycle).
 * @param vanished nodes whose servers count as deleted
 */
export function quorumOf(
  cluster: Cluster,
  nodes: readonly Node[],
  vanished: readonly Node[],
  observation: ClusterObservation,
): Quorum {
  const { members, areListed } = membersOf(nodes, observation);
  const gone = new Set(vanished.map(({ uuid }) => uuid));
  const isFallen = (node: Node) =>
    gone.has(node.uuid) || isVanishedBeingDeleted(cluster, node) || listedServer(node, observation)?.status === 'ERROR';
  const fallen = members.filter(isFallen);
  const standing = members.length - fallen.length;
  if (members.length > 0 && standing <= members.length / 2) {
    const names = fallen.map(({ spec }) => spec.name).join(', ');
    const message = `etcd has lost its quorum: ${standing} of its ${members.length} members are left. Lost members: ${names}.`;
    return { kind: 'lost', message };
  }
  const isAsked = members.every((node) => isFallen(node) || observation.servers.has(node.spec.tenantUuid));
  return { kind: areListed && isAsked ? 'kept' : 'unknown' };
}

/** The failure when etcd has lost its quorum. Retrying is useless, because Paddock cannot restore a quorum. */
export const quorumFailure = (message: string, now: Date): Failure => ({
  code: 'NOT_FOUND',
  owner: 'operator',
  retryable: false,
  step: WATCH_STEP,
  message: `${message} Bring these nodes back, or restore etcd in Rancher and delete these nodes there.`,
  at: now.toISOString(),
});
