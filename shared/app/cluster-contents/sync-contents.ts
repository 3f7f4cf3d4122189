import { changed } from '#shared/domain/_core/record';
import { newRancherProject, type RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { CATALOG_TYPE } from '#shared/domain/cluster-contents/apps/global-catalog';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { ALL_CONTENT_TYPES, type ContentType, PROJECT_ROLES } from '#shared/domain/cluster-contents/content-type';
import { areProjectsDue, dueTypes, namesIn, withListed } from '#shared/domain/cluster-contents/contents-sync-state';
import { withNamespaces } from '#shared/domain/cluster-contents/place-contents';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { driverOf } from '#shared/drivers/registry';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { syncList } from '../providers/sync-list.ts';
import { askForCopies, globalCatalogsOf } from './apps/global-catalogs.ts';
import { type ContentsLimits, type ContentsPull, syncContentType } from './sync-content-type.ts';
import { syncTemplates } from './sync-templates.ts';
import { contentsCache, rememberContents } from './write-contents.ts';

/**
 * Limits how many projects one sync may remove, because Rancher's list may be incomplete. A project in which somebody
 * has a role is never removed.
 */
const BRAKE = { maxShare: 0.5, always: 10 };

type Deps = { store: Store; clock: Clock };
type Mirrored = { projects: RancherProject[]; suspects: string[] };

/**
 * Syncs the projects of one cluster. The hourly job does the same for all clusters. A project is removed when two
 * successive lists do not have it and no user has a role in it. If `list` is false, the projects are not read from
 * Rancher, but from the records.
 */
async function mirrorProjects(
  deps: Deps,
  { rancher, cluster, list, suspects }: { rancher: Rancher; cluster: Cluster; list: boolean; suspects: string[] },
): Promise<Mirrored> {
  const { store, clock } = deps;
  const ref = { settingsUuid: cluster.settingsUuid, clusterUuid: cluster.uuid };
  const recorded = await store.rancherProjects.listByCluster(ref);
  if (!list) return { projects: recorded, suspects };
  const listed = await rancher.listProjects(cluster.backendId);
  const scopes = new Set((await store.keycloakGroups.listByCluster(ref)).map(({ scopeUuid }) => scopeUuid));
  const followed = await syncList({ store, clock, brake: BRAKE }, new Set(suspects), {
    repository: store.rancherProjects,
    recorded,
    found: listed
      .filter(({ clusterId }) => clusterId === cluster.backendId)
      .map(({ id: backendId, name, description, state, isSystem }) =>
        newRancherProject(cluster, { backendId, name, description, isSystem, runtimeState: state }, clock.now()),
      ),
    fields: ['name', 'description', 'runtimeState', 'isSystem', 'clusterName'],
    isUsed: ({ uuid }) => scopes.has(uuid),
  });
  return { projects: await store.rancherProjects.listByCluster(ref), suspects: followed.suspects };
}

/** Writes the names of namespaces into the records of their projects, if the names have changed. */
async function showNamespaces(
  { store, clock }: Deps,
  projects: readonly RancherProject[],
  namespaces: readonly ClusterContent[],
): Promise<void> {
  const differing = withNamespaces(projects, namespaces);
  await commitInChunks(store, differing, (project) => [
    store.rancherProjects.replace(changed(project, clock.now(), {})),
  ]);
}

type ContentsDeps = Pick<ContentsPull, 'store' | 'clock'> & {
  rancher: Pick<RancherSessions, 'open'>;
  contentsLimits?: ContentsLimits;
};
export type ContentsReport = {
  /** Types of objects that this run has listed. */
  listed: ContentType[];
  written: number;
  /** Types of which the cluster has so many objects that only a part of them is recorded. */
  cut: ContentType[];
  /** False when this run could not write everything. The next run continues. */
  isComplete: boolean;
};

const LIMITS: ContentsLimits = { ofAType: 2000, writes: 2000 };

const NOTHING: ContentsReport = { listed: [], written: 0, cut: [], isComplete: true };

const CATALOG: ContentType = CATALOG_TYPE;

/** Syncs the types that are due, one after the other. A change of one type may make a later type due. */
async function mirrorDue(pull: ContentsPull): Promise<ContentsReport> {
  const report: ContentsReport = { ...NOTHING, listed: [], cut: [] };
  for (const type of ALL_CONTENT_TYPES) {
    if (!pull.due.has(type)) continue;
    const done = await syncContentType(pull, type, pull.limits.writes - report.written);
    report.written += done.written;
    if (!done.isWhole) report.cut.push(type);
    if (!done.isComplete) return { ...report, isComplete: false };
    report.listed.push(type);
    pull.due.delete(type);
  }
  return report;
}

/**
 * Makes the records of a cluster's contents match Rancher: namespaces with their objects, catalogs, and projects. If
 * nothing has changed, this takes one request and no write. Each changed type takes one more request for each page of
 * 500 objects. If Rancher cannot reach a cluster, the cluster's records stay as they are. Clusters outside of Rancher
 * have no records of contents.
 * @param cluster a current record
 * @throws Backend*
 * @throws VersionConflict when a concurrent run was faster, or when the cluster is being deleted
 */
export async function syncContents(deps: ContentsDeps, cluster: Cluster): Promise<ContentsReport> {
  const { store, clock } = deps;
  if (cluster.backendId === '' || cluster.runtimeState !== 'active') return NOTHING;
  if (driverOf(cluster).provider !== 'Rancher') return NOTHING;
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  const memory = await store.contents.recall(cluster.uuid);
  const counts = await rancher.countContents(cluster.backendId);
  const list = areProjectsDue(memory, counts, clock.now());
  const { projects, suspects } = await mirrorProjects(deps, { rancher, cluster, list, suspects: memory.suspects });
  const names = namesIn(cluster, projects);
  const due = new Set(dueTypes(memory, counts, names, clock.now()));
  if (due.size === 0 && !list) return NOTHING;
  const pull: ContentsPull = {
    store,
    clock,
    rancher,
    cluster,
    memory,
    counts,
    due,
    limits: deps.contentsLimits ?? LIMITS,
    projects: new Map(projects.map((project) => [project.backendId, project])),
    globals: due.has(CATALOG) ? await globalCatalogsOf(store, cluster.settingsUuid) : [],
    copies: [],
    recorded: contentsCache(store, cluster.uuid),
  };
  const report = await mirrorDue(pull);
  const templates = report.listed.includes(CATALOG)
    ? await syncTemplates(pull, memory.indexes, pull.limits.writes - report.written)
    : { written: 0, isComplete: true, indexes: memory.indexes };
  report.written += templates.written;
  if (memory.listed[CATALOG] === undefined) await askForCopies(pull);
  await showNamespaces(deps, projects, await pull.recorded.of('NAMESPACE'));
  // If some templates could not be written, the catalog type is not marked as listed. So the next run continues with
  // the remaining templates.
  const listed = report.listed.filter((type) => type !== CATALOG || templates.isComplete);
  const done = [...listed, ...(list ? [PROJECT_ROLES] : [])];
  await rememberContents(deps, cluster.uuid, {
    ...withListed(pull.memory, done, counts, clock.now()),
    suspects,
    indexes: templates.indexes,
    names: report.isComplete ? names : memory.names,
  });
  return report;
}

/**
 * Time limit for the contents, in milliseconds. A pull first reads the cluster itself. After that, the API function has
 * only this much time left.
 */
const PULL_MS = 4_000;

/**
 * Pulls the contents of a cluster. This is the second part of a pull; the first part pulls the cluster itself.
 * @param cluster the record after the first part
 * @throws Backend* errors, and BackendUnavailable at the time limit. Records that were written before the error stay,
 * and the next pull continues
 */
export async function pullContents(deps: ContentsDeps, cluster: Cluster): Promise<void> {
  await withTimeout(PULL_MS, () => syncContents(deps, cluster));
}
