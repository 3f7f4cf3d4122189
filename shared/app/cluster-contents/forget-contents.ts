import type { Uuid } from '#shared/domain/_core/identifier';
import { CONTENT_KINDS } from '#shared/domain/cluster-contents/content-type';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

/** With the three totals of a kind these stay under a transaction's 25 items. */
const PER_TRANSACTION = 20;

/** Deletes the recorded contents of a cluster. Safe to repeat. */
export async function forgetContents({ store }: { store: Store }, clusterUuid: Uuid): Promise<void> {
  for (const kind of CONTENT_KINDS) {
    const items = await store.contents.listByCluster(clusterUuid, kind);
    await commitInChunks(store, items, (item) => [store.contents.remove(item)], PER_TRANSACTION);
  }
  await store.contents.forget(clusterUuid);
}
