import { failNode } from '#shared/app/fail-node';
import { failOrder, noteFailure } from '#shared/app/fail-order';
import { steps } from '#shared/contracts/steps';
import { type Cluster, wholeClusterMachine } from '#shared/domain/cluster';
import { type Failure, failureOf } from '#shared/domain/failure';
import { nodeOperationOf } from '#shared/domain/node-operation';
import { countFailedOrder, countFailedUpgrade } from '#shared/runtime/count-failed-order';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

/** A cluster that is erred has been written already: by an attempt before, or by a child machine, which knew the reason better. */
async function failed(deps: RecordsDeps, cluster: Cluster, failure: Failure): Promise<Failure> {
  if (cluster.state === 'ERRED') return cluster.lastError ?? failure;
  await failOrder(deps, cluster, failure);
  const count = wholeClusterMachine(cluster) === 'upgrade-cluster' ? countFailedUpgrade : countFailedOrder;
  count(deps.metrics, failure);
  return failure;
}

/**
 * Writes what went wrong where a user sees it (design decision 10): on cluster, resource, order and timeline, or, of an operation on
 * one node, on that node and the timeline alone.
 */
export const recordFailure = implement(steps.records.recordFailure, async (deps: RecordsDeps, input, cluster) => {
  const caught = { error: input.error, cause: input.cause, step: input.failedStep };
  const failure = failureOf(caught, deps.clock.now().toISOString());
  const own = nodeOperationOf(cluster, input.operationUuid);
  const lastError = own
    ? await failNode(deps, { clusterUuid: cluster.uuid, operation: own, failure, isOver: false })
    : await failed(deps, cluster, failure);
  await noteFailure(deps, input, lastError);
  return {};
});
