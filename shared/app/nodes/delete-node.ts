import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import { isMachineFor } from '#shared/domain/_core/cluster-driver';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { MOST_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
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
  /** As in the address. */
  uuidText: string;
  /** Whether to delete it even if it cannot be drained. Staff only. */
  isForced: boolean;
  correlationId: string;
};

/** Concurrent deletions write the same cluster record; in each round one of them succeeds. */
const ATTEMPTS = 2 * MOST_NODE_OPERATIONS;

type Found = { cluster: Cluster; node: Node; nodes: Node[] };

/** The current records, the cluster first: a later change then makes our write a conflict. */
async function find({ store }: RecordDeps, clusterUuid: Uuid, uuid: Uuid): Promise<Found> {
  const cluster = await store.clusters.find(clusterUuid);
  const nodes = cluster ? await store.nodes.listByCluster(clusterUuid) : [];
  const node = nodes.find((one) => one.uuid === uuid);
  if (!cluster || !node) throw noMatch('Node');
  return { cluster, node, nodes };
}

/** A failed deletion is marked on the node before it leaves the cluster's list of operations. */
const isBeingDeleted = ({ cluster, node }: Found): boolean =>
  node.state !== 'ERRED' && operationsOn(cluster, node).some(({ machine }) => isMachineFor('deleteNode', machine));

/** 409, 405 and 400, in this order. */
function assertDeletable({ site }: RecordDeps, found: Found): void {
  if (!isWatched(found.cluster)) assertState(found.cluster, ['OK']);
  if (found.cluster.nodeOperations.length - operationsOn(found.cluster, found.node).length >= MOST_NODE_OPERATIONS) {
    throw new Conflict(`At most ${MOST_NODE_OPERATIONS} nodes of a cluster can be worked on at a time.`);
  }
  assertNotReadOnly(site);
  assertRemovable(found.node.uuid, found.nodes);
}

async function schedule(deps: RecordDeps, { cluster, node }: Found, deletion: NodeDeletion): Promise<Node> {
  const { store, clock } = deps;
  const { leaving, fields, writes } = removalOf(deps, cluster, node, deletion);
  await store.commit(...writes, store.clusters.replace(changed(cluster, clock.now(), fields)));
  return leaving;
}

/**
 * Deletes a node of a cluster that is OK, or that the watch could take a node out of
 * (docs/spec/nodes.md#calls-of-nodes). Writes the record and the operation, which ends other operations on the node. A
 * second call for a node that is being deleted changes nothing. Throws NotFound, NotAllowed, Conflict, ReadOnlyMode,
 * and Invalid for the last node of its kind.
 */
export async function deleteNode(deps: RecordDeps, caller: Caller, deletion: NodeDeletion): Promise<Node> {
  const { uuid, clusterUuid, ...place } = await getVisible(deps.store.nodes, 'Node', deletion.uuidText, seenBy(caller));
  assertPermitted(caller, 'node.delete', place);
  if (deletion.isForced) assertPermitted(caller, 'node.force_delete', place);
  return retryOnConflict(async () => {
    const found = await find(deps, clusterUuid, uuid);
    if (isBeingDeleted(found)) return found.node;
    assertDeletable(deps, found);
    return schedule(deps, found, deletion);
  }, ATTEMPTS);
}
