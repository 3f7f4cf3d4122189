import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { PENDING_STATES } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { deletePendingOrder } from './discard-order.ts';
import { type Decision, orderFor } from './order-decision.ts';

/** Deletes an order that has not started. A started order stays on record. */
export const deleteOrder = (deps: OrderDeps, caller: Caller, { orderUuid }: Decision): Promise<void> =>
  retryOnConflict(async () =>
    deletePendingOrder(deps, await orderFor(deps, caller, orderUuid, 'order.delete', PENDING_STATES)),
  );
