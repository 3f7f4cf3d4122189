import { clusterNameClaim } from '../domain/naming.ts';
import { type Order, orderMovesTo } from '../domain/order.ts';
import { changed } from '../domain/record.ts';
import { forgetInfrastructure, releaseManaged } from './forget-infrastructure.ts';
import type { OrderDeps } from './order-deps.ts';

/** An order nobody has started leaves nothing behind: its cluster and the claim of its name go, its resource is Terminated. */
export async function dissolveOrder(
  { store, clock }: OrderDeps,
  order: Order,
  state: 'rejected' | 'canceled',
): Promise<Order> {
  const [cluster, resource] = await Promise.all([
    store.clusters.get(order.clusterUuid),
    store.resources.get(order.resourceUuid),
  ]);
  await forgetInfrastructure({ store }, cluster);
  const ended = orderMovesTo(order, state, clock.now(), { completedAt: clock.now().toISOString() });
  await store.commit(
    store.orders.replace(ended),
    store.resources.replace(changed(resource, clock.now(), { state: 'Terminated', pendingOrderUuid: undefined })),
    store.clusters.remove(cluster),
    store.claims.remove(clusterNameClaim(cluster.settingsUuid, cluster.name)),
    ...releaseManaged({ store }, cluster, resource),
  );
  return ended;
}
