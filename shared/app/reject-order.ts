import type { Caller } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { dissolveOrder } from './dissolve-order.ts';
import { type Decision, orderFor } from './order-decision.ts';
import type { OrderDeps } from './order-deps.ts';

/** Consumer-side refusal of an order that nobody has started. */
export async function rejectOrder(deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<Order> {
  const order = await orderFor(deps, caller, orderUuid, 'order.reject', ['pending-consumer']);
  return dissolveOrder(deps, order, 'rejected');
}
