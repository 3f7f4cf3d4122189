import type { Caller } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import { isSiteAgentOffering } from '../domain/offering.ts';
import type { Order } from '../domain/order.ts';
import { type NewOrder, orderCluster } from './create-order.ts';
import type { OrderDeps } from './order-deps.ts';
import { whatIsOrdered } from './order-request.ts';
import { orderFromSiteAgent } from './site-agent/order-from-site-agent.ts';

/** Places an order, by what its offering sells. What a site agent carries out has no cluster. */
export async function placeOrder(
  deps: OrderDeps,
  caller: Caller,
  input: NewOrder,
): Promise<{ order: Order; cluster?: Cluster }> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, input);
  return isSiteAgentOffering(offering)
    ? orderFromSiteAgent(deps, caller, input, { project, offering })
    : orderCluster(deps, caller, input, { project, offering });
}
