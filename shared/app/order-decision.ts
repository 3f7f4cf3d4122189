import type { Caller } from '../domain/caller.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import type { Order, OrderState } from '../domain/order.ts';
import { type Action, demand } from '../domain/permission.ts';
import { getVisible, seenBy } from './get-visible.ts';
import type { RecordDeps } from './order-deps.ts';

/** `orderUuid` as the address has it. */
export type Decision = { orderUuid: string; correlationId: string };

/** 404 for what the caller cannot see, then 403, then 409, then 405: the order of checks of waldur-http.md. */
export async function orderFor(
  { store, site }: RecordDeps,
  caller: Caller,
  uuidText: string,
  action: Action,
  allowed: readonly OrderState[],
): Promise<Order> {
  const order = await getVisible(store.orders, 'Order', uuidText, seenBy(caller));
  demand(caller, action, order);
  demandState(order, allowed);
  demandWritable(site);
  return order;
}
