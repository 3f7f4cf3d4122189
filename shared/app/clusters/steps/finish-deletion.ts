import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { steps } from '#shared/contracts/steps';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { deletionProof } from '#shared/domain/clusters/deletion-proof';
import { type Order, orderMovesTo } from '#shared/domain/marketplace/order';
import { clusterRemoval, forgetCluster } from '../forget-cluster.ts';

/**
 * Copies the proof of the deletion (`deletionProof`) from the timeline to the order, because the timeline is deleted
 * with the cluster. Returns the order with the proof.
 */
async function keepProof({ store, clock }: RecordsDeps, cluster: Cluster, operationUuid: Uuid): Promise<Order> {
  const order = await store.orders.get(cluster.orderUuid);
  if (order.output !== undefined) return order;
  const output = deletionProof(await store.events.listByCluster(cluster.uuid), operationUuid);
  const proven = changed(order, clock.now(), { output });
  await store.commit(store.orders.replace(proven));
  return proven;
}

/**
 * Deletes the cluster's row, after sweeps have shown that nothing is left in the backends. The step can be repeated
 * only while the row exists. So the row is deleted last, in the transaction that ends the order. The event
 * `cluster.deleted` is sent before this transaction. After the transaction, a repeated step could not send the event.
 */
export const finishDeletion = implement(steps.records.finishDeletion, async (deps: RecordsDeps, target, cluster) => {
  const { store, clock, events, metrics } = deps;
  const order = await keepProof(deps, cluster, target.operationUuid);
  await forgetCluster(deps, cluster);
  const resource = await store.resources.get(cluster.resourceUuid);
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
