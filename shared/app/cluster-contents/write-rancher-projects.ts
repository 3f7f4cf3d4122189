import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { newRancherProject, type RancherProject } from '#shared/domain/cluster-access/rancher-project';
import { assertEmptyProject } from '#shared/domain/cluster-contents/empty-project';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import { Conflict, Invalid, noObject } from '#shared/errors';
import type { FoundProject } from '#shared/ports/rancher/rancher-objects';
import { withTimeout } from '../_core/with-timeout.ts';
import { assertWritable, type ContentDeps, openAsCaller, openCluster } from './open-content.ts';
import { KIND_OF_PROJECTS, openProject } from './open-project.ts';

const PROJECT_MS = 10_000;
/** Projects that Rancher creates in every cluster. They can be neither renamed nor deleted. */
const OF_RANCHER = ['Default', 'System'];

const seen = ({ id: backendId, name, description, state: runtimeState, isSystem }: FoundProject) => ({
  ...{ backendId, name, description, runtimeState, isSystem },
});

/**
 * Throws Conflict if another project of the cluster has the name. Paddock checks this, because Rancher would accept a
 * second project with the name.
 */
async function assertNameIsFree(
  deps: ContentDeps,
  cluster: Cluster,
  { name, backendId }: { name: string; backendId?: string },
): Promise<void> {
  // The caller may not see all projects of the cluster in Rancher, so this list is read with Paddock's own account.
  const { rancher } = await openCluster(deps, cluster);
  const projects = await rancher.listProjects(cluster.backendId);
  if (projects.some((project) => project.name === name && project.id !== backendId))
    throw new Conflict(`The cluster already has a project named ${name}.`);
}

export type NewProject = { name: string; clusterUuid: Uuid; description: string };

/** Creates a project in Rancher. Throws Conflict if the cluster already has a project of this name. */
export async function createRancherProject(
  deps: ContentDeps,
  caller: Caller,
  { name, clusterUuid, description }: NewProject,
): Promise<RancherProject> {
  const { store, clock } = deps;
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster || !canSee(caller, cluster)) throw noObject('cluster');
  assertWritable(deps, caller, cluster, { kind: KIND_OF_PROJECTS, action: 'content.create' });
  const open = await openAsCaller(deps, caller, cluster);
  return withTimeout(PROJECT_MS, async () => {
    await assertNameIsFree(deps, cluster, { name });
    const found = await open.rancher.createProject(cluster.backendId, { name, description });
    const project = newRancherProject(cluster, seen(found), clock.now());
    await store.commit(store.clusters.assertStays(cluster.uuid), store.rancherProjects.insert(project));
    return project;
  });
}

type Change = { name?: string; description?: string };
type Update = { uuidText: string; parseChange(): Change };

export async function updateRancherProject(deps: ContentDeps, caller: Caller, { uuidText, parseChange }: Update) {
  const { store, clock } = deps;
  const { project, ...open } = await openProject(deps, caller, uuidText);
  const change = parseChange();
  const newName = change.name === project.name ? undefined : change.name;
  if (newName !== undefined && isOfRancher(project))
    throw new Invalid({ name: ['Rancher created this project, so its name cannot be changed.'] });
  return withTimeout(PROJECT_MS, async () => {
    if (newName !== undefined)
      await assertNameIsFree(deps, open.cluster, { name: newName, backendId: project.backendId });
    const {
      isSystem: _isSystem,
      backendId: _id,
      ...found
    } = seen(await open.rancher.updateProject(project.backendId, change));
    const updated = changed(project, clock.now(), found);
    await store.commit(store.rancherProjects.replace(updated));
    return updated;
  });
}

const isOfRancher = ({ isSystem, name }: RancherProject): boolean => isSystem === true || OF_RANCHER.includes(name);

/**
 * Deletes an empty project. Rancher would delete the namespaces of a project with all their contents, so a project with
 * namespaces is refused.
 */
export async function deleteRancherProject(deps: ContentDeps, caller: Caller, uuidText: string): Promise<void> {
  const { store } = deps;
  const { project, cluster, rancher } = await openProject(deps, caller, uuidText);
  if (isOfRancher(project)) throw new Invalid(['Rancher created this project, so it cannot be deleted.']);
  const ref = { settingsUuid: project.settingsUuid, clusterUuid: project.clusterUuid };
  const groups = await store.keycloakGroups.listByCluster(ref);
  if (groups.some(({ scopeUuid }) => scopeUuid === project.uuid)) {
    throw new Conflict('Users have roles in this project. Delete their memberships first.');
  }
  await withTimeout(PROJECT_MS, async () => {
    // The caller may not see all namespaces of the project, so this list is read with Paddock's own account.
    const { rancher: unrestricted } = await openCluster(deps, cluster);
    assertEmptyProject(await unrestricted.listProjectNamespaces(cluster.backendId, project.backendId));
    await rancher.deleteProject(project.backendId);
    await store.commit(store.rancherProjects.remove(project));
  });
}
