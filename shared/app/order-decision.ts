import type { Caller, Place } from '../domain/caller.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import type { Order, OrderState } from '../domain/order.ts';
import { type Action, demand } from '../domain/permission.ts';
import { getVisible, soldTo } from './get-visible.ts';
import type { RecordDeps } from './order-deps.ts';

/** `orderUuid` as the address has it. */
export type Decision = {
  orderUuid: string;
  correlationId: string;
  /** Reads the body, once everything else has been checked; throws Invalid. */
  readWords?: () => { comment?: string };
};

/** Where a decision is made: the project of who buys, or the customer of who sells. */
export const sellerOf = ({ providerUuid }: Pick<Order, 'providerUuid'>): Place | undefined =>
  providerUuid === undefined ? undefined : { customerUuid: providerUuid };

/** 404 for what the caller cannot see, then 403, then 409, then 405: the order of checks of waldur-http.md. */
export async function orderFor(
  { store, site }: RecordDeps,
  caller: Caller,
  uuidText: string,
  action: Action,
  allowed: readonly OrderState[],
  placeOf: (order: Order) => Place | undefined = (order) => order,
): Promise<Order> {
  const order = await getVisible(store.orders, 'Order', uuidText, soldTo(caller));
  demand(caller, action, placeOf(order));
  demandState(order, allowed);
  demandWritable(site);
  return order;
}
