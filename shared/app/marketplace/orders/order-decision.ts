import { getVisible, soldTo } from '#shared/app/_core/get-visible';
import type { RecordDeps } from '#shared/app/planning/order-deps';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Order, OrderState } from '#shared/domain/marketplace/order';
import type { Caller, Place } from '#shared/domain/organizations/caller';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';

/** A caller's decision about an order. `orderUuid` is the text from the URL. */
export type Decision = {
  orderUuid: string;
  correlationId: string;
  /** Parses the body. Called after all other checks. Throws Invalid. */
  readWords?: () => { comment?: string };
};

/**
 * The customer who sells the order's offering. Whoever decides for the provider needs a permission in this customer.
 */
export const sellerOf = ({ providerUuid }: Pick<Order, 'providerUuid'>): Place | undefined =>
  providerUuid === undefined ? undefined : { customerUuid: providerUuid };

/**
 * Finds an order. Makes the checks of docs/spec/waldur-http.md#order-of-checks: 404 when the caller cannot see the
 * order, then 403, 409 and 405.
 */
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
