import { implement } from '#shared/app/_core/steps/implement';
import type { RecordsDeps } from '#shared/app/_core/steps/records-deps';
import { note } from '#shared/app/_core/steps/timeline';
import { mailOrderer } from '#shared/app/marketplace/orders/mail-about-order';
import { meterCluster } from '#shared/app/usage/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { readyMail } from '#shared/domain/mail/order-mail';
import { orderMovesTo } from '#shared/domain/marketplace/order';

/**
 * Moves cluster, resource and order to their final states in one transaction, as the last write of the creation. Then
 * sends the events (S0-021, S0-198).
 */
export const finishCreation = implement(steps.records.finishCreation, async (deps: RecordsDeps, target, cluster) => {
  const { store, clock, events, metrics } = deps;
  if (cluster.state !== 'OK') {
    const [order, resource] = await Promise.all([
      store.orders.get(cluster.orderUuid),
      store.resources.get(cluster.resourceUuid),
    ]);
    const metered = await meterCluster(deps, cluster, resource);
    const mails = await mailOrderer(deps, order, (to) => readyMail(to, order));
    const now = clock.now();
    const completedAt = now.toISOString();
    await store.commit(
      store.clusters.replace(clusterMovesTo(cluster, 'OK', clock.now(), { currentStep: '', lastError: undefined })),
      store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
      store.orders.replace(orderMovesTo(order, 'done', clock.now(), { completedAt })),
      ...metered,
      ...mails,
    );
    metrics.add('OrdersDone', 1, { Type: 'Create' });
    metrics.add('ClusterCreationDuration', (now.getTime() - Date.parse(order.approvedAt ?? order.created)) / 1000, {});
  }
  await note(deps, target, { step: 'ready', message: 'Cluster is ready' });
  await events.publish({
    type: 'cluster.created',
    detail: { clusterUuid: cluster.uuid, orderUuid: cluster.orderUuid },
  });
  return {};
});
