import type { Caller } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { dissolveOrder } from './dissolve-order.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Decision, orderFor } from './order-decision.ts';
import type { OrderDeps } from './order-deps.ts';

/** Consumer-side refusal of an order that nobody has started. */
export const rejectOrder = (deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<Order> =>
  onFreshRecords(async () =>
    dissolveOrder(deps, await orderFor(deps, caller, orderUuid, 'order.reject', ['pending-consumer']), 'rejected'),
  );
