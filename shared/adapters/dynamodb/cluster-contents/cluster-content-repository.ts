import type { Uuid } from '#shared/domain/_core/identifier';
import type { RecordFilters } from '#shared/domain/_core/record-filters';
import { APP_STATES_AT_WORK } from '#shared/domain/cluster-contents/apps/app-release';
import { type ClusterContent, clusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { CONTENT_KINDS, type ContentKind } from '#shared/domain/cluster-contents/content-type';
import { contentsMemory } from '#shared/domain/cluster-contents/contents-sync-state';
import type { ClusterContentRepository } from '#shared/ports/rancher/contents';
import type { Page, PageRequest, RancherProjectRepository, Scope } from '#shared/ports/store';
import {
  ageKey,
  clusterPartition,
  contentKey,
  contentLookup,
  contentPrefix,
  contentsMemoryKey,
  providerPartition,
  RANCHER_PROJECT_PREFIX,
  rancherProjectKey,
  rancherProjectLookup,
} from '../_core/keys.ts';
import { changedMeanwhile, type Kind } from '../_core/kind.ts';
import { listPage } from '../_core/lists/list-page.ts';
import { plannedWrite } from '../_core/planned-write.ts';
import { getRow, rowsOf } from '../_core/read-rows.ts';
import { recordWrites } from '../_core/record-repository.ts';
import { covers } from '../_core/scope-partitions.ts';
import type { Table } from '../_core/table.ts';
import { removeRow } from '../_core/write-rows.ts';
import { RANCHER_PROJECTS } from '../cluster-access/access-kinds.ts';
import { findPart } from '../clusters/cluster-parts.ts';

/** Waldur's names for the kinds of contents. */
const TITLES: Readonly<Record<ContentKind, string>> = {
  NAMESPACE: 'Namespace',
  WORKLOAD: 'Workload',
  SERVICE: 'Service',
  INGRESS: 'Ingress',
  HPA: 'HPA',
  APP: 'Application',
  CATALOG: 'Catalog',
  TEMPLATE: 'Template',
};

/** Only applications with an unfinished operation are in a list by state, because no other such list is read. */
const APP_FILTERS: RecordFilters<ClusterContent> = {
  states: { of: ({ release }) => release?.state ?? '', groups: { work: APP_STATES_AT_WORK }, marks: {} },
};

/** How the table stores one kind of a cluster's contents. Each kind has its own lists and totals. */
const kindOf = (name: ContentKind): Kind<ClusterContent> => ({
  name,
  title: TITLES[name],
  schema: clusterContent,
  keyOf: ({ clusterUuid, kind, uuid }) => contentKey(clusterUuid, kind, uuid),
  listedBy: ['customer', 'project'],
  placeOf: ({ customerUuid, projectUuid }) => ({ customerUuid, projectUuid }),
  audit: undefined,
  ...(name === 'APP' && { filters: APP_FILTERS }),
  lookupOf: ({ uuid }) => contentLookup(uuid),
});
const KINDS = new Map(CONTENT_KINDS.map((name) => [name, kindOf(name)]));

const contentKind = (name: ContentKind): Kind<ClusterContent> => KINDS.get(name) ?? kindOf(name);

const byAge = (a: ClusterContent, b: ClusterContent): number => (ageKey(a) < ageKey(b) ? 1 : -1);

/**
 * A page of one cluster's contents. The caller has read all contents of the cluster, so this function can filter and
 * count them.
 */
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
    async findInCluster(clusterUuid, kind, uuid) {
      const row = await getRow(table, contentKey(clusterUuid, kind, uuid));
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

export function rancherProjectRepository(table: Table): RancherProjectRepository {
  const kind = RANCHER_PROJECTS;
  const listBy = async (settingsUuid: string, below = '') => {
    const prefix = `${RANCHER_PROJECT_PREFIX}${below}`;
    const rows = await rowsOf(table, { partition: providerPartition(settingsUuid), prefix });
    return rows.map((row) => kind.schema.parse(row));
  };
  return {
    ...recordWrites(kind),
    async find(ref) {
      const row = await getRow(table, rancherProjectKey(ref));
      return row && kind.schema.parse(row);
    },
    findByUuid: (uuid) => findPart(table, kind, rancherProjectLookup(uuid).lookupPk),
    listByCluster: ({ settingsUuid, clusterUuid }) => listBy(settingsUuid, `${clusterUuid}#`),
    listByProvider: (settingsUuid) => listBy(settingsUuid),
    list: (scope, page, matches) => listPage(table, kind, scope, page, matches),
  };
}
