import { failureByAgent } from '#shared/domain/_core/failure';
import { changed } from '#shared/domain/_core/record';
import { failedMail, readyMail } from '#shared/domain/mail/order-mail';
import { isOfCluster } from '#shared/domain/marketplace/is-of-cluster';
import { type Order, type OrderState, orderMovesTo } from '#shared/domain/marketplace/order';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { AgentOrder } from '#shared/domain/marketplace/site-agent-order';
import type { Caller } from '#shared/domain/organizations/caller';
import { Invalid } from '#shared/errors';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { mailOrderer } from '../marketplace/orders/mail-about-order.ts';
import { orderFor, sellerOf } from '../marketplace/orders/order-decision.ts';
import { retryLimitedOrder } from '../marketplace/site-agent-orders/begin-limited-order.ts';
import type { RecordDeps } from '../planning/order-deps.ts';

/**
 * The error for a report about an order that Paddock itself carries out. A report could end the order while machines of
 * the cluster still exist.
 */
const OURS = 'Paddock carries out this order itself: its state cannot be reported.';

type OrderOfAgent = Order & { siteAgent: AgentOrder };

/** Finds an order on which the seller's agent may report. Checks in this order: 404, 403, 409, 405, 400. */
async function agentOrderFor(
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

/**
 * A report. `orderUuid` is the text from the URL. `read` parses the body after all other checks, and throws Invalid.
 */
type Report<T> = { orderUuid: string; read: () => T };
type Words = { message: string; traceback: string };

function resourceDone(resource: Resource, { type, siteAgent: { limits } }: OrderOfAgent, now: Date): Resource {
  const { siteAgent } = resource;
  return changed(resource, now, {
    state: type === 'Terminate' ? 'Terminated' : 'OK',
    pendingOrderUuid: undefined,
    ...(siteAgent && type === 'Update' && { siteAgent: { ...siteAgent, limits } }),
  });
}

/** Records that the agent has carried out the order: the resource is created, gets its new limits, or is terminated. */
export const setOrderDone = (deps: RecordDeps, caller: Caller, orderUuid: string): Promise<Order> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const order = await agentOrderFor(deps, caller, orderUuid, ['executing']);
    const now = clock.now();
    const done = orderMovesTo(order, 'done', now, { completedAt: now.toISOString() });
    const mails = order.type === 'Create' ? await mailOrderer(deps, order, (to) => readyMail(to, order)) : [];
    await store.commit(
      store.orders.replace(done),
      store.resources.replace(resourceDone(await store.resources.get(order.resourceUuid), order, now)),
      ...mails,
    );
    return done;
  });

/** Records that the agent has failed, and why. The order can be tried again, or its resource can be terminated. */
export const setOrderErred = (deps: RecordDeps, caller: Caller, { orderUuid, read }: Report<Words>): Promise<Order> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const order = await agentOrderFor(deps, caller, orderUuid, ['executing']);
    const now = clock.now();
    const lastError = failureByAgent(read(), now);
    const erred = orderMovesTo(order, 'erred', now, { lastError, completedAt: lastError.at });
    const resource = await store.resources.get(order.resourceUuid);
    const { siteAgent } = resource;
    await store.commit(
      store.orders.replace(erred),
      store.resources.replace(
        changed(resource, now, {
          state: 'Erred',
          pendingOrderUuid: undefined,
          ...(siteAgent && { siteAgent: { ...siteAgent, lastError } }),
        }),
      ),
      ...(await mailOrderer(deps, order, (to) => failedMail(to, order, lastError))),
    );
    return erred;
  });

/** Lets the agent try a failed order again, at the provider's request. */
export const setOrderExecuting = (
  deps: RecordDeps,
  caller: Caller,
  { orderUuid, correlationId }: { orderUuid: string; correlationId: string },
): Promise<Order> =>
  retryOnConflict(async () => {
    const order = await agentOrderFor(deps, caller, orderUuid, ['erred']);
    return retryLimitedOrder(deps, order, correlationId);
  });

/** Records the id that the order has in the agent's backend. */
export const setOrderBackendId = (
  deps: RecordDeps,
  caller: Caller,
  { orderUuid, read }: Report<string>,
): Promise<Order> =>
  retryOnConflict(async () => {
    const { store, clock } = deps;
    const order = await agentOrderFor(deps, caller, orderUuid, ['pending-provider', 'executing', 'erred']);
    const backendId = read();
    if (backendId === order.siteAgent.backendId) return order;
    const next = changed<Order>(order, clock.now(), { siteAgent: { ...order.siteAgent, backendId } });
    await store.commit(store.orders.replace(next));
    return next;
  });
