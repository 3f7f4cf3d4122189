import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { newOperation, type OrderDeps, underOperation } from '#shared/app/planning/order-deps';
import { changed } from '#shared/domain/_core/record';
import { approversMail } from '#shared/domain/mail/order-mail';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { isPendingProvider, type Order, orderMovesTo } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Write } from '#shared/ports/store';
import { workWrites } from '../site-agent-orders/begin-limited-order.ts';
import { type Decision, orderFor, sellerOf } from './order-decision.ts';

async function start(deps: OrderDeps, order: Order, correlationId: string, approval: Partial<Order>): Promise<Order> {
  const { store, clock } = deps;
  const started = orderMovesTo(order, 'executing', clock.now(), approval);
  await store.commit(store.orders.replace(started), ...(await operationOf(deps, order, correlationId)));
  return started;
}

/** The writes that start an order. */
async function operationOf(deps: OrderDeps, order: Order, correlationId: string): Promise<Write[]> {
  const { store, clock } = deps;
  if (!isOfCluster(order)) {
    return workWrites(deps, await store.resources.get(order.resourceUuid), order, correlationId);
  }
  const operation = newOperation(deps, order.clusterUuid, correlationId);
  const cluster = await store.clusters.get(order.clusterUuid);
  return [
    store.clusters.replace(changed(cluster, clock.now(), underOperation(operation))),
    store.outbox.insert(operation),
  ];
}

async function approve(deps: OrderDeps, caller: Caller, input: Decision): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(deps, caller, input.orderUuid, 'order.approve', ['pending-consumer']);
  input.readWords?.();
  const approval = { approvedByUuid: caller.user.uuid, approvedAt: clock.now().toISOString() };
  if (!isPendingProvider(await store.offerings.find(order.offeringUuid), order)) {
    return start(deps, order, input.correlationId, approval);
  }
  const waiting = orderMovesTo(order, 'pending-provider', clock.now(), approval);
  await store.commit(store.orders.replace(waiting), store.mails.insert(approversMail(waiting)));
  return waiting;
}

async function approveAsProvider(deps: OrderDeps, caller: Caller, input: Decision): Promise<Order> {
  const action = 'order.approve_as_provider';
  const order = await orderFor(deps, caller, input.orderUuid, action, ['pending-provider'], sellerOf);
  input.readWords?.();
  return start(deps, order, input.correlationId, {
    providerReviewedByUuid: caller.user.uuid,
    providerReviewedAt: deps.clock.now().toISOString(),
  });
}

/**
 * Approves an order on behalf of the buyer. The order then starts, or waits for the provider if the offering requires
 * the provider's approval.
 */
export const approveOrder = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  retryOnConflict(() => approve(deps, caller, decision));

export const approveOrderAsProvider = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  retryOnConflict(() => approveAsProvider(deps, caller, decision));
