import type { AgentOrder } from '#shared/domain/marketplace/agent-work';
import { isOfCluster } from '#shared/domain/marketplace/of-cluster';
import type { Order, OrderState } from '#shared/domain/marketplace/order';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import { orderFor, sellerOf } from '../marketplace/orders/order-decision.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

/** What Paddock carries out itself is nobody else's to end: whoever did would leave machines behind. */
const OURS = 'Paddock carries out this order itself, and nobody reports its state.';

export type OrderOfAgent = Order & { siteAgent: AgentOrder };

/** An order that a site agent may say something of, on behalf of whoever sells: 404, 403, 409, 405, 400. */
export async function agentOrderFor(
  deps: RecordDeps,
  caller: Caller,
  uuidText: string,
  allowed: readonly OrderState[],
): Promise<OrderOfAgent> {
  const order = await orderFor(deps, caller, uuidText, 'order.carry_out', allowed, sellerOf);
  const { siteAgent } = order;
  if (isOfCluster(order) || !siteAgent) throw new Invalid([OURS]);
  return { ...order, siteAgent };
}
