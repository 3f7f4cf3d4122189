import type { OrderDeps } from '#shared/app/planning/order-deps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { Order } from '#shared/domain/marketplace/order';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { KeyReused, noMatch } from '#shared/errors';
import { orderWithLimits } from '../site-agent-orders/order-with-limits.ts';
import { type NewOrder, orderCluster } from './create-order.ts';
import { whatIsOrdered } from './order-request.ts';

/** The idempotency key of the caller, and a hash of the request. */
export type Once = { key: string; requestHash: string };
/** `cluster` is the cluster that this call has written. It is missing when an earlier request had placed the order. */
type CreatedOrder = { order: Order; cluster?: Cluster; isReplayed: boolean };

/**
 * Finds the order that an earlier request with this key has placed. Keys are stored for a limited time. Throws
 * KeyReused when the earlier request differs from this request.
 */
async function earlierOrder({ store }: OrderDeps, caller: Caller, once: Once): Promise<CreatedOrder | undefined> {
  const used = await store.idempotencyKeys.find(caller.user.uuid, once.key);
  if (used === undefined) return undefined;
  if (used.requestHash !== once.requestHash || used.orderUuid === undefined) throw new KeyReused();
  const order = await store.orders.find(used.orderUuid);
  if (order === undefined || !canSee(caller, order)) throw noMatch('Order');
  return { order, isReplayed: true };
}

/**
 * Places an order only once, even if several requests have the same key. The key is written in the order's transaction,
 * so a key is stored only if its order exists. Throws the errors of `placeOrder`.
 * @param read parses the order; not called when an earlier request has placed it
 */
export async function createOrderOnce(
  deps: OrderDeps,
  caller: Caller,
  read: () => Promise<NewOrder>,
  once: Once | undefined,
): Promise<CreatedOrder> {
  const place = async (wanted: NewOrder) => {
    const { order, cluster } = await placeOrder(deps, caller, wanted);
    return { order, ...(cluster && { cluster }), isReplayed: false };
  };
  if (once === undefined) return place(await read());
  const earlier = await earlierOrder(deps, caller, once);
  if (earlier) return earlier;
  try {
    return await place({ ...(await read()), once });
  } catch (error) {
    // A concurrent request with the same key may have claimed the key or the cluster's names first. If so, this request
    // returns the order that the concurrent request has placed.
    const twin = await earlierOrder(deps, caller, once);
    if (twin) return twin;
    throw error;
  }
}

/**
 * If the offering sells clusters, places an order for a cluster, and also returns the cluster. Otherwise places an
 * order with limits.
 */
async function placeOrder(
  deps: OrderDeps,
  caller: Caller,
  input: NewOrder,
): Promise<{ order: Order; cluster?: Cluster }> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, input);
  return isRancherOffering(offering)
    ? orderCluster(deps, caller, input, { project, offering })
    : orderWithLimits(deps, caller, input, { project, offering });
}
