import { type NewOrder, type Ordered, orderCluster } from '#shared/app/create-order';
import type { OrderDeps } from '#shared/app/order-deps';
import { whatIsOrdered } from '#shared/app/order-request';
import type { Caller } from '#shared/domain/caller';
import { isRancherOffering } from '#shared/domain/offering';

/** Places the order of a cluster, as the API does. */
export async function createOrder(deps: OrderDeps, caller: Caller, input: NewOrder): Promise<Ordered> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, input);
  if (!isRancherOffering(offering)) throw new Error('a site agent carries out what is ordered');
  return orderCluster(deps, caller, input, { project, offering });
}
