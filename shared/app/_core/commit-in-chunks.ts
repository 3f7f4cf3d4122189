import type { Store, Write } from '#shared/ports/store';

/** A transaction may have 25 items. Ten nodes with two writes each, and three counters, make 23 items. */
const NODES_PER_TRANSACTION = 10;

/**
 * Commits many records, ten in each transaction by default. Safe to repeat, because every write names the version that
 * it replaces.
 */
export async function commitInChunks<T>(
  store: Pick<Store, 'commit'>,
  items: readonly T[],
  writesOf: (item: T) => Write[],
  perTransaction = NODES_PER_TRANSACTION,
): Promise<void> {
  for (let start = 0; start < items.length; start += perTransaction) {
    await store.commit(...items.slice(start, start + perTransaction).flatMap(writesOf));
  }
}
