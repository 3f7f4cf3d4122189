import { mailOrderer } from '#shared/app/mail-orderer';
import { meterCluster } from '#shared/app/meter-cluster';
import { steps } from '#shared/contracts/steps';
import { clusterMovesTo } from '#shared/domain/cluster';
import { readyMail } from '#shared/domain/mail/order-mail';
import { orderMovesTo } from '#shared/domain/order';
import { changed } from '#shared/domain/record';
import { implement } from '../_step/implement.ts';
import { note } from '../_step/timeline.ts';
import type { RecordsDeps } from './records-deps.ts';

/** Cluster, resource and order reach their goal in one transaction, at the very end; then the world is told (S0-021, S0-198). */
export const finishCreation = implement(steps.records.finishCreation, async (deps: RecordsDeps, target, cluster) => {
  const { store, clock, events, metrics } = deps;
  if (cluster.state !== 'OK') {
    const [order, resource] = await Promise.all([
      store.orders.get(cluster.orderUuid),
      store.resources.get(cluster.resourceUuid),
    ]);
    const metered = await meterCluster(deps, cluster, resource);
    const told = await mailOrderer(deps, order, (to) => readyMail(to, order));
    const now = clock.now();
    const completedAt = now.toISOString();
    await store.commit(
      store.clusters.replace(clusterMovesTo(cluster, 'OK', clock.now(), { currentStep: '', lastError: undefined })),
      store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
      store.orders.replace(orderMovesTo(order, 'done', clock.now(), { completedAt })),
      ...metered,
      ...told,
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
