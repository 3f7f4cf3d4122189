import type { Uuid } from '#shared/domain/_core/identifier';
import type { ContentsMemory } from '#shared/domain/cluster-contents/contents-memory';
import type { ContentsDiff } from '#shared/domain/cluster-contents/diff-contents';
import type { Store, Write } from '#shared/ports/store';

/** With the three totals of a kind and the check of the cluster these stay under a transaction's 25 items. */
const PER_TRANSACTION = 20;

type Deps = { store: Pick<Store, 'clusters' | 'contents' | 'commit'> };

/**
 * Writes what differs, at most `most` records, and returns how many. Writes nothing for a cluster that is being
 * deleted: it would bring deleted records back.
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

/** Remembers the pull, unless the cluster is being deleted. */
export const rememberContents = ({ store }: Deps, clusterUuid: Uuid, memory: ContentsMemory): Promise<void> =>
  store.commit(store.clusters.assertStays(clusterUuid), store.contents.remember(clusterUuid, memory));
