import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { forgetInfrastructure, releaseManaged } from '#shared/app/infrastructure/forget-infrastructure';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { type Order, orderMovesTo, PENDING_STATES } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { clusterNameClaims } from '#shared/domain/planning/naming';
import type { Write } from '#shared/ports/store';
import { type Decision, orderFor } from './order-decision.ts';

/**
 * The write that deletes the VM project of a managed order. This write belongs in the transaction that discards the
 * order, because somebody may approve the order at the same time.
 */
async function vmProjectOf({ store }: OrderDeps, { managed, vmProjectUuid }: Cluster): Promise<Write[]> {
  const project = managed && (await store.projects.find(vmProjectUuid));
  return project ? [store.projects.remove(project)] : [];
}

/**
 * Deletes everything that a pending order has reserved. `fate` is the write that changes or deletes the order itself.
 * This write is committed together with the deletion of the cluster.
 */
async function dissolve(deps: OrderDeps, order: Order, fate: Write): Promise<void> {
  const { store, clock } = deps;
  const resource = await store.resources.get(order.resourceUuid);
  const state = order.type === 'Update' ? resource.state : 'Terminated';
  const ended = store.resources.replace(changed(resource, clock.now(), { state, pendingOrderUuid: undefined }));
  if (!isOfCluster(order)) return store.commit(fate, ended);
  const cluster = await store.clusters.get(order.clusterUuid);
  await store.commit(
    fate,
    ended,
    store.clusters.remove(cluster),
    ...clusterNameClaims(cluster).map((key) => store.claims.remove(key)),
    ...releaseManaged({ store }, cluster, resource),
    ...(await vmProjectOf(deps, cluster)),
  );
  await forgetInfrastructure({ store }, cluster);
}

/**
 * Ends an order that has not started. Deletes its cluster and claims, and its resource becomes Terminated. If the order
 * only changes limits, its resource stays as it was.
 */
export async function discardOrder(
  deps: OrderDeps,
  order: Order,
  state: 'rejected' | 'canceled',
  fields: Partial<Order> = {},
): Promise<Order> {
  const { store, clock } = deps;
  const ended = orderMovesTo(order, state, clock.now(), { ...fields, completedAt: clock.now().toISOString() });
  await dissolve(deps, order, store.orders.replace(ended));
  return ended;
}

const deletePendingOrder = (deps: OrderDeps, order: Order): Promise<void> =>
  dissolve(deps, order, deps.store.orders.remove(order));

/** Deletes an order that has not started. An order that has started stays on record. */
export const deleteOrder = (deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<void> =>
  retryOnConflict(async () =>
    deletePendingOrder(deps, await orderFor(deps, caller, orderUuid, 'order.delete', PENDING_STATES)),
  );
