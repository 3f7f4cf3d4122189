import type { Uuid } from '#shared/domain/_core/identifier';
import type { ClusterContent, FoundContent } from '#shared/domain/cluster-contents/cluster-content';
import type { ContentKind, ContentType } from '#shared/domain/cluster-contents/content-type';
import type { ContentCounts, ContentsMemory } from '#shared/domain/cluster-contents/contents-sync-state';
import type { Page, PageRequest, Repository, Scope, Write } from '../repository.ts';

export interface RancherContents {
  /**
   * Counts all objects of the cluster in one request. Throws BackendUnavailable while Rancher has no connection to the
   * cluster.
   */
  countContents(clusterId: string): Promise<ContentCounts>;
  /** The first `most` objects of a type, read in pages of 500. `isWhole` is false if the cluster has more objects. */
  listContents(
    clusterId: string,
    type: ContentType,
    most: number,
  ): Promise<{ items: FoundContent[]; isWhole: boolean }>;
  /** Names of the secrets in a namespace. Their values are not read. */
  listSecretNames(clusterId: string, namespace: string): Promise<string[]>;
  /** One object, with the fields that lists show. `id` is `namespace/name`. */
  findContent(clusterId: string, type: ContentType, id: string): Promise<FoundContent | undefined>;
}

export interface ClusterContentRepository extends Pick<Repository<ClusterContent>, 'insert' | 'replace' | 'remove'> {
  /** Finds an object by its uuid alone, for the API. The read is eventually consistent, because it uses an index. */
  findByUuid(uuid: Uuid): Promise<ClusterContent | undefined>;
  /** The read is strongly consistent, for a write that depends on the recorded object. */
  findInCluster(clusterUuid: Uuid, kind: ContentKind, uuid: Uuid): Promise<ClusterContent | undefined>;
  /** The read is strongly consistent. The objects are in no order. */
  listByCluster(clusterUuid: Uuid, kind: ContentKind): Promise<ClusterContent[]>;
  /**
   * Lists objects with the same filters as the `list` methods of other repositories. With `clusterUuid`, reads only
   * objects of this cluster. The filter `state` finds only applications with an unfinished operation.
   */
  list(
    kind: ContentKind,
    scope: Scope & { clusterUuid?: Uuid },
    page: PageRequest,
    matches?: (item: ClusterContent) => boolean,
  ): Promise<Page<ClusterContent>>;
  /** Returns the data that the last pull of the cluster stored. Empty before the first pull. */
  recall(clusterUuid: Uuid): Promise<ContentsMemory>;
  /** Replaces the data that the last pull of the cluster stored. */
  remember(clusterUuid: Uuid, memory: ContentsMemory): Write;
  /** Removes the data that the last pull of the cluster stored. Also succeeds if no data is stored. */
  forget(clusterUuid: Uuid): Promise<void>;
}
