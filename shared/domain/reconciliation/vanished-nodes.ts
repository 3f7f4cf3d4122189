import { brakeRemoval } from '../cluster-access/deletion-brake.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { MOST_NODE_OPERATIONS } from '../clusters/node-operation.ts';
import type { Node } from '../nodes/node.ts';
import type { ClusterObservation } from '../nodes/observe-nodes.ts';
import { isResting, isServerGone } from '../nodes/server-state.ts';

/** How many lost nodes one check may confirm: one node of a small cluster, a tenth of a large cluster. */
const AT_ONE_CHECK = { maxShare: 0.1, always: 1 };
/** How long after the first check a second check may confirm that further nodes are lost. */
const CONFIRMED_AFTER_MS = 2 * 60_000;

/** Nodes whose server is missing in the list of servers of the node's tenant. */
export const nodesWithoutServer = (cluster: Cluster, nodes: readonly Node[], observation: ClusterObservation): Node[] =>
  nodes.filter((node) => isResting(cluster, node) && isServerGone(node, observation));

/** Whether Rancher has contact with the machine now. If a list of servers lacks such a machine, the list is wrong. */
const isHeardFrom = ({ runtimeState }: Node, { remote }: ClusterObservation): boolean =>
  remote?.state === 'active' && runtimeState === 'active';

function isConfirmed({ drift }: Cluster, { uuid }: Node, now: Date): boolean {
  const known = drift.find(({ kind, nodeUuid }) => kind === 'SERVER_NOT_FOUND' && nodeUuid === uuid);
  return known !== undefined && now.getTime() - Date.parse(known.since) >= CONFIRMED_AFTER_MS;
}

/**
 * Nodes that are considered deleted together with their servers. After a change of credential or cloud, a list of
 * servers may be short or empty, and the cluster must not lose its records because of that. If more than a few nodes
 * are missing, a later check has to confirm each loss. Even then a node is kept while Rancher has contact with its
 * machine.
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

/** How many further operations on nodes the cluster may start now. */
export const roomIn = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>): number =>
  Math.max(0, MOST_NODE_OPERATIONS - nodeOperations.length);
