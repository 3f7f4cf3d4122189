import { type NewOrder, type Ordered, orderCluster } from '#shared/app/marketplace/orders/create-order';
import { whatIsOrdered } from '#shared/app/marketplace/orders/order-request';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';

/** Places an order for a cluster in the same way as the API. */
export async function createOrder(deps: OrderDeps, caller: Caller, input: NewOrder): Promise<Ordered> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, input);
  if (!isRancherOffering(offering)) throw new Error('a site agent carries out what is ordered');
  return orderCluster(deps, caller, input, { project, offering });
}
