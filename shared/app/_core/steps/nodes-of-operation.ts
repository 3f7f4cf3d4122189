import type { Cluster, NodeSummary } from '#shared/domain/clusters/cluster';
import { type NodeOperation, nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith, summaryOf } from '#shared/domain/nodes/node';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

/** Finds the node that an operation works on. Throws Superseded when the operation works on no node or has ended. */
export async function nodeOfOperation(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<{ node: Node; own: NodeOperation }> {
  const own = nodeOperationOf(cluster, operationUuid);
  if (!own) throw new Superseded(`no node of cluster ${cluster.uuid} has operation ${operationUuid}`);
  return { node: await store.nodes.get(cluster.uuid, own.nodeUuid), own };
}

/** Lists the nodes that an operation works on: the one node of an operation on a node, or all nodes of the cluster. */
export async function nodesOfOperation(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<Node[]> {
  const own = nodeOperationOf(cluster, operationUuid);
  return own ? [await store.nodes.get(cluster.uuid, own.nodeUuid)] : store.nodes.listByCluster(cluster.uuid);
}

/** Node summaries for the cluster's record, made from the nodes that the operation has read. */
export const summariesOf = (cluster: Cluster, { operationUuid }: Target, nodes: readonly Node[]): NodeSummary[] =>
  nodeOperationOf(cluster, operationUuid) ? summariesWith(cluster, nodes) : nodes.map(summaryOf);

/**
 * The name of the operation's node. Operations on several nodes write to one timeline at the same time, so each line
 * names its node.
 */
export const nodeNameOfOperation = (cluster: Cluster, { operationUuid }: Target): string | undefined => {
  const own = nodeOperationOf(cluster, operationUuid);
  return cluster.nodes.find(({ uuid }) => uuid === own?.nodeUuid)?.name;
};
