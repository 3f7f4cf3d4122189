import type { OrderDeps } from '#shared/app/planning/order-deps';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { KeyReused, noMatch } from '#shared/errors';
import type { NewOrder } from './create-order.ts';
import { placeOrder } from './place-order.ts';

/** The caller's key and a hash of the request it came with. */
export type Once = { key: string; requestHash: string };
/** `cluster`: as it was written; of an earlier request's order it is to be read. */
type CreatedOrder = { order: Order; cluster?: Cluster; isReplayed: boolean };

/** The order that an earlier request with this key made, while the key is kept. Throws KeyReused when that was another request. */
async function earlierOrder({ store }: OrderDeps, caller: Caller, once: Once): Promise<CreatedOrder | undefined> {
  const used = await store.idempotencyKeys.find(caller.user.uuid, once.key);
  if (used === undefined) return undefined;
  if (used.requestHash !== once.requestHash || used.orderUuid === undefined) throw new KeyReused();
  const order = await store.orders.find(used.orderUuid);
  if (order === undefined || !canSee(caller, order)) throw noMatch('Order');
  return { order, isReplayed: true };
}

/**
 * Places an order, once however often it is asked for with the same key: the key is written in the order's transaction, so that
 * it is used up exactly when there is an order. Throws what `placeOrder` throws.
 * @param read reads the order; not asked where an earlier request has placed it
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
    // A twin that was faster makes this one fail, be it by the key or by the name it has taken.
    const twin = await earlierOrder(deps, caller, once);
    if (twin) return twin;
    throw error;
  }
}
