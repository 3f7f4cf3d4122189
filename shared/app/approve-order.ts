import type { Caller } from '../domain/caller.ts';
import { type Order, orderMovesTo } from '../domain/order.ts';
import { changed } from '../domain/record.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Decision, orderFor } from './order-decision.ts';
import { newOperation, type OrderDeps, underOperation } from './order-deps.ts';

async function approve(deps: OrderDeps, caller: Caller, { orderUuid, correlationId }: Decision): Promise<Order> {
  const { store, clock } = deps;
  const order = await orderFor(deps, caller, orderUuid, 'order.approve', ['pending-consumer']);
  const operation = newOperation(deps, order.clusterUuid, correlationId);
  const started = orderMovesTo(order, 'executing', clock.now(), {
    approvedByUuid: caller.user.uuid,
    approvedAt: clock.now().toISOString(),
  });
  const cluster = await store.clusters.get(order.clusterUuid);
  await store.commit(
    store.orders.replace(started),
    store.clusters.replace(changed(cluster, clock.now(), underOperation(operation))),
    store.outbox.insert(operation),
  );
  return started;
}

/** Consumer-side approval: the order starts, in the same transaction as its operation. */
export const approveOrder = (deps: OrderDeps, caller: Caller, decision: Decision): Promise<Order> =>
  onFreshRecords(() => approve(deps, caller, decision));
