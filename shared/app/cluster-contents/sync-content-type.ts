import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { GlobalCatalog } from '#shared/domain/cluster-contents/apps/global-catalog';
import { type ClusterContent, diffContents } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_TYPES, type ContentType } from '#shared/domain/cluster-contents/content-type';
import {
  type ContentCounts,
  type ContentsMemory,
  dueBehind,
  withoutListed,
} from '#shared/domain/cluster-contents/contents-sync-state';
import { isGlobalCopy, placeContents } from '#shared/domain/cluster-contents/place-contents';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type RecordedContents, rememberContents, writeContents } from './write-contents.ts';

export type ContentsLimits = {
  /**
   * Maximum number of objects of one type that are recorded for a cluster. If there are more, only the first objects in
   * Rancher's order are recorded.
   */
  ofAType: number;
  /** Maximum number of records that one pull writes. The number is limited because an API call waits for the pull. */
  writes: number;
};

export type ContentsPull = {
  store: Store;
  clock: Clock;
  rancher: Rancher;
  cluster: Cluster;
  /**
   * The state that the last pull stored. During this pull, types that must be listed again are removed from this state.
   */
  memory: ContentsMemory;
  counts: ContentCounts;
  /** Projects by their Rancher id. */
  projects: ReadonlyMap<string, RancherProject>;
  recorded: RecordedContents;
  globals: readonly GlobalCatalog[];
  /** The cluster's copies of the global catalogs. Empty until the cluster's catalogs have been listed. */
  copies: readonly ClusterContent[];
  /** Types whose objects still have to be listed. */
  due: Set<ContentType>;
  limits: ContentsLimits;
};
export type Mirrored = {
  written: number;
  /** False when the cluster has more objects of the type than Paddock records. */
  isWhole: boolean;
  /** False when more records differ from Rancher's objects than this pull is allowed to write. */
  isComplete: boolean;
};

async function placed({ rancher, cluster, projects, recorded, globals, limits }: ContentsPull, type: ContentType) {
  const { items, isWhole } = await rancher.listContents(cluster.backendId, type, limits.ofAType);
  const namespaces = type === 'namespace' ? [] : await recorded.of('NAMESPACE');
  const inside = {
    cluster,
    projects,
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
    workloads: type === 'service' ? await recorded.of('WORKLOAD') : [],
    globals: new Map(globals.map(({ objectName, uuid }) => [objectName, uuid])),
  };
  return { all: placeContents(inside, type, items), isWhole };
}

/**
 * Some other types copy fields from records of this type. When records of this type change, the dependent types must be
 * listed again. The dependent types are marked as due before the change, so that they stay due if the pull is
 * interrupted.
 */
async function makeDueBehind(pull: ContentsPull, type: ContentType): Promise<void> {
  const behind = dueBehind(type, pull.counts);
  if (behind.length === 0) return;
  for (const it of behind) pull.due.add(it);
  pull.memory = withoutListed(pull.memory, behind);
  await rememberContents(pull, pull.cluster.uuid, pull.memory);
}

/** Lists the objects of one type, and writes the records that differ from these objects, but not more than `most`. */
export async function syncContentType(pull: ContentsPull, type: ContentType, most: number): Promise<Mirrored> {
  const kind = CONTENT_TYPES[type];
  // The records are read before Rancher's list is read. If an operation changes a record after it was read here, the
  // record gets a new version, and `writeContents` fails. So an older object of the list never replaces a newer record.
  const all = await pull.recorded.of(kind);
  const { all: there, isWhole } = await placed(pull, type);
  const found = there.filter((item) => !isGlobalCopy(item));
  if (kind === 'CATALOG') pull.copies = there.filter(isGlobalCopy);
  const diff = diffContents(
    all.filter((item) => item.type === type),
    found,
    pull.clock.now(),
  );
  const differing = diff.insert.length + diff.replace.length + diff.remove.length;
  if (differing > 0) await makeDueBehind(pull, type);
  const written = await writeContents(pull, pull.cluster.uuid, diff, most);
  pull.recorded.put(kind, [...all.filter((item) => item.type !== type), ...found]);
  return { written, isWhole, isComplete: written === differing };
}
