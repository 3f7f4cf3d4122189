import type { Caller } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { dissolveOrder } from './dissolve-order.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { type Decision, orderFor, sellerOf } from './order-decision.ts';
import type { OrderDeps } from './order-deps.ts';

/** Consumer-side refusal of an order that nobody has approved. */
export const rejectOrder = (deps: OrderDeps, caller: Caller, { orderUuid, readWords }: Decision): Promise<Order> =>
  onFreshRecords(async () => {
    const order = await orderFor(deps, caller, orderUuid, 'order.reject', ['pending-consumer']);
    return dissolveOrder(deps, order, 'rejected', { consumerRejectionComment: readWords?.().comment });
  });

/** Provider-side refusal of an order that waits for the provider. */
export const rejectOrderAsProvider = (
  deps: OrderDeps,
  caller: Caller,
  { orderUuid, readWords }: Decision,
): Promise<Order> =>
  onFreshRecords(async () => {
    const action = 'order.approve_as_provider';
    const order = await orderFor(deps, caller, orderUuid, action, ['pending-provider'], sellerOf);
    return dissolveOrder(deps, order, 'rejected', {
      providerRejectionComment: readWords?.().comment,
      providerReviewedByUuid: caller.user.uuid,
      providerReviewedAt: deps.clock.now().toISOString(),
    });
  });
