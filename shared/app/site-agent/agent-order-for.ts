import type { Caller } from '../../domain/caller.ts';
import { isOfCluster } from '../../domain/of-cluster.ts';
import type { Order, OrderState } from '../../domain/order.ts';
import type { AgentOrder } from '../../domain/site-agent/agent-work.ts';
import { Invalid } from '../../errors.ts';
import { orderFor, sellerOf } from '../order-decision.ts';
import type { RecordDeps } from '../order-deps.ts';

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
