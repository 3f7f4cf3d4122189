import type { Uuid } from '#shared/domain/_core/identifier';
import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import { newRancherProject } from '#shared/domain/cluster-access/rancher-project';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { rememberedSuspects } from '#shared/domain/provider-syncs/sync-jobs';
import { newRoleTemplate } from '#shared/domain/providers/rancher-role-template';
import type { Rancher } from '#shared/ports/rancher';
import { WHOLE_LIST } from '../../ports/repository.ts';
import type { Pass, SyncDeps } from './sync-job.ts';
import { syncList } from './sync-list.ts';

/** Syncs the roles of the provider's Rancher (S0-142) and the projects of its clusters (S0-062). */
export const syncRancherRoles: Pass = async (deps, provider, last) => {
  const { store } = deps;
  const rancher = await deps.rancher.open(provider);
  const suspects = new Set(last.suspects);
  const groups = await store.keycloakGroups.listByProvider(provider.uuid);
  const [roleUuids, scopeUuids] = [new Set(groups.map((it) => it.roleUuid)), new Set(groups.map((it) => it.scopeUuid))];
  const roles = await syncList(deps, suspects, {
    repository: store.roleTemplates,
    recorded: await store.roleTemplates.listByProvider(provider.uuid),
    found: await readRoles(deps, rancher, provider.uuid),
    fields: ['displayName'],
    isUsed: ({ uuid }) => roleUuids.has(uuid),
  });
  const projects = await syncList(deps, suspects, {
    repository: store.rancherProjects,
    recorded: await store.rancherProjects.listByProvider(provider.uuid),
    found: await projectsOf(deps, rancher, provider.uuid),
    fields: ['name', 'description', 'runtimeState', 'isSystem', 'clusterName'],
    isUsed: ({ uuid }) => scopeUuids.has(uuid),
  });
  const stopped = roles.report.stopped ?? projects.report.stopped;
  return {
    report: {
      written: roles.report.written + projects.report.written,
      removed: roles.report.removed + projects.report.removed,
      failed: 0,
      ...(stopped && { stopped }),
    },
    memory: { suspects: rememberedSuspects([...roles.suspects, ...projects.suspects]) },
  };
};

export async function readRoles({ clock }: Pick<SyncDeps, 'clock'>, rancher: Rancher, settingsUuid: Uuid) {
  const found = await rancher.listRoleTemplates();
  return found.map(({ id, name, context }) =>
    newRoleTemplate({ settingsUuid, scopeType: context, name: id, displayName: name }, clock.now()),
  );
}

/**
 * Reads all projects in Rancher with one list request. Leaves out projects of clusters that are being deleted or are
 * not in Paddock.
 */
async function projectsOf({ store, clock }: SyncDeps, rancher: Rancher, settingsUuid: Uuid) {
  const isIts = (it: Cluster) => it.settingsUuid === settingsUuid && it.backendId !== '' && !isClusterBeingDeleted(it);
  const { items } = await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isIts);
  if (items.length === 0) return [];
  const clusters = new Map(items.map((cluster) => [cluster.backendId, cluster]));
  return (await rancher.listProjects()).flatMap(({ id: backendId, clusterId, name, description, state, isSystem }) => {
    const cluster = clusters.get(clusterId);
    return cluster
      ? [newRancherProject(cluster, { backendId, name, description, isSystem, runtimeState: state }, clock.now())]
      : [];
  });
}
