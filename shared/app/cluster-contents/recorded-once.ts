import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind } from '#shared/domain/cluster-contents/content-type';
import type { Store } from '#shared/ports/store';

/** A cluster's recorded contents by kind, each read once. `put` replaces what a pull has written. */
export type RecordedContents = {
  of(kind: ContentKind): Promise<readonly ClusterContent[]>;
  put(kind: ContentKind, items: readonly ClusterContent[]): void;
};

export function recordedOnce({ contents }: Pick<Store, 'contents'>, clusterUuid: Uuid): RecordedContents {
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
