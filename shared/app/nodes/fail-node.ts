import type { Failure } from '#shared/domain/_core/failure';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { endedNodeOperation, type NodeOperation, nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { Superseded } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';

type Deps = { store: Store; clock: Clock };
type Failed = {
  clusterUuid: Uuid;
  operation: NodeOperation;
  failure: Failure;
  /**
   * Whether this failure ends the operation. If so, a running step of the operation stops when it next checks whether
   * the operation is still current.
   */
  isOver: boolean;
};

/**
 * Maximum number of attempts to write the failure. Up to 20 operations are allowed to run on nodes of one cluster at
 * the same time. All of them write the cluster's record, so their writes can conflict.
 */
const ATTEMPTS = 20;

async function fail({ store, clock }: Deps, { clusterUuid, operation, failure, isOver }: Failed): Promise<Node> {
  const cluster = await store.clusters.get(clusterUuid);
  if (!nodeOperationOf(cluster, operation.uuid)) {
    throw new Superseded(`operation ${operation.uuid} on a node of cluster ${clusterUuid} has ended`);
  }
  const node = await store.nodes.get(clusterUuid, operation.nodeUuid);
  const isWritten = node.state === 'ERRED' && node.lastError !== undefined;
  const erred = isWritten ? node : changed(node, clock.now(), { state: 'ERRED', lastError: node.lastError ?? failure });
  const fields = { nodes: summariesWith(cluster, [erred]), ...(isOver && endedNodeOperation(cluster, operation.uuid)) };
  await store.commit(
    ...(isWritten ? [] : [store.nodes.replace(erred)]),
    store.clusters.replace(changed(cluster, clock.now(), fields)),
  );
  return erred;
}

/**
 * Records a failure on the node of an operation. Cluster, resource and order stay as they are
 * (docs/spec/nodes.md#operations-on-nodes). If the node already has a failure, that failure stays.
 * @returns the failure that the node has now
 * @throws Superseded when the operation has ended
 */
export async function failNode(deps: Deps, failed: Failed): Promise<Failure> {
  const { lastError = failed.failure } = await retryOnConflict(() => fail(deps, failed), ATTEMPTS);
  return lastError;
}
