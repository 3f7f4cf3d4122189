import type { Cluster } from './cluster.ts';
import type { Failure } from './failure.ts';
import type { Look } from './look.ts';
import type { Node } from './node.ts';
import { rolesOf } from './node-spec.ts';
import { isErredByWatch, isResting, listedServer, WATCH_STEP } from './watched-node.ts';

/** A loss in words; undefined where etcd has its quorum, `unknown` where a member's tenant could not be asked. */
export type Quorum = { kind: 'kept' } | { kind: 'unknown' } | { kind: 'lost'; message: string };

const isMember = (cluster: Cluster, node: Node): boolean =>
  rolesOf(node.spec).includes('etcd') &&
  node.backendId !== '' &&
  (node.state === 'OK' || isErredByWatch(node) || isLeavingVanished(cluster, node));

/** Its server is gone, and it is a member until Rancher has let it go. */
export const isLeavingVanished = ({ nodeOperations }: Cluster, { uuid }: Node): boolean =>
  nodeOperations.some(({ nodeUuid, isVanished }) => nodeUuid === uuid && isVanished === true);

/**
 * Whether more than half of etcd's members have a server that can run. Only servers are counted: a machine that Rancher does not hear
 * from may be well, and health is not lifecycle (waldur-rancher.md §8-20).
 * @param vanished those whose servers are taken to be gone
 */
export function quorumOf(cluster: Cluster, nodes: readonly Node[], vanished: readonly Node[], look: Look): Quorum {
  const members = nodes.filter((node) => isMember(cluster, node));
  const gone = new Set(vanished.map(({ uuid }) => uuid));
  const isFallen = (node: Node) =>
    gone.has(node.uuid) || isLeavingVanished(cluster, node) || listedServer(node, look)?.status === 'ERROR';
  const fallen = members.filter(isFallen);
  const standing = members.length - fallen.length;
  if (members.length > 0 && standing <= members.length / 2) {
    const names = fallen.map(({ spec }) => spec.name).join(', ');
    const message = `etcd has lost its quorum: ${standing} of its ${members.length} members are left, without ${names}.`;
    return { kind: 'lost', message };
  }
  const isAsked = members.every((node) => !isResting(cluster, node) || look.servers.has(node.spec.tenantUuid));
  return { kind: isAsked ? 'kept' : 'unknown' };
}

/** Nothing of ours brings it back. */
export const quorumFailure = (message: string, now: Date): Failure => ({
  ...{ code: 'NOT_FOUND', owner: 'operator', retryable: false, step: WATCH_STEP },
  ...{ message: `${message} Bring them back, or restore etcd in Rancher.`, at: now.toISOString() },
});
