import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import type { Order } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { discardOrder } from './discard-order.ts';
import { type Decision, orderFor, sellerOf } from './order-decision.ts';

/** A buyer rejects an order that nobody has approved yet. */
export const rejectOrder = (deps: OrderDeps, caller: Caller, { orderUuid, readWords }: Decision): Promise<Order> =>
  retryOnConflict(async () => {
    const order = await orderFor(deps, caller, orderUuid, 'order.reject', ['pending-consumer']);
    return discardOrder(deps, order, 'rejected', { consumerRejectionComment: readWords?.().comment });
  });

/** The provider rejects an order that waits for the provider's approval. */
export const rejectOrderAsProvider = (
  deps: OrderDeps,
  caller: Caller,
  { orderUuid, readWords }: Decision,
): Promise<Order> =>
  retryOnConflict(async () => {
    const action = 'order.approve_as_provider';
    const order = await orderFor(deps, caller, orderUuid, action, ['pending-provider'], sellerOf);
    return discardOrder(deps, order, 'rejected', {
      providerRejectionComment: readWords?.().comment,
      providerReviewedByUuid: caller.user.uuid,
      providerReviewedAt: deps.clock.now().toISOString(),
    });
  });
