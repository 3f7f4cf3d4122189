import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent, ContentsDiff } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_KINDS, type ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { ContentsMemory } from '#shared/domain/cluster-contents/contents-sync-state';
import type { Store, Write } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';

/**
 * The number of records in one transaction. A transaction has at most 25 items. Up to five of these check the cluster
 * and update totals.
 */
const PER_TRANSACTION = 20;

type Deps = { store: Pick<Store, 'clusters' | 'contents' | 'commit'> };

/**
 * Writes the differences between Rancher's objects and the records, but not more than `most` of them. Returns the
 * number of written differences. Writes nothing for a cluster that is being deleted, because the deletion may have
 * removed the records already.
 */
export async function writeContents({ store }: Deps, clusterUuid: Uuid, diff: ContentsDiff, most: number) {
  const { contents } = store;
  const writes: Write[] = [
    ...diff.remove.map((item) => contents.remove(item)),
    ...diff.insert.map((item) => contents.insert(item)),
    ...diff.replace.map((item) => contents.replace(item)),
  ].slice(0, most);
  for (let start = 0; start < writes.length; start += PER_TRANSACTION) {
    await store.commit(store.clusters.assertStays(clusterUuid), ...writes.slice(start, start + PER_TRANSACTION));
  }
  return writes.length;
}

/**
 * Stores the state that the next pull of the contents needs. Throws VersionConflict if the cluster is being deleted.
 */
export const rememberContents = ({ store }: Deps, clusterUuid: Uuid, memory: ContentsMemory): Promise<void> =>
  store.commit(store.clusters.assertStays(clusterUuid), store.contents.remember(clusterUuid, memory));

/** Deletes the recorded contents of a cluster. Safe to repeat. */
export async function forgetContents({ store }: { store: Store }, clusterUuid: Uuid): Promise<void> {
  for (const kind of CONTENT_KINDS) {
    const items = await store.contents.listByCluster(clusterUuid, kind);
    await commitInChunks(store, items, (item) => [store.contents.remove(item)], PER_TRANSACTION);
  }
  await store.contents.forget(clusterUuid);
}

/**
 * The recorded contents of a cluster, cached in memory, so that each kind is read from the store only once. After a
 * sync has written records of a kind, `put` replaces the cached records of this kind.
 */
export type RecordedContents = {
  of(kind: ContentKind): Promise<readonly ClusterContent[]>;
  put(kind: ContentKind, items: readonly ClusterContent[]): void;
};

export function contentsCache({ contents }: Pick<Store, 'contents'>, clusterUuid: Uuid): RecordedContents {
  const known = new Map<ContentKind, readonly ClusterContent[]>();
  return {
    async of(kind) {
      const items = known.get(kind) ?? (await contents.listByCluster(clusterUuid, kind));
      known.set(kind, items);
      return items;
    },
    put: (kind, items) => void known.set(kind, items),
  };
}
