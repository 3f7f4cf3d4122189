import type { OrderDeps } from '#shared/app/planning/order-deps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isSiteAgentOffering } from '#shared/domain/marketplace/offering';
import type { Order } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { orderFromSiteAgent } from '../site-agent-orders/order-from-site-agent.ts';
import { type NewOrder, orderCluster } from './create-order.ts';
import { whatIsOrdered } from './order-request.ts';

/** Places an order of the kind that its offering sells. An order for a site agent has no cluster. */
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
