import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { orderMovesTo } from '#shared/domain/marketplace/order';
import { clusterRemoval, forgetCluster } from '../forget-cluster.ts';

/**
 * Runs after the sweeps have proved the backends empty. The cluster's own row goes last, in the transaction that ends the
 * order: as long as it exists, the deletion can be repeated. The event comes before it, for the same reason: a repeat
 * after the row is gone is superseded and would say nothing.
 */
export const finishDeletion = implement(steps.records.finishDeletion, async (deps: RecordsDeps, _target, cluster) => {
  const { store, clock, events, metrics } = deps;
  await forgetCluster(deps, cluster);
  const [order, resource] = await Promise.all([
    store.orders.get(cluster.orderUuid),
    store.resources.get(cluster.resourceUuid),
  ]);
  const completedAt = clock.now().toISOString();
  await events.publish({ type: 'cluster.deleted', detail: { clusterUuid: cluster.uuid, orderUuid: order.uuid } });
  await store.commit(
    ...clusterRemoval(deps, cluster, resource),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminated', pendingOrderUuid: undefined })),
    ...(order.state === 'executing'
      ? [store.orders.replace(orderMovesTo(order, 'done', clock.now(), { completedAt }))]
      : []),
  );
  metrics.add('OrdersDone', 1, { Type: 'Terminate' });
  return {};
});
