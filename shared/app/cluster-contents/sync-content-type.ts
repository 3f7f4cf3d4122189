import type { RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { diffContents } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_TYPES, type ContentType } from '#shared/domain/cluster-contents/content-type';
import {
  type ContentCounts,
  type ContentsMemory,
  dueBehind,
  withoutListed,
} from '#shared/domain/cluster-contents/contents-sync-state';
import { placeContents } from '#shared/domain/cluster-contents/place-contents';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { type RecordedContents, rememberContents, writeContents } from './write-contents.ts';

export type ContentsLimits = {
  /**
   * How many objects of one type are recorded for a cluster. If there are more, only the first ones in Rancher's order
   * are recorded.
   */
  ofAType: number;
  /** How many records one pull writes. The number is limited because an API call waits for the pull. */
  writes: number;
};

/** The state of one pull of a cluster's contents. */
export type ContentsPull = {
  store: Store;
  clock: Clock;
  rancher: Rancher;
  cluster: Cluster;
  /** The memory of the last pull, without the types that have to be listed again. */
  memory: ContentsMemory;
  counts: ContentCounts;
  /** Projects by their ids in Rancher. */
  projects: ReadonlyMap<string, RancherProject>;
  recorded: RecordedContents;
  /** Types of objects that still have to be listed. */
  due: Set<ContentType>;
  limits: ContentsLimits;
};
export type Mirrored = {
  written: number;
  /** False when the cluster has more objects of the type than are recorded. */
  isWhole: boolean;
  /** False when more records differ than may be written. */
  isComplete: boolean;
};

async function placed({ rancher, cluster, projects, recorded, limits }: ContentsPull, type: ContentType) {
  const { items, isWhole } = await rancher.listContents(cluster.backendId, type, limits.ofAType);
  const namespaces = type === 'namespace' ? [] : await recorded.of('NAMESPACE');
  const inside = {
    cluster,
    projects,
    namespaces: new Map(namespaces.map((namespace) => [namespace.name, namespace])),
    workloads: type === 'service' ? await recorded.of('WORKLOAD') : [],
  };
  return { found: placeContents(inside, type, items), isWhole };
}

/**
 * Before the records of this type change, marks all types as due whose records copy fields from it. So these types are
 * still due if the pull is interrupted.
 */
async function makeDueBehind(pull: ContentsPull, type: ContentType): Promise<void> {
  const behind = dueBehind(type, pull.counts);
  if (behind.length === 0) return;
  for (const it of behind) pull.due.add(it);
  pull.memory = withoutListed(pull.memory, behind);
  await rememberContents(pull, pull.cluster.uuid, pull.memory);
}

/** Lists the objects of one type and writes the records that differ, at most `most` records. */
export async function syncContentType(pull: ContentsPull, type: ContentType, most: number): Promise<Mirrored> {
  const kind = CONTENT_TYPES[type];
  const { found, isWhole } = await placed(pull, type);
  const all = await pull.recorded.of(kind);
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
