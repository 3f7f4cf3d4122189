import { countFailedNode } from '#shared/app/_core/count-failed-order';
import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { currentCluster, type Target } from '#shared/app/_core/steps/fence';
import { implement } from '#shared/app/_core/steps/implement';
import { nodeOfOperation } from '#shared/app/_core/steps/nodes-of-operation';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { endedNodeOperation, MOST_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import { withoutGap } from '#shared/domain/nodes/missing-nodes';
import { type Node, summariesWith } from '#shared/domain/nodes/node';
import type { Write } from '#shared/ports/store';
import { type ReplacementEnd, succeed } from './end-replacement.ts';

/** The node as it is from now on, what is charged for it among the writes. */
async function made(deps: RecordsDeps, cluster: Cluster, node: Node): Promise<{ node: Node; writes: Write[] }> {
  const { store, clock } = deps;
  const resource = await store.resources.get(cluster.resourceUuid);
  const metered = await meterCluster(deps, cluster, resource);
  const joined = { state: 'OK', lastError: undefined, hasOwnCredential: undefined } as const;
  const ready = changed(node, clock.now(), joined);
  return { node: ready, writes: [store.nodes.replace(ready), ...metered] };
}

/**
 * The operation goes in the same transaction: whatever of it still moves is superseded. So does, from then on, the node that this one
 * is in the place of.
 */
async function end(deps: RecordsDeps, target: Target): Promise<ReplacementEnd | undefined> {
  const { store, clock } = deps;
  const cluster = await currentCluster(store, target);
  const { node, own } = await nodeOfOperation(deps, target, cluster);
  const isMore = own.machine === 'add-node' && own.replaces === undefined && node.state !== 'ERRED';
  const ended = node.state === 'ERRED' ? { node, writes: [] } : await made(deps, cluster, node);
  const known = {
    ...cluster,
    nodes: summariesWith(cluster, [ended.node]),
    ...endedNodeOperation(cluster, target.operationUuid),
  };
  const succession = await succeed(deps, known, ended.node, own.replaces);
  const { nodes, nodeOperations } = { ...known, ...succession?.fields };
  const fields = { nodes, nodeOperations, ...(isMore && withoutGap(cluster, node.spec, own.heals)) };
  const writes = [...ended.writes, ...(succession?.writes ?? [])];
  await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)), ...writes);
  return succession;
}

/**
 * The end of an operation on a node. One that has come to something is OK, charged for and told of, before its operation goes: a
 * repeat after that is superseded and would say nothing. Of one that is erred, which has been told, only the operation goes.
 */
export const finishNode = implement(steps.records.finishNode, async (deps: RecordsDeps, target, cluster) => {
  const { events, metrics } = deps;
  const { uuid: nodeUuid, state, lastError, spec } = (await nodeOfOperation(deps, target, cluster)).node;
  if (state !== 'ERRED') {
    await note(deps, target, { step: 'node-ready', message: 'Node is ready', nodeName: spec.name });
    await events.publish({ type: 'node.created', detail: { clusterUuid: cluster.uuid, nodeUuid } });
  }
  const succession = await retryOnConflict(() => end(deps, target), MOST_NODE_OPERATIONS);
  if (succession) await note(deps, target, succession.line);
  if (state === 'ERRED' && lastError) countFailedNode(metrics, lastError);
  return {};
});
