import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent, FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind, ContentType } from '#shared/domain/cluster-contents/content-type';
import type { ContentCounts, ContentsMemory } from '#shared/domain/cluster-contents/contents-memory';
import type { Page, PageRequest, Repository, Scope, Write } from './repository.ts';

/** What Rancher tells of a cluster's inside. */
export interface RancherContents {
  /** One request, whatever is in the cluster. BackendUnavailable while Rancher has no connection to it. */
  countContents(clusterId: string): Promise<ContentCounts>;
  /** The first so many of a type, by pages of 500; `isWhole` is false where there are more. */
  listContents(
    clusterId: string,
    type: ContentType,
    most: number,
  ): Promise<{ items: FoundContent[]; isWhole: boolean }>;
}

export interface ClusterContentRepository extends Pick<Repository<ClusterContent>, 'insert' | 'replace' | 'remove'> {
  /** By uuid alone, over an index (eventually consistent): contents change with pulls only. */
  findByUuid(uuid: Uuid): Promise<ClusterContent | undefined>;
  /** Strongly consistent, in no order. */
  listByCluster(clusterUuid: Uuid, kind: ContentKind): Promise<ClusterContent[]>;
  /** As lists of records; of one cluster it costs what the cluster has of the kind. */
  list(
    kind: ContentKind,
    scope: Scope & { clusterUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ClusterContent) => boolean,
  ): Promise<Page<ClusterContent>>;
  /** Empty before the first pull. */
  recall(clusterUuid: Uuid): Promise<ContentsMemory>;
  /** Over whatever is remembered. */
  remember(clusterUuid: Uuid, memory: ContentsMemory): Write;
  /** Nothing there is fine. */
  forget(clusterUuid: Uuid): Promise<void>;
}
