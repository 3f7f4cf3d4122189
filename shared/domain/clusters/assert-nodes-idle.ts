import { Conflict } from '#shared/errors';
import type { Cluster } from './cluster.ts';

/** Throws Conflict, with the nodes' names, while nodes of a cluster are added, replaced or deleted. */
export function assertNodesIdle({ nodeOperations, nodes }: Pick<Cluster, 'nodeOperations' | 'nodes'>): void {
  const nameOf = (nodeUuid: string) => nodes.find(({ uuid }) => uuid === nodeUuid)?.name ?? nodeUuid;
  const names = nodeOperations.map(({ nodeUuid }) => nameOf(nodeUuid));
  if (names.length > 0) throw new Conflict(`Nodes of the cluster are being changed: ${names.join(', ')}.`);
}
