import { z } from 'zod';
import { defineRecord } from '../../_core/define-record.ts';
import { instant, NIL_UUID, type Uuid, uuid } from '../../_core/identifier.ts';
import { newRecord, record } from '../../_core/record.ts';
import { isJobDue, type SyncMemory } from '../../provider-syncs/sync-jobs.ts';
import type { ClusterContent } from '../cluster-content.ts';
import type { catalogFacts } from '../content-facts.ts';
import { type CatalogFields, catalogObjectName } from './catalog-object.ts';

/** Type of the Kubernetes objects of catalogs. */
export const CATALOG_TYPE = 'catalog.cattle.io.clusterrepo';

/**
 * A catalog for all clusters of a provider. In Rancher a catalog belongs to one cluster, so a sync job keeps a copy in
 * each cluster (docs/applications.md#catalogs).
 */
export const globalCatalog = record.extend({
  settingsUuid: uuid,
  name: z.string(),
  description: z.string(),
  url: z.string(),
  branch: z.string(),
  /** The name of the catalog's Kubernetes object in every cluster. It never changes. */
  objectName: z.string(),
  /** The uuid of the login in the secret store. A new login has a new uuid. Absent for a public catalog. */
  accountUuid: uuid.optional(),
  /** Time of the last change. The sync job copies changes to the clusters. */
  changedAt: instant,
  /** Time of the last request to download the index again. */
  refreshedAt: instant.optional(),
  /** When the deletion of the catalog was requested. The record is removed when no cluster has a copy. */
  deletedAt: instant.optional(),
  /**
   * A sentence that says in how many clusters the last sync could not write the copy, and why. Empty if all copies were
   * written.
   */
  problem: z.string(),
});
export type GlobalCatalog = z.infer<typeof globalCatalog>;

type New = { uuid: Uuid; settingsUuid: Uuid; fields: CatalogFields; accountUuid: Uuid | undefined };

/**
 * @param others all global catalogs of the provider. The new catalog needs an object name that none of them has,
 * because all copies are in the same clusters.
 */
export function newGlobalCatalog(
  { uuid: id, settingsUuid, fields, accountUuid }: New,
  others: readonly GlobalCatalog[],
  now: Date,
): GlobalCatalog {
  const taken = others.map(({ objectName }) => objectName);
  return {
    ...newRecord(id, now),
    settingsUuid,
    ...fields,
    objectName: catalogObjectName(fields.name, id, taken),
    ...(accountUuid !== undefined && { accountUuid }),
    changedAt: now.toISOString(),
    problem: '',
  };
}

/** A global catalog belongs to no customer. Its provider determines who may see it. */
export const globalCatalogRecord = defineRecord({
  name: 'GLOBAL_CATALOG',
  title: 'Catalog',
  schema: globalCatalog,
  audit: {
    model: 'Rancher.Catalog',
    title: 'Global catalog',
    placeOf: () => ({}),
    created: 'global_catalog_created',
    updated: ({ changed }) =>
      changed.includes('deletedAt') ? 'global_catalog_deletion_requested' : 'global_catalog_updated',
    deleted: 'global_catalog_deleted',
    fields: {
      settingsUuid: 'detail',
      name: 'shown',
      description: 'shown',
      url: 'shown',
      branch: 'shown',
      objectName: 'detail',
      accountUuid: 'named',
      changedAt: 'hidden',
      refreshedAt: 'shown',
      deletedAt: 'shown',
      problem: 'hidden',
    },
  },
});

/**
 * Interval at which the copies of the catalogs in all clusters are checked, even if no catalog was changed in Paddock.
 */
const COMPARED_EVERY_MINUTES = 60;
/**
 * The sync job runs repeatedly after a change. The last of these runs starts at least this long after the change.
 * Earlier runs can miss the change, because lists are eventually consistent.
 */
const SEEN_AFTER_MS = 60_000;

/** Whether the copies in the provider's clusters have to be compared with the catalogs now. */
export function areGlobalCatalogsDue(catalogs: readonly GlobalCatalog[], last: SyncMemory, now: Date): boolean {
  if (catalogs.length === 0) return false;
  const { startedAt } = last;
  if (startedAt === undefined || isJobDue(last, COMPARED_EVERY_MINUTES, now)) return true;
  return catalogs.some(({ changedAt }) => Date.parse(changedAt) >= Date.parse(startedAt) - SEEN_AFTER_MS);
}

/** The clusters of a provider that lack the current copy of a catalog, as one number for each reason. */
export type LackingClusters = {
  /** Clusters with a repository that Paddock did not create and that already has the copy's name. */
  taken: number;
  /** Clusters that did not answer. */
  away: number;
  /** Clusters in which the object or its login could not be written. */
  refused: number;
};

const REASONS = {
  taken: 'with another catalog of this name',
  away: 'that did not answer',
  refused: 'that did not accept the catalog',
} as const satisfies Record<keyof LackingClusters, string>;

/** The text for users. It names no cluster, because users of several customers see the catalog. */
export function problemOf(lacking: LackingClusters): string {
  const total = lacking.taken + lacking.away + lacking.refused;
  if (total === 0) return '';
  const parts = (['taken', 'away', 'refused'] as const).flatMap((reason) =>
    lacking[reason] === 0 ? [] : [`${lacking[reason]} ${REASONS[reason]}`],
  );
  return `The catalog is not up to date in ${total} ${total === 1 ? 'cluster' : 'clusters'}: ${parts.join(', ')}.`;
}

/**
 * The global catalog in the form of a cluster's catalog, so that one list can show catalogs of both kinds. The result
 * has no cluster and no project.
 */
export function asContent(catalog: GlobalCatalog): ClusterContent {
  const { uuid: id, version, created, modified, settingsUuid, name, description, objectName, problem } = catalog;
  const facts: z.input<typeof catalogFacts> = {
    ...{ url: catalog.url, branch: catalog.branch, commit: '', title: name },
    ...{ globalUuid: id, problem },
  };
  return {
    ...{ uuid: id, version, created, modified, settingsUuid, description },
    ...{ clusterUuid: NIL_UUID, clusterName: '', projectUuid: NIL_UUID, projectName: '' },
    ...{ customerUuid: NIL_UUID, customerName: '', rancherProjectName: '', namespaceName: '' },
    ...{ kind: 'CATALOG', type: CATALOG_TYPE, backendId: objectName, name: objectName },
    runtimeState: problem === '' ? 'active' : 'error',
    facts,
  };
}
