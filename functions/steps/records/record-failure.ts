import { steps } from '#shared/contracts/steps';
import { type Cluster, clusterMovesTo } from '#shared/domain/cluster';
import { type Failure, failureOf } from '#shared/domain/failure';
import { type Node, summaryOf } from '#shared/domain/node';
import { orderMovesTo } from '#shared/domain/order';
import { changed } from '#shared/domain/record';
import type { Metrics } from '#shared/runtime/metrics';
import { commitInChunks } from '../_step/commit-in-chunks.ts';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { RecordsDeps } from './records-deps.ts';

/** Nodes that were on their way when the machine stopped are erred too, for the same reason unless they have one of their own. */
async function failNodes({ store, clock }: RecordsDeps, clusterUuid: string, failure: Failure): Promise<Node[]> {
  const nodes = await store.nodes.listByCluster(clusterUuid);
  const failed = nodes
    .filter((node) => node.state !== 'OK' && node.state !== 'ERRED')
    .map((node) => changed(node, clock.now(), { state: 'ERRED', lastError: node.lastError ?? failure }));
  await commitInChunks(store, failed, (node) => [store.nodes.replace(node)]);
  const byUuid = new Map(failed.map((node) => [node.uuid, node]));
  return nodes.map((node) => byUuid.get(node.uuid) ?? node);
}

/**
 * Cluster, resource and order fail in one transaction. A cluster that is erred has been written already: by the attempt before
 * this one, or by a child machine, which knew the reason better than its parent does.
 */
async function failCluster(deps: RecordsDeps, cluster: Cluster, lastError: Failure): Promise<void> {
  const { store, clock } = deps;
  const nodes = await failNodes(deps, cluster.uuid, lastError);
  const [order, resource] = await Promise.all([
    store.orders.get(cluster.orderUuid),
    store.resources.get(cluster.resourceUuid),
  ]);
  const erred = { lastError, currentStep: '', nodes: nodes.map(summaryOf) };
  const ended = { lastError, completedAt: lastError.at };
  await store.commit(
    store.clusters.replace(clusterMovesTo(cluster, 'ERRED', clock.now(), erred)),
    store.resources.replace(changed(resource, clock.now(), { state: 'Erred', pendingOrderUuid: undefined })),
    ...(order.state === 'executing' ? [store.orders.replace(orderMovesTo(order, 'erred', clock.now(), ended))] : []),
  );
}

function count(metrics: Metrics, { code, owner, step }: Failure): void {
  metrics.add('OrdersErred', 1, { Code: code, Owner: owner });
  if (code === 'BOOTSTRAP_TIMEOUT' || code === 'DELETION_BLOCKED') metrics.add('WaitsTimedOut', 1, { Step: step });
}

/** Writes what went wrong where a user sees it: on cluster, resource, order and timeline (design decision 10). */
export const recordFailure = implement(steps.records.recordFailure, async (deps: RecordsDeps, input, cluster) => {
  const caught = { error: input.error, cause: input.cause, step: input.failedStep };
  const isWritten = cluster.state === 'ERRED';
  const lastError = (isWritten && cluster.lastError) || failureOf(caught, deps.clock.now().toISOString());
  if (!isWritten) {
    await failCluster(deps, cluster, lastError);
    count(deps.metrics, lastError);
  }
  await note(deps, input, { step: 'failure', message: lastError.message, level: 'error' });
  return {};
});
