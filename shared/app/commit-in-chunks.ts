import type { Store, Write } from '../ports/store.ts';

/** Two writes a node and three counters stay under a transaction's 25 items. */
const NODES_PER_TRANSACTION = 10;

/** Writes many nodes, ten to a transaction; safe to repeat because every write names the version it replaces. */
export async function commitInChunks<T>(
  store: Store,
  items: readonly T[],
  writesOf: (item: T) => Write[],
): Promise<void> {
  for (let start = 0; start < items.length; start += NODES_PER_TRANSACTION) {
    await store.commit(...items.slice(start, start + NODES_PER_TRANSACTION).flatMap(writesOf));
  }
}
