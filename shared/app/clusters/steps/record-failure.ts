import { countFailedHibernation, countFailedOrder, countFailedUpgrade } from '#shared/app/_core/count-failed-order';
import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { failOrder, noteFailure } from '#shared/app/marketplace/orders/fail-order';
import { failNode } from '#shared/app/nodes/fail-node';
import { steps } from '#shared/contracts/steps';
import { type Failure, failureOf } from '#shared/domain/_core/failure';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { updateOf } from '#shared/domain/clusters/cluster-work';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';

/**
 * Records the failure on the cluster. If the cluster is already ERRED, its recorded failure stays. That failure comes
 * from an earlier attempt, or from a child state machine, which knows the reason better.
 */
async function failed(deps: RecordsDeps, cluster: Cluster, failure: Failure): Promise<Failure> {
  if (cluster.state === 'ERRED') return cluster.lastError ?? failure;
  await failOrder(deps, cluster, failure);
  const update = updateOf(cluster);
  const isHibernation = update === 'hibernateCluster' || update === 'wakeCluster';
  const count = isHibernation ? countFailedHibernation : countFailedUpgrade;
  if (update === undefined) countFailedOrder(deps.metrics, failure);
  else count(deps.metrics, failure);
  return failure;
}

/**
 * Records a failure where users see it: on cluster, resource, order and timeline
 * (docs/spec/design.md#failure-has-a-shape). If an operation on one node has failed, the failure is recorded only on
 * this node and on the timeline.
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
