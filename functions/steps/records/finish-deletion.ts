import { clusterRemoval, forgetCluster } from '#shared/app/forget-cluster';
import { steps } from '#shared/contracts/steps';
import { orderMovesTo } from '#shared/domain/order';
import { changed } from '#shared/domain/record';
import { implement } from '../_step/implement.ts';
import type { RecordsDeps } from './records-deps.ts';

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
