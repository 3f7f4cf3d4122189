import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { assertState } from '#shared/domain/_core/assert-state';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { isPending, type Order, orderMovesTo, PENDING_STATES } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict } from '#shared/errors';
import { discardOrder } from './discard-order.ts';
import { type Decision, orderFor } from './order-decision.ts';
import { replaceOperation } from './replace-operation.ts';

const AT_AGENT = 'A site agent is carrying out this order, so only the provider of the offering can end it.';
const IN_RANCHER = 'The project is being changed in Rancher. Wait until the order has ended.';

async function cancel(deps: OrderDeps, caller: Caller, { orderUuid, correlationId }: Decision): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(deps, caller, orderUuid, 'order.cancel', [...PENDING_STATES, 'executing']);
  if (isPending(order)) return discardOrder(deps, order, 'canceled');
  if (!isOfCluster(order)) throw new Conflict(order.rancherProject ? IN_RANCHER : AT_AGENT);
  if (order.type === 'Terminate') assertState(order, ['pending-consumer']);
  const canceled = orderMovesTo(order, 'canceled', clock.now(), { completedAt: clock.now().toISOString() });
  const cluster = await store.clusters.get(order.clusterUuid);
  const writes = await replaceOperation(deps, canceled, cluster, 'DELETION_SCHEDULED', correlationId);
  await store.commit(store.orders.replace(canceled), ...writes);
  return canceled;
}

/**
 * Cancels an order. A pending order is discarded. A running creation is stopped between two steps, and a new operation
 * deletes everything that was created (docs/spec/orders.md#cancelling). Running terminations cannot be cancelled, and
 * running orders for a site agent or for a project cannot be cancelled either.
 */
export const cancelOrder = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  retryOnConflict(() => cancel(deps, caller, decision));
