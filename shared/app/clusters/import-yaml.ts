import { LOG } from '#shared/contracts/telemetry';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { type ImportReport, reportOf } from '#shared/domain/cluster-contents/import-report';
import type { ManifestNamespaces } from '#shared/domain/cluster-contents/planned-manifests';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import { UnusableManifests } from '#shared/domain/clusters/manifests/manifest-documents';
import { inProject, type Manifests, parseManifests } from '#shared/domain/clusters/manifests/manifests';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { AppError, Invalid, NotAllowed, noObject } from '#shared/errors';
import type { ActingSessions } from '#shared/ports/rancher';
import type { ActingRancher } from '#shared/ports/rancher/acting-rancher';
import type { Ids, Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { actAsCaller } from '../cluster-access/act-as-caller.ts';
import {
  type Applying,
  type Attempt,
  checkAttempts,
  isRefused,
  leaveAttempts,
  planAttempts,
  writeAttempts,
} from '../cluster-contents/apply-manifests.ts';
import { pullContents } from '../cluster-contents/sync-contents.ts';
import { createProjects, findProjects, type ImportedProject, idsOf, projectResult } from './import-projects.ts';
import { pullCluster } from './pull-cluster.ts';

type Named = { namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };
type Deps = Parameters<typeof pullCluster>[0] & {
  store: Pick<Store, 'clusters' | 'settings' | 'contents' | 'audit' | 'rancherProjects' | 'rancherUsers'>;
  rancher: ActingSessions;
  ids: Ids;
  log: Logger;
};

async function referredNamespace({ store }: Pick<Deps, 'store'>, uuid: Uuid | undefined, field: string) {
  if (uuid === undefined) return undefined;
  const found = await store.contents.findByUuid(uuid);
  if (found?.kind !== 'NAMESPACE') throw noObject(field);
  return found;
}

/**
 * Finds the names of the namespaces whose uuids are in the body. Throws Invalid for a namespace that does not exist or
 * is in another cluster (docs/spec/waldur-rancher.md#clusters).
 */
async function importNamespaces(deps: Deps, { uuid }: Cluster, named: Named): Promise<ManifestNamespaces> {
  const [namespace, byDefault] = await Promise.all([
    referredNamespace(deps, named.namespaceUuid, 'namespace'),
    referredNamespace(deps, named.defaultNamespaceUuid, 'default_namespace'),
  ]);
  const isForeign = (found?: ClusterContent) => found !== undefined && found.clusterUuid !== uuid;
  const problems = [
    ...(isForeign(namespace) ? ['Namespace should be related to the same cluster.'] : []),
    ...(isForeign(byDefault) ? ['Default namespace should be related to the same cluster.'] : []),
  ];
  if (problems.length > 0) throw new Invalid({ non_field_errors: problems });
  return { ...(namespace && { namespace: namespace.name }), ...(byDefault && { defaultNamespace: byDefault.name }) };
}

/**
 * Time limits of an import and of the pull after it, in milliseconds. Together they leave the API function enough time
 * to answer.
 */
const IMPORT_MS = 9_000;
const PULL_MS = 4_000;

function manifestsIn(text: string): Manifests {
  try {
    return parseManifests(text);
  } catch (error) {
    if (error instanceof UnusableManifests) throw new Invalid({ yaml: [error.message] }, error);
    throw error;
  }
}

/**
 * Returns Rancher's own message if Rancher refused the import, or refused it to the caller's account, because Waldur
 * returns this message (docs/spec/waldur-http.md#rancher). Throws all other errors.
 */
function wordsOf(error: unknown): string {
  if (error instanceof NotAllowed) return error.message;
  if (!(error instanceof AppError && error.name.startsWith('Backend'))) throw error;
  const [, words] = / with 4\d\d: (.+)$/s.exec(error.message) ?? [];
  return words ?? 'Server error';
}

type Import = { manifests: Manifests; into: ManifestNamespaces; isDryRun: boolean; force: boolean };
/** The results of an import so far. The report shows them even if the import fails after its first write. */
type Progress = { attempts: Attempt[]; projects: ImportedProject[]; hasWritten: boolean };
type Running = Import & { rancher: ActingRancher; clusterId: string; isLate: () => boolean; record(): Promise<void> };

/**
 * Checks the objects before it writes any of them. If an object is refused, nothing is written. There is one exception:
 * Kubernetes cannot check an object before its namespace and kind exist. If the YAML text itself creates them, they are
 * written before this object is checked.
 */
async function runImport(running: Running, progress: Progress): Promise<void> {
  const { rancher, clusterId, isLate, manifests } = running;
  const importing = { rancher, clusterId, isLate };
  progress.projects = await findProjects(importing, manifests.projects);
  const prepare: Applying['prepare'] = (object) => inProject(object, idsOf(progress.projects));
  const applying = { ...importing, force: running.force, prepare };
  progress.attempts = await planAttempts(applying, manifests.inside, running.into);
  await checkAttempts(applying, progress.attempts);
  if (running.isDryRun || manifests.inside.length + manifests.projects.length === 0) return;
  if (progress.attempts.some(isRefused)) {
    leaveAttempts(progress.attempts);
    for (const project of progress.projects) if (project.id === undefined) project.outcome = 'not_applied';
    return;
  }
  await running.record();
  progress.hasWritten = true;
  await createProjects(importing, progress.projects);
  await writeAttempts(applying, progress.attempts);
}

/** Makes the report of an import. A failure after the first write is in the report. An earlier failure is thrown. */
async function reported(progress: Progress, isDryRun: boolean, work: Promise<void>): Promise<ImportReport> {
  const report = (failure?: string) => {
    const results = [...progress.projects.map(projectResult), ...progress.attempts.map(({ result }) => result)];
    return reportOf(results, { isDryRun, failure });
  };
  try {
    await work;
    return report();
  } catch (error) {
    const words = wordsOf(error);
    if (!progress.hasWritten) throw new Invalid({ details: words }, error);
    return report(words);
  }
}

export type YamlWanted = {
  uuidText: string;
  isDryRun: boolean;
  /** Whether the import takes over fields that another field manager owns. */
  force: boolean;
  /** Parses the body, in which `rancher-namespaces` has the uuids of namespaces. Called after all other checks. */
  parseImport(): { yaml: string } & Named;
};

/**
 * Applies Kubernetes objects in a cluster, as the caller. Only staff may do this. The audit event is written before the first object,
 * so there is an event even if Rancher's answer is lost. At the end the cluster is pulled.
 */
export async function importYaml(deps: Deps, caller: Caller, wanted: YamlWanted): Promise<ImportReport> {
  const { isDryRun, force } = wanted;
  const cluster = await getVisible(deps.store.clusters, 'Cluster', wanted.uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.import_yaml', cluster);
  assertState(cluster, ['OK']);
  assertNotReadOnly(deps.site);
  assertInRancher(cluster);
  const { yaml, ...named } = wanted.parseImport();
  const into = await importNamespaces(deps, cluster, named);
  const manifests = manifestsIn(yaml);
  const rancher = await actAsCaller(deps, caller, cluster);
  const progress: Progress = { attempts: [], projects: [], hasWritten: false };
  const running = { manifests, into, isDryRun, force, rancher, clusterId: cluster.backendId };
  const record = () => recordImport(deps, cluster, manifests);
  const work = withTimeout(IMPORT_MS, (isLate) => runImport({ ...running, isLate, record }, progress));
  const report = await reported(progress, isDryRun, work);
  if (progress.hasWritten) await pullAfter(deps, caller, cluster.uuid);
  return report;
}

/**
 * Writes an audit event with the kinds of the imported objects. The event does not contain the objects themselves,
 * because some users may see the event but not the objects.
 */
async function recordImport({ store }: Deps, cluster: Cluster, { inside, projects }: Manifests): Promise<void> {
  const kinds = new Set([...inside.map(({ found }) => found.kind), ...projects.map(() => 'Project')]);
  const after = [...kinds].sort().join(', ');
  await store.audit.recordActivity(clusterActivity(cluster, 'resource_yaml_imported', { kinds: { after } }));
}

/**
 * Pulls the cluster and its contents, so that lists show the new objects. Contents need no cloud, so they are pulled
 * even if the pull of the cluster fails. If both fail, the next pull writes the missing records.
 */
async function pullAfter(deps: Deps, caller: Caller, uuid: Uuid): Promise<void> {
  const warn = (error: unknown) => deps.log.warn(LOG.pullAfterImportFailed, { clusterUuid: uuid, error });
  const both = async () => {
    await pullCluster(deps, caller, uuid).catch(warn);
    await pullContents(deps, await deps.store.clusters.get(uuid));
  };
  await withTimeout(PULL_MS, both).catch(warn);
}
