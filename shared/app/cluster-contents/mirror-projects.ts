import { changed } from '#shared/domain/_core/record';
import { newRancherProject, type RancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { ClusterContent } from '#shared/domain/cluster-contents/cluster-content';
import { withNamespaces } from '#shared/domain/cluster-contents/project-namespaces';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { commitInChunks } from '../_core/commit-in-chunks.ts';
import { followList } from '../providers/follow-list.ts';

/** Of one cluster a list that is short cannot take more with it than what nobody has a role in. */
const BRAKE = { maxShare: 0.5, always: 10 };

type Deps = { store: Store; clock: Clock };
type Mirrored = { projects: RancherProject[]; suspects: string[] };

/**
 * The projects of one cluster, as the hourly pass keeps those of all: one that Rancher no longer lists goes when it was missing twice and
 * nobody has a role in it. `list` says whether Rancher is asked at all.
 */
export async function mirrorProjects(
  deps: Deps,
  { rancher, cluster, list, suspects }: { rancher: Rancher; cluster: Cluster; list: boolean; suspects: string[] },
): Promise<Mirrored> {
  const { store, clock } = deps;
  const ref = { settingsUuid: cluster.settingsUuid, clusterUuid: cluster.uuid };
  const recorded = await store.rancherProjects.listByCluster(ref);
  if (!list) return { projects: recorded, suspects };
  const listed = await rancher.listProjects(cluster.backendId);
  const scopes = new Set((await store.keycloakGroups.listByCluster(ref)).map(({ scopeUuid }) => scopeUuid));
  const followed = await followList({ store, clock, brake: BRAKE }, new Set(suspects), {
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

/** Writes a copy of which namespaces are in which project, where it differs. */
export async function showNamespaces(
  { store, clock }: Deps,
  projects: readonly RancherProject[],
  namespaces: readonly ClusterContent[],
): Promise<void> {
  const differing = withNamespaces(projects, namespaces);
  await commitInChunks(store, differing, (project) => [
    store.rancherProjects.replace(changed(project, clock.now(), {})),
  ]);
}
