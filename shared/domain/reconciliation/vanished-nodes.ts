import { brakeRemoval } from '../cluster-access/deletion-brake.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { MAX_NODE_OPERATIONS } from '../clusters/node-operation.ts';
import type { Node } from '../nodes/node.ts';
import type { ClusterObservation } from '../nodes/observe-nodes.ts';
import { isResting, isServerGone } from '../nodes/server-state.ts';

/**
 * How many lost nodes the first check is allowed to confirm: one node of a small cluster, and a tenth of the nodes of a
 * large cluster.
 */
const AT_ONE_CHECK = { maxShare: 0.1, always: 1 };
/**
 * One check may confirm only a few lost nodes (`AT_ONE_CHECK`). If more nodes are lost, a node counts as deleted only
 * if it is still lost after this time.
 */
const CONFIRMED_AFTER_MS = 2 * 60_000;

/** Nodes whose server is not in the list of servers of their tenant. */
export const nodesWithoutServer = (cluster: Cluster, nodes: readonly Node[], observation: ClusterObservation): Node[] =>
  nodes.filter((node) => isResting(cluster, node) && isServerGone(node, observation));

/**
 * Whether Rancher reaches the machine now. If Rancher reaches the machine, a list of servers without this machine must
 * be wrong.
 */
const isHeardFrom = ({ runtimeState }: Node, { remote }: ClusterObservation): boolean =>
  remote?.state === 'active' && runtimeState === 'active';

function isConfirmed({ drift }: Cluster, { uuid }: Node, now: Date): boolean {
  const known = drift.find(({ kind, nodeUuid }) => kind === 'SERVER_NOT_FOUND' && nodeUuid === uuid);
  return known !== undefined && now.getTime() - Date.parse(known.since) >= CONFIRMED_AFTER_MS;
}

/**
 * The nodes that count as deleted, because their servers are gone. A list of servers may be incomplete or empty after a
 * change of credential or cloud. So if more than a few nodes are missing, each of them must still be missing at a later
 * check. Even then, a node does not count as deleted while Rancher reaches its machine.
 * @param nodes all nodes of the cluster, as observed
 */
export function vanishedNodes(
  cluster: Cluster,
  nodes: readonly Node[],
  observation: ClusterObservation,
  now: Date,
): Node[] {
  const lost = nodesWithoutServer(cluster, nodes, observation);
  const total = nodes.filter((node) => node.instanceId !== '').length;
  const { remove, stopped } = brakeRemoval(
    { candidates: lost.map((node) => ({ id: node.uuid, node })), total },
    AT_ONE_CHECK,
  );
  if (!stopped) return remove.map(({ node }) => node);
  return lost.filter((node) => isConfirmed(cluster, node, now) && !isHeardFrom(node, observation));
}

/** How many more node operations the cluster may start now. */
export const roomIn = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>): number =>
  Math.max(0, MAX_NODE_OPERATIONS - nodeOperations.length);
