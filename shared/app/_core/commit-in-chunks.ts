import type { Store, Write } from '#shared/ports/store';

/** Ten nodes with two writes each, and three counters, make 23 items. A transaction may have 25. */
const NODES_PER_TRANSACTION = 10;

/**
 * Commits many records, ten in each transaction unless `perTransaction` says otherwise. Safe to repeat: every write
 * names the version that it replaces.
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
