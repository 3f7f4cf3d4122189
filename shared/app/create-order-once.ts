import { type Caller, canSee } from '../domain/caller.ts';
import type { Order } from '../domain/order.ts';
import { KeyReused, noMatch } from '../errors.ts';
import { createOrder, type NewOrder } from './create-order.ts';
import type { OrderDeps } from './order-deps.ts';

/** The caller's key and a hash of the request it came with. */
export type Once = { key: string; requestHash: string };
type Placed = { order: Order; isReplayed: boolean };

/** The order that an earlier request with this key made, while the key is kept. Throws KeyReused when that was another request. */
async function earlierOrder({ store }: OrderDeps, caller: Caller, once: Once): Promise<Placed | undefined> {
  const used = await store.idempotencyKeys.find(caller.user.uuid, once.key);
  if (used === undefined) return undefined;
  if (used.requestHash !== once.requestHash || used.orderUuid === undefined) throw new KeyReused();
  const order = await store.orders.find(used.orderUuid);
  if (order === undefined || !canSee(caller, order)) throw noMatch('Order');
  return { order, isReplayed: true };
}

/**
 * Places an order, once however often it is asked for with the same key: the key is written in the order's transaction, so that
 * it is used up exactly when there is an order. Throws what `createOrder` throws.
 */
export async function createOrderOnce(
  deps: OrderDeps,
  caller: Caller,
  input: NewOrder,
  once: Once | undefined,
): Promise<Placed> {
  if (once === undefined) return { order: (await createOrder(deps, caller, input)).order, isReplayed: false };
  const earlier = await earlierOrder(deps, caller, once);
  if (earlier) return earlier;
  try {
    return { order: (await createOrder(deps, caller, { ...input, once })).order, isReplayed: false };
  } catch (error) {
    // A twin that was faster makes this one fail, be it by the key or by the name it has taken.
    const twin = await earlierOrder(deps, caller, once);
    if (twin) return twin;
    throw error;
  }
}
