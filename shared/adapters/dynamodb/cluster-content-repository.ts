import type { ClusterContent } from '../../domain/contents/cluster-content.ts';
import { clusterContent } from '../../domain/contents/cluster-content.ts';
import type { ContentKind } from '../../domain/contents/content-type.ts';
import { contentsMemory } from '../../domain/contents/contents-memory.ts';
import type { Uuid } from '../../domain/identifier.ts';
import type { ClusterContentRepository } from '../../ports/contents.ts';
import type { Page, PageRequest, Scope } from '../../ports/store.ts';
import { contentKind } from './content-kinds.ts';
import { ageKey, clusterPartition, contentLookup, contentPrefix, contentsMemoryKey } from './keys.ts';
import { changedMeanwhile } from './kind.ts';
import { listPage } from './list-page.ts';
import { plannedWrite } from './planned-write.ts';
import { getRow, rowsOf } from './read-rows.ts';
import { recordWrites } from './record-repository.ts';
import { covers } from './scope-partitions.ts';
import type { Table } from './table.ts';
import { removeRow } from './write-rows.ts';

const byAge = (a: ClusterContent, b: ClusterContent): number => (ageKey(a) < ageKey(b) ? 1 : -1);

/** Of a cluster: all of it stands in one place, and is counted there. */
function pageWithin(
  items: readonly ClusterContent[],
  scope: Scope,
  { page, pageSize }: PageRequest,
  matches: (item: ClusterContent) => boolean,
): Page<ClusterContent> {
  const fitting = items.filter((item) => covers(scope, item) && matches(item)).sort(byAge);
  return { items: fitting.slice((page - 1) * pageSize, page * pageSize), total: fitting.length };
}

export function clusterContentRepository(table: Table): ClusterContentRepository {
  const listByCluster = async (clusterUuid: Uuid, kind: ContentKind) => {
    const rows = await rowsOf(table, { partition: clusterPartition(clusterUuid), prefix: contentPrefix(kind) });
    return rows.map((row) => clusterContent.parse(row));
  };
  return {
    insert: (item) => recordWrites(contentKind(item.kind)).insert(item),
    replace: (item) => recordWrites(contentKind(item.kind)).replace(item),
    remove: (item) => recordWrites(contentKind(item.kind)).remove(item),
    async findByUuid(uuid) {
      const [row] = await rowsOf(table, { index: 'lookup', partition: contentLookup(uuid).lookupPk });
      return row && clusterContent.parse(row);
    },
    listByCluster,
    async list(kind, { clusterUuid, ...scope }, page, matches) {
      if (clusterUuid === undefined) return listPage(table, contentKind(kind), scope, page, matches);
      return pageWithin(await listByCluster(clusterUuid, kind), scope, page, matches ?? (() => true));
    },
    async recall(clusterUuid) {
      return contentsMemory.parse((await getRow(table, contentsMemoryKey(clusterUuid))) ?? {});
    },
    remember(clusterUuid, memory) {
      const key = contentsMemoryKey(clusterUuid);
      return plannedWrite([
        { key, row: { ...memory, ...key, kind: 'CONTENTS_MEMORY' }, refused: changedMeanwhile('Cluster') },
      ]);
    },
    async forget(clusterUuid) {
      await removeRow(table, contentsMemoryKey(clusterUuid));
    },
  };
}
