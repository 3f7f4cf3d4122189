import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { isMachineFor } from '#shared/domain/_core/cluster-driver';
import { changed } from '#shared/domain/_core/record';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import type { Node } from '#shared/domain/nodes/node';
import { assertRemovable } from '#shared/domain/nodes/node-removal';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { Conflict, noMatch } from '#shared/errors';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import type { RecordDeps } from '../planning/order-deps.ts';
import { operationsOn, removalOf } from './schedule-removal.ts';

export type NodeDeletion = {
  uuidText: string;
  /** Whether the node is deleted even if it cannot be drained. Only staff may set this. */
  isForced: boolean;
  correlationId: string;
};

/**
 * Maximum number of attempts. Concurrent deletions write the same record of the cluster, and at each attempt one
 * deletion succeeds.
 */
const ATTEMPTS = 2 * MAX_NODE_OPERATIONS;

/**
 * Deletes a node. Its cluster must be OK, or watched by Paddock (`isWatched`, docs/spec/nodes.md#calls-of-nodes).
 * Writes the node's record and an operation for the deletion. This operation ends all other operations on the node. A
 * second call for a node that is being deleted changes nothing. Throws NotFound, NotAllowed, Conflict, ReadOnlyMode,
 * and Invalid for the last node of its kind.
 */
export async function deleteNode(deps: RecordDeps, caller: Caller, deletion: NodeDeletion): Promise<Node> {
  const { uuid, clusterUuid, ...place } = await getVisible(deps.store.nodes, 'Node', deletion.uuidText, seenBy(caller));
  assertPermitted(caller, 'node.delete', place);
  if (deletion.isForced) assertPermitted(caller, 'node.force_delete', place);
  return retryOnConflict(async () => {
    // Reads the cluster before the nodes. If the cluster changes after this read, the write then fails with a version
    // conflict.
    const cluster = await deps.store.clusters.find(clusterUuid);
    const nodes = cluster ? await deps.store.nodes.listByCluster(clusterUuid) : [];
    const node = nodes.find((one) => one.uuid === uuid);
    if (!cluster || !node) throw noMatch('Node');

    // After a failed deletion, the operation stays in `nodeOperations` for a short time. The node is already ERRED
    // then, and can be deleted again.
    const isBeingDeleted =
      node.state !== 'ERRED' && operationsOn(cluster, node).some(({ machine }) => isMachineFor('deleteNode', machine));
    if (isBeingDeleted) return node;

    // Checks for the errors 409, 405 and 400, in this order.
    if (!isWatched(cluster)) assertState(cluster, ['OK']);
    if (cluster.nodeOperations.length - operationsOn(cluster, node).length >= MAX_NODE_OPERATIONS) {
      throw new Conflict(`At most ${MAX_NODE_OPERATIONS} nodes of a cluster can be changed at a time.`);
    }
    assertNotReadOnly(deps.site);
    assertRemovable(node.uuid, nodes);

    const { leaving, fields, writes } = removalOf(deps, cluster, node, deletion);
    await deps.store.commit(...writes, deps.store.clusters.replace(changed(cluster, deps.clock.now(), fields)));
    return leaving;
  }, ATTEMPTS);
}
