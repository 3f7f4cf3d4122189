import type { Cluster, NodeSummary } from '#shared/domain/clusters/cluster';
import { type NodeOperation, nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith, summaryOf } from '#shared/domain/nodes/node';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

/** That which an operation on one node is on. Throws Superseded where it is on none, or has ended. */
export async function nodeOfOperation(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<{ node: Node; own: NodeOperation }> {
  const own = nodeOperationOf(cluster, operationUuid);
  if (!own) throw new Superseded(`operation ${operationUuid} is on no node of cluster ${cluster.uuid}`);
  return { node: await store.nodes.get(cluster.uuid, own.nodeUuid), own };
}

/** What an operation looks at, and writes: its own node, or all of its cluster. */
export async function nodesOfOperation(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<Node[]> {
  const own = nodeOperationOf(cluster, operationUuid);
  return own ? [await store.nodes.get(cluster.uuid, own.nodeUuid)] : store.nodes.listByCluster(cluster.uuid);
}

/** The cluster's list once they have been looked at. */
export const summariesOf = (cluster: Cluster, { operationUuid }: Target, nodes: readonly Node[]): NodeSummary[] =>
  nodeOperationOf(cluster, operationUuid) ? summariesWith(cluster, nodes) : nodes.map(summaryOf);

/** For lines of the timeline, where several operations on nodes write at the same time. */
export const nodeNameOfOperation = (cluster: Cluster, { operationUuid }: Target): string | undefined => {
  const own = nodeOperationOf(cluster, operationUuid);
  return cluster.nodes.find(({ uuid }) => uuid === own?.nodeUuid)?.name;
};
