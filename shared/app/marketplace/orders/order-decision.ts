import { getVisible, soldTo } from '#shared/app/_core/get-visible';
import type { RecordDeps } from '#shared/app/planning/order-deps';
import { assertNotReadOnly } from '#shared/domain/_core/assert-not-read-only';
import { assertState } from '#shared/domain/_core/assert-state';
import type { Order, OrderState } from '#shared/domain/marketplace/order';
import type { Caller, Place } from '#shared/domain/organizations/caller';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';

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

/** 404 for what the caller cannot see, then 403, then 409, then 405: the order of docs/spec/waldur-http.md#order-of-checks. */
export async function orderFor(
  { store, site }: RecordDeps,
  caller: Caller,
  uuidText: string,
  action: Action,
  allowed: readonly OrderState[],
  placeOf: (order: Order) => Place | undefined = (order) => order,
): Promise<Order> {
  const order = await getVisible(store.orders, 'Order', uuidText, soldTo(caller));
  assertPermitted(caller, action, placeOf(order));
  assertState(order, allowed);
  assertNotReadOnly(site);
  return order;
}
