import type { Node } from '#shared/domain/nodes/node';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { KeyReused, noMatch } from '#shared/errors';
import type { Once } from '../marketplace/orders/create-order-once.ts';
import type { OrderDeps } from '../planning/order-deps.ts';

type Added = { node: Node; isReplayed: boolean };
/** The function that adds the node: `addManagedNode` or `createNode`. */
type Add<A> = (deps: OrderDeps, caller: Caller, addition: A) => Promise<Node>;

/**
 * Finds the node that an earlier request with this key has added. Keys are stored for a limited time. Throws KeyReused
 * when the earlier request differs from this request.
 */
async function earlierNode({ store }: OrderDeps, caller: Caller, once: Once): Promise<Added | undefined> {
  const used = await store.idempotencyKeys.find(caller.user.uuid, once.key);
  if (used === undefined) return undefined;
  if (used.requestHash !== once.requestHash || used.nodeUuid === undefined) throw new KeyReused();
  const node = await store.nodes.findByUuid(used.nodeUuid);
  if (node === undefined || !canSee(caller, node)) throw noMatch('Node');
  return { node, isReplayed: true };
}

/** Adds a node only once, even if several requests have the same key. Throws the errors of `add`. */
export async function addNodeOnce<A extends { once?: Once | undefined }>(
  deps: OrderDeps,
  caller: Caller,
  add: Add<A>,
  addition: A,
): Promise<Added> {
  const { once } = addition;
  if (once === undefined) return { node: await add(deps, caller, addition), isReplayed: false };
  const earlier = await earlierNode(deps, caller, once);
  if (earlier) return earlier;
  try {
    return { node: await add(deps, caller, addition), isReplayed: false };
  } catch (error) {
    const twin = await earlierNode(deps, caller, once);
    if (twin) return twin;
    throw error;
  }
}
