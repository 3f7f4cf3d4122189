import { machineFor } from '#shared/domain/_core/cluster-driver';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { NodeOperation } from '#shared/domain/clusters/node-operation';
import { isMissed } from '#shared/domain/nodes/missing-nodes';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import type { Write } from '#shared/ports/store';
import { newOperation, type RecordDeps } from '../planning/order-deps.ts';

/** The running operations on the node. A deletion of the node ends all of them. */
export const operationsOn = ({ nodeOperations }: Pick<Cluster, 'nodeOperations'>, { uuid }: Pick<Node, 'uuid'>) =>
  nodeOperations.filter(({ nodeUuid }) => nodeUuid === uuid);

type Removal = {
  leaving: Node;
  /** New fields of the cluster. The caller of `removalOf` writes them. */
  fields: Pick<Cluster, 'nodes' | 'nodeOperations'>;
  writes: Write[];
};

/**
 * The writes that start the deletion of a node. The deletion is an operation that ends all other operations on the
 * node.
 */
export function removalOf(
  deps: Pick<RecordDeps, 'store' | 'clock' | 'ids'>,
  cluster: Cluster,
  node: Node,
  how: { isForced?: boolean | undefined; isVanished?: boolean | undefined; correlationId: string },
): Removal {
  const { store, clock } = deps;
  const nodeUuid = node.uuid;
  const machine = machineFor('deleteNode', cluster);
  const operation = newOperation(deps, cluster.uuid, how.correlationId, { machine, nodeUuid });
  const ended = operationsOn(cluster, node).map(({ uuid }) => uuid);
  const entry: NodeOperation = {
    uuid: operation.uuid,
    nodeUuid,
    machine,
    since: operation.created,
    ...(ended.length > 0 && { supersedes: ended }),
    ...(how.isForced && { isForced: true }),
    ...(how.isVanished && { isVanished: true }),
  };
  const leavesGap = how.isVanished && isMissed(node) ? true : undefined;
  const leaving = changed(node, clock.now(), { state: 'DELETION_SCHEDULED', lastError: undefined, leavesGap });
  const nodeOperations = [...cluster.nodeOperations.filter(({ uuid }) => !ended.includes(uuid)), entry];
  return {
    leaving,
    fields: { nodes: summariesWith(cluster, [leaving]), nodeOperations },
    writes: [store.nodes.replace(leaving), store.outbox.insert(operation)],
  };
}
