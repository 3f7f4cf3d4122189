import { brakeRemoval } from '../cluster-access/deletion-brake.ts';
import type { Cluster } from '../clusters/cluster.ts';
import { MOST_NODE_OPERATIONS } from '../clusters/node-operation.ts';
import type { Node } from '../nodes/node.ts';
import type { Look } from '../nodes/observe-nodes.ts';
import { isResting, isServerGone } from '../nodes/server-state.ts';

/** How many losses a single look may confirm: one node of a small cluster, a tenth of a large one. */
const AT_ONE_LOOK = { maxShare: 0.1, always: 1 };
/** More losses count when another look, so much later, confirms them. */
const CONFIRMED_AFTER_MS = 2 * 60_000;

/** Nodes with servers that their tenants do not list. */
export const nodesWithoutServer = (cluster: Cluster, nodes: readonly Node[], look: Look): Node[] =>
  nodes.filter((node) => isResting(cluster, node) && isServerGone(node, look));

/** Rancher has contact to the machine now, so a list without it is wrong. */
const isHeardFrom = ({ runtimeState }: Node, { remote }: Look): boolean =>
  remote?.state === 'active' && runtimeState === 'active';

function isConfirmed({ drift }: Cluster, { uuid }: Node, now: Date): boolean {
  const known = drift.find(({ kind, nodeUuid }) => kind === 'SERVER_NOT_FOUND' && nodeUuid === uuid);
  return known !== undefined && now.getTime() - Date.parse(known.since) >= CONFIRMED_AFTER_MS;
}

/**
 * Nodes that count as gone, with their servers. A short or empty list, after a change of credential or cloud, must not cost a
 * cluster its records. When more than a few are missing, a later look has to confirm it. Machines in contact with
 * Rancher never count as gone.
 * @param nodes all of the cluster, as they were observed
 */
export function vanishedNodes(cluster: Cluster, nodes: readonly Node[], look: Look, now: Date): Node[] {
  const lost = nodesWithoutServer(cluster, nodes, look);
  const total = nodes.filter((node) => node.instanceId !== '').length;
  const { remove, stopped } = brakeRemoval(
    { candidates: lost.map((node) => ({ id: node.uuid, node })), total },
    AT_ONE_LOOK,
  );
  if (!stopped) return remove.map(({ node }) => node);
  return lost.filter((node) => isConfirmed(cluster, node, now) && !isHeardFrom(node, look));
}

/** How many operations on nodes may start now. */
export const roomIn = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>): number =>
  Math.max(0, MOST_NODE_OPERATIONS - nodeOperations.length);
