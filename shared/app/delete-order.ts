import type { Caller } from '../domain/caller.ts';
import { PENDING_STATES } from '../domain/order.ts';
import { deletePendingOrder } from './dissolve-order.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Decision, orderFor } from './order-decision.ts';
import type { OrderDeps } from './order-deps.ts';

/** Of an order that nobody has started. What was begun stays on record. */
export const deleteOrder = (deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<void> =>
  onFreshRecords(async () =>
    deletePendingOrder(deps, await orderFor(deps, caller, orderUuid, 'order.delete', PENDING_STATES)),
  );
