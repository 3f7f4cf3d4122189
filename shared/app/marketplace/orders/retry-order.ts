import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { type Order, orderMovesTo } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { Conflict } from '#shared/errors';
import { retryLimitedOrder } from '../site-agent-orders/begin-limited-order.ts';
import { type Decision, orderFor } from './order-decision.ts';
import { replaceOperation } from './replace-operation.ts';

async function retry(deps: OrderDeps, caller: Caller, { orderUuid, correlationId }: Decision): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(deps, caller, orderUuid, 'order.retry', ['erred']);
  if (!isOfCluster(order)) return retryLimitedOrder(deps, order, correlationId);
  const cluster = await store.clusters.find(order.clusterUuid);
  if (cluster?.orderUuid !== order.uuid) throw new Conflict('Only the latest order of a resource can be retried.');
  const state = order.type === 'Create' ? 'CREATION_SCHEDULED' : 'DELETION_SCHEDULED';
  const again = orderMovesTo(order, 'executing', clock.now(), { lastError: undefined, completedAt: undefined });
  await store.commit(
    store.orders.replace(again),
    ...(await replaceOperation(deps, order, cluster, state, correlationId)),
  );
  return again;
}

/**
 * Retries a failed order. The retry continues where the order stopped, and uses what exists already. So no failure is
 * final (docs/spec/design.md#failure-has-a-shape).
 */
export const retryOrder = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  retryOnConflict(() => retry(deps, caller, decision));
