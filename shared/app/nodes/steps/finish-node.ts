import { countFailedNode } from '#shared/app/_core/count-failed-order';
import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { currentCluster, type Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { isMachineFor } from '#shared/domain/_core/cluster-driver';
import { failureOf } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { endedNodeOperation, MAX_NODE_OPERATIONS, type NodeOperation } from '#shared/domain/clusters/node-operation';
import { withoutGap } from '#shared/domain/nodes/missing-nodes';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import { assertRemovable, isBeingDeleted } from '#shared/domain/nodes/node-removal';
import { Conflict, Invalid } from '#shared/errors';
import type { Write } from '#shared/ports/store';
import { removalOf } from '../schedule-removal.ts';

/** The writes that delete or keep the replaced node, and the line that reports this in the timeline. */
type ReplacementEnd = {
  writes: Write[];
  fields?: Pick<Cluster, 'nodes' | 'nodeOperations'> | Pick<Cluster, 'nodes'>;
  line: { step: string; message: string; nodeName: string; level?: 'error' };
};

const stays = (nodeName: string, why: string): ReplacementEnd['line'] => ({
  step: 'not-replaced',
  level: 'error',
  nodeName,
  message: `The node was not deleted: ${why}`,
});

/**
 * Returns the reason why the node must not be deleted now, or undefined if it can be deleted. Nodes that are already
 * being deleted are left out of this check. Later, `etcdRemovalCheck` makes sure that nodes leave etcd one after the
 * other.
 */
function removableProblem(node: Node, nodes: readonly Node[]): string | undefined {
  const staying = nodes.filter((one) => !isBeingDeleted(one));
  try {
    assertRemovable(node.uuid, staying);
    return undefined;
  } catch (error) {
    if (error instanceof Conflict || error instanceof Invalid) return error.message;
    throw error;
  }
}

/**
 * Keeps the replaced node and sets it to ERRED with the reason, because the cluster has changed since the request and
 * cannot lose the node now. Another request can replace the node later.
 */
function kept({ store, clock }: RecordsDeps, cluster: Cluster, node: Node, why: string): ReplacementEnd {
  const now = clock.now();
  const caught = { error: 'DeletionBlocked', cause: why, step: 'records.finishNode' };
  const erred = changed(node, now, { state: 'ERRED', lastError: failureOf(caught, now.toISOString()) });
  return {
    writes: [store.nodes.replace(erred)],
    fields: { nodes: summariesWith(cluster, [erred]) },
    line: stays(node.spec.name, why),
  };
}

/**
 * Starts the deletion of the replaced node when its replacement is active. This deletion is a separate operation.
 * Returns undefined when no node is replaced or the node was already deleted.
 * @param replacement the new node with its final state
 */
async function succeed(
  deps: RecordsDeps,
  cluster: Cluster,
  replacement: Node,
  replaces: NodeOperation['replaces'],
): Promise<ReplacementEnd | undefined> {
  if (!replaces) return undefined;
  const rows = await deps.store.nodes.listByCluster(cluster.uuid);
  const node = rows.find(({ uuid }) => uuid === replaces.nodeUuid);
  if (!node || isBeingDeleted(node)) return undefined;
  const nodeName = node.spec.name;
  if (replacement.state === 'ERRED')
    return { writes: [], line: stays(nodeName, `${replacement.spec.name} has failed.`) };
  const problem = removableProblem(
    node,
    rows.map((one) => (one.uuid === replacement.uuid ? replacement : one)),
  );
  if (problem !== undefined) return kept(deps, cluster, node, problem);
  const { writes, fields } = removalOf(deps, cluster, node, replaces);
  return {
    writes,
    fields,
    line: { step: 'replaced', message: `${replacement.spec.name} has replaced the node`, nodeName },
  };
}

/** Sets the node to OK. Returns the node, and the writes of its record and of the new usage. */
async function made(deps: RecordsDeps, cluster: Cluster, node: Node): Promise<{ node: Node; writes: Write[] }> {
  const { store, clock } = deps;
  const resource = await store.resources.get(cluster.resourceUuid);
  const metered = await meterCluster(deps, cluster, resource);
  const joined = { state: 'OK', lastError: undefined, hasOwnCredential: undefined } as const;
  const ready = changed(node, clock.now(), joined);
  return { node: ready, writes: [store.nodes.replace(ready), ...metered] };
}

/**
 * Ends the operation on the node. If the node replaces another node, the deletion of that node starts in the same
 * transaction.
 */
async function end(deps: RecordsDeps, target: Target): Promise<ReplacementEnd | undefined> {
  const { store, clock } = deps;
  const cluster = await currentCluster(store, target);
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const isMore = isMachineFor('addNode', own.machine) && own.replaces === undefined && node.state !== 'ERRED';
  const ended = node.state === 'ERRED' ? { node, writes: [] } : await made(deps, cluster, node);
  const known = {
    ...cluster,
    nodes: summariesWith(cluster, [ended.node]),
    ...endedNodeOperation(cluster, target.operationUuid),
  };
  const replacement = await succeed(deps, known, ended.node, own.replaces);
  const { nodes, nodeOperations } = { ...known, ...replacement?.fields };
  const fields = { nodes, nodeOperations, ...(isMore && withoutGap(cluster, node.spec, own.heals)) };
  const writes = [...ended.writes, ...(replacement?.writes ?? [])];
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)), ...writes);
  return replacement;
}

/**
 * Ends an operation on a node. A repeated step would no longer find the operation, so the line of the timeline and the
 * event are written before the operation ends. An ERRED node stays ERRED.
 */
export const finishNode = implement(steps.records.finishNode, async (deps: RecordsDeps, target, cluster) => {
  const { events, metrics } = deps;
  const { uuid: nodeUuid, state, lastError, spec } = (await nodeOfOperation(deps, target, cluster)).node;
  if (state !== 'ERRED') {
    await note(deps, target, { step: 'node-ready', message: 'Node is ready', nodeName: spec.name });
    await events.publish({ type: 'node.created', detail: { clusterUuid: cluster.uuid, nodeUuid } });
  }
  const replacement = await retryOnConflict(() => end(deps, target), MAX_NODE_OPERATIONS);
  if (replacement) await note(deps, target, replacement.line);
  if (state === 'ERRED' && lastError) countFailedNode(metrics, lastError);
  return {};
});
