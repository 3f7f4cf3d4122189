import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent, FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind, ContentType } from '#shared/domain/cluster-contents/content-type';
import type { ContentCounts, ContentsMemory } from '#shared/domain/cluster-contents/contents-sync-state';
import type { Page, PageRequest, Repository, Scope, Write } from './repository.ts';

/** What Rancher reports of a cluster's contents. */
export interface RancherContents {
  /**
   * One request, however much the cluster contains. Throws BackendUnavailable while Rancher has no connection to it.
   */
  countContents(clusterId: string): Promise<ContentCounts>;
  /** The first objects of a type, read in pages of 500. `isWhole` is false when there are more. */
  listContents(
    clusterId: string,
    type: ContentType,
    most: number,
  ): Promise<{ items: FoundContent[]; isWhole: boolean }>;
}

export interface ClusterContentRepository extends Pick<Repository<ClusterContent>, 'insert' | 'replace' | 'remove'> {
  /** Finds by uuid alone, over an eventually consistent index: contents only change with a pull. */
  findByUuid(uuid: Uuid): Promise<ClusterContent | undefined>;
  /** Strongly consistent. The order has no meaning. */
  listByCluster(clusterUuid: Uuid, kind: ContentKind): Promise<ClusterContent[]>;
  /** Lists like those of records. A list of one cluster costs what the cluster has of this kind. */
  list(
    kind: ContentKind,
    scope: Scope & { clusterUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ClusterContent) => boolean,
  ): Promise<Page<ClusterContent>>;
  /** What the last pull remembered. Empty before the first pull. */
  recall(clusterUuid: Uuid): Promise<ContentsMemory>;
  /** Replaces what was remembered. */
  remember(clusterUuid: Uuid, memory: ContentsMemory): Write;
  /** Succeeds when nothing was remembered. */
  forget(clusterUuid: Uuid): Promise<void>;
}
