import type { Uuid } from '#shared/domain/_core/identifier';
import { type GroupScope, groupOfPrincipal, readGroupName } from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher, RoleBinding } from '#shared/ports/rancher';
import { inTurns } from '../_core/in-turns.ts';
import type { SyncDeps } from '../providers/sync-job.ts';

const CONTEXTS = ['cluster', 'project'] as const;
export type Found = RoleBinding & { context: (typeof CONTEXTS)[number] };
/** A cluster, or a project of one in Rancher. */
export type Place = { scope: GroupScope; placeId: string; groups: KeycloakGroup[]; bindings: Found[] };
const AT_A_TIME = 8;

/** Of both kinds, in all of the provider's Rancher. */
export async function bindingsOf(rancher: Rancher): Promise<Found[]> {
  const lists = CONTEXTS.map(async (context) =>
    (await rancher.listRoleBindings(context)).map((binding) => ({ ...binding, context })),
  );
  return (await Promise.all(lists)).flat();
}

/** Of a group that has our naming: where it belongs. */
function scopeOf({ groupPrincipalId }: Pick<Found, 'groupPrincipalId'>): GroupScope | undefined {
  const meaning = readGroupName(groupOfPrincipal(groupPrincipalId) ?? '');
  return meaning?.kind === 'child' ? meaning.scope : undefined;
}
export const isOfOurName = (binding: Found): boolean => scopeOf(binding) !== undefined;

/** Where groups of ours are recorded, or bound, in clusters of the provider that are OK. */
export async function placesOf(
  deps: SyncDeps,
  settingsUuid: Uuid,
  found: Found[],
  groups: KeycloakGroup[],
): Promise<Place[]> {
  const recorded = groups.map(({ scopeType: type, scopeUuid }) => ({ type, uuid: scopeUuid }));
  const named = found.flatMap((binding) => scopeOf(binding) ?? []);
  const scopes = [...new Map([...recorded, ...named].map((scope) => [scope.uuid, scope])).values()];
  const sites = await sitesOf(deps, settingsUuid, scopes);
  const clusterUuids = [...new Set(sites.map(({ clusterUuid }) => clusterUuid))];
  const clusters = await inTurns(clusterUuids, AT_A_TIME, (uuid) => deps.store.clusters.find(uuid));
  const isIn = (it: Cluster) => it.settingsUuid === settingsUuid && it.state === 'OK' && it.backendId !== '';
  const backendIds = new Map(clusters.flatMap((it) => (it && isIn(it) ? [[it.uuid, it.backendId]] : [])));
  const inPlace = Map.groupBy(found, ({ placeId }) => placeId);
  const ofScope = Map.groupBy(groups, ({ scopeUuid }) => scopeUuid);
  return sites.flatMap(({ scope, clusterUuid, projectId }) => {
    const backendId = backendIds.get(clusterUuid);
    if (backendId === undefined) return [];
    const placeId = projectId ?? backendId;
    const bindings = inPlace.get(placeId) ?? [];
    return [{ scope, placeId, bindings, groups: ofScope.get(scope.uuid) ?? [] }];
  });
}

type Site = { scope: GroupScope; clusterUuid: Uuid; projectId?: string };

/** The cluster of each scope; projects in Rancher are those that are recorded. */
async function sitesOf({ store }: SyncDeps, settingsUuid: Uuid, scopes: GroupScope[]): Promise<Site[]> {
  const hasProjects = scopes.some(({ type }) => type === 'project');
  const recorded = hasProjects ? await store.rancherProjects.listByProvider(settingsUuid) : [];
  const projects = new Map(recorded.map((project) => [project.uuid, project]));
  return scopes.flatMap((scope): Site[] => {
    if (scope.type === 'cluster') return [{ scope, clusterUuid: scope.uuid }];
    const project = projects.get(scope.uuid);
    return project ? [{ scope, clusterUuid: project.clusterUuid, projectId: project.backendId }] : [];
  });
}
