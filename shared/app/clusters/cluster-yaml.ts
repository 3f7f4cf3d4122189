import { LOG } from '#shared/contracts/telemetry';
import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import { clusterActivity } from '#shared/domain/audit/activity-event';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { assertInRancher } from '#shared/domain/clusters/cluster-assertions';
import { writeDefinition } from '#shared/domain/clusters/cluster-definition';
import { UnusableManifests } from '#shared/domain/clusters/manifest-documents';
import {
  type Manifests,
  type ProjectManifest,
  parseManifests,
  writeManifests,
} from '#shared/domain/clusters/manifests';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { AppError, Invalid, noObject } from '#shared/errors';
import type { Rancher, RancherSessions } from '#shared/ports/rancher';
import type { ImportNamespaces } from '#shared/ports/rancher-objects';
import type { Logger } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { pullContents } from '../cluster-contents/sync-contents.ts';
import { rancherSettingsOf } from '../providers/settings-of.ts';
import { pullCluster } from './pull-cluster.ts';

type Applying = {
  rancher: Pick<Rancher, 'listProjects' | 'createProject' | 'importYaml'>;
  /** The cluster's id in Rancher. */
  clusterId: string;
  isLate: () => boolean;
};

/**
 * Finds the project for each namespace of the import, by the project's id in the YAML. If no project has the id, a
 * project with the same name is used. A missing project is created; a repeated import finds it by name.
 */
async function projectIds({ rancher, clusterId, isLate }: Applying, given: readonly ProjectManifest[]) {
  const there = given.length === 0 ? [] : await rancher.listProjects(clusterId);
  const ids = new Map<string, string>();
  for (const { id, wanted } of given) {
    if (isLate()) break;
    const found = there.find((project) => project.id === id) ?? there.find(({ name }) => name === wanted.name);
    const project = found ?? (await rancher.createProject(clusterId, wanted));
    if (!found) there.push(project);
    ids.set(id, project.id);
  }
  return ids;
}

/** Applies the objects in their projects. Throws Backend* errors; objects that were applied before the error stay. */
async function applyManifests(applying: Applying, manifests: Manifests, into: ImportNamespaces): Promise<void> {
  const ids = await projectIds(applying, manifests.projects);
  if (applying.isLate() || manifests.inside.length === 0) return;
  await applying.rancher.importYaml(applying.clusterId, writeManifests(manifests, ids), into);
}

type Deps = { store: Pick<Store, 'contents'> };
type Named = { namespaceUuid?: Uuid; defaultNamespaceUuid?: Uuid };

async function referredNamespace({ store }: Deps, uuid: Uuid | undefined, field: string) {
  if (uuid === undefined) return undefined;
  const found = await store.contents.findByUuid(uuid);
  if (found?.kind !== 'NAMESPACE') throw noObject(field);
  return found;
}

/**
 * Finds the names of the namespaces in a body. Throws Invalid for a namespace that does not exist or belongs to another
 * cluster (docs/spec/waldur-rancher.md#clusters).
 */
async function importNamespaces(deps: Deps, { uuid }: Cluster, named: Named): Promise<ImportNamespaces> {
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

type ExportDeps = { store: Pick<Store, 'clusters' | 'settings'>; rancher: RancherSessions };
type ImportDeps = ExportDeps & Parameters<typeof pullCluster>[0] & { store: Pick<Store, 'audit'>; log: Logger };
type Wanted = {
  /** The cluster's uuid, as the URL has it. */
  uuidText: string;
  /** Parses the body, which names namespaces by their uuids in `rancher-namespaces`. Called after all other checks. */
  parseImport(): { yaml: string } & Parameters<typeof importNamespaces>[2];
};

/** Time limits. They leave the API function time to answer. An import and the pull after it share that time. */
const EXPORT_MS = 10_000;
const IMPORT_MS = 9_000;
const PULL_MS = 4_000;
const CHANGED = ['OK'] as const;
const SHOWN = ['OK', 'ERRED'] as const;

const ownerOf = ({ backendId, name, provisioningName = name }: Cluster) => ({ backendId, provisioningName });

/**
 * Reads the definition of a cluster with its projects and namespaces from Rancher, and returns it as YAML. Checks in
 * this order: 404, 403, 409, 400. Throws Backend* errors.
 */
export async function exportYaml(deps: ExportDeps, caller: Caller, uuidText: string): Promise<string> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.export_yaml', cluster);
  assertState(cluster, SHOWN);
  assertInRancher(cluster);
  const settings = await rancherSettingsOf(deps, cluster.settingsUuid);
  const { backendId, provisioningName } = ownerOf(cluster);
  return withTimeout(EXPORT_MS, async () => {
    const rancher = await deps.rancher.open(settings);
    return writeDefinition(await rancher.parseDefinition(backendId, provisioningName));
  });
}

function manifestsIn(text: string) {
  try {
    return parseManifests(text);
  } catch (error) {
    if (error instanceof UnusableManifests) throw new Invalid({ yaml: [error.message] }, error);
    throw error;
  }
}

/**
 * Turns an error of Rancher into Waldur's answer, with Rancher's message if there is one
 * (docs/spec/waldur-http.md#rancher).
 */
async function withRanchersMessage<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof AppError && error.name.startsWith('Backend'))) throw error;
    const [, words] = / with 4\d\d: (.+)$/s.exec(error.message) ?? [];
    throw new Invalid({ details: words ?? 'Server error' }, error);
  }
}

/**
 * Applies Kubernetes objects in a cluster, for staff. The import is recorded first, so that it is on record even when
 * Rancher's answer is lost. Afterwards the cluster is pulled.
 */
export async function importYaml(deps: ImportDeps, caller: Caller, { uuidText, parseImport }: Wanted): Promise<void> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  assertPermitted(caller, 'cluster.import_yaml', cluster);
  assertState(cluster, CHANGED);
  assertNotReadOnly(deps.site);
  assertInRancher(cluster);
  const { yaml: text, ...named } = parseImport();
  const into = await importNamespaces(deps, cluster, named);
  const manifests = manifestsIn(text);
  const kinds = [...manifests.inside.map(({ found }) => found.kind), ...manifests.projects.map(() => 'Project')];
  if (kinds.length === 0) return;
  const rancher = await deps.rancher.open(await rancherSettingsOf(deps, cluster.settingsUuid));
  // Records the import with the kinds of its objects. The objects themselves are not recorded, because others who see
  // the event may not read them.
  await deps.store.audit.recordActivity(
    clusterActivity(cluster, 'resource_yaml_imported', { kinds: { after: [...new Set(kinds)].sort().join(', ') } }),
  );
  await withRanchersMessage(
    withTimeout(IMPORT_MS, (isLate) =>
      applyManifests({ rancher, clusterId: cluster.backendId, isLate }, manifests, into),
    ),
  );
  // Pulls the cluster and its contents, so that the lists show the new objects. The contents are pulled even if the
  // pull of the cluster fails, because they need no cloud. The next pull completes what is missing.
  const { uuid } = cluster;
  const warn = (error: unknown) => deps.log.warn(LOG.pullAfterImportFailed, { clusterUuid: uuid, error });
  const both = async () => {
    await pullCluster(deps, caller, uuid).catch(warn);
    await pullContents(deps, await deps.store.clusters.get(uuid));
  };
  await withTimeout(PULL_MS, both).catch(warn);
}
