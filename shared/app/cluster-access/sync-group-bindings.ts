import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import { changed } from '#shared/domain/_core/record';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffBindings } from '#shared/domain/cluster-access/diff-bindings';
import {
  type GroupScope,
  groupOfPrincipal,
  groupPrincipal,
  parseGroupName,
} from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Rancher } from '#shared/ports/rancher';
import type { RoleBinding } from '#shared/ports/rancher/rancher-objects';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnGroup } from '../providers/note-failure.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { skipDeleting } from './own-groups.ts';

const CONTEXTS = ['cluster', 'project'] as const;
type Found = RoleBinding & { context: (typeof CONTEXTS)[number] };
/** A cluster, or a project of a cluster in Rancher, with its recorded groups and its role bindings in Rancher. */
type Place = { scope: GroupScope; placeId: string; groups: KeycloakGroup[]; bindings: Found[] };
const AT_A_TIME = 8;

async function bindingsOf(rancher: Rancher): Promise<Found[]> {
  const lists = CONTEXTS.map(async (context) =>
    (await rancher.listRoleBindings(context)).map((binding) => ({ ...binding, context })),
  );
  return (await Promise.all(lists)).flat();
}

/** The cluster or project that the group's name refers to. Undefined for a group that Paddock did not create. */
function scopeOf({ groupPrincipalId }: Pick<Found, 'groupPrincipalId'>): GroupScope | undefined {
  const meaning = parseGroupName(groupOfPrincipal(groupPrincipalId) ?? '');
  return meaning?.kind === 'child' ? meaning.scope : undefined;
}
const isOfOurName = (binding: Found): boolean => scopeOf(binding) !== undefined;

/**
 * The clusters and projects that have a group of Paddock, in the records or in a binding. Clusters of other providers,
 * and clusters that are not OK, are left out.
 */
async function placesOf(deps: SyncDeps, settingsUuid: Uuid, found: Found[], groups: KeycloakGroup[]): Promise<Place[]> {
  const recorded = groups.map(({ scopeType: type, scopeUuid }) => ({ type, uuid: scopeUuid }));
  const named = found.flatMap((binding) => scopeOf(binding) ?? []);
  const scopes = [...new Map([...recorded, ...named].map((scope) => [scope.uuid, scope])).values()];
  const sites = await sitesOf(deps, settingsUuid, scopes);
  const clusterUuids = [...new Set(sites.map(({ clusterUuid }) => clusterUuid))];
  const clusters = await pMap(clusterUuids, (uuid) => deps.store.clusters.find(uuid), { concurrency: AT_A_TIME });
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

/** Finds the cluster of each scope. If the scope is a project, also finds the project's id in Rancher. */
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

/**
 * Makes the roles of groups in clusters and projects match the records (S0-145). Two requests list all bindings of the
 * provider's Rancher. Paddock binds a group only in the group's own cluster or project, and only to its own role. If
 * people have bound a group elsewhere or to another role, those bindings stay.
 */
export const syncGroupBindings: Pass = async (deps, provider, last) => {
  const { store, brake, log } = deps;
  const rancher = await deps.rancher.open(provider);
  const found = await bindingsOf(rancher);
  const groups = await store.keycloakGroups.listByProvider(provider.uuid);
  const places = await placesOf(deps, provider.uuid, found, groups);
  const diffs = places.map((place) => ({ place, diff: diffOf(place) }));

  const lacking = diffs.flatMap(({ place, diff }) => diff.create.map((it) => ({ ...it, place })));
  const groupOf = ({ groupName, place }: (typeof lacking)[number]) =>
    place.groups.find(({ name }) => name === groupName);
  const create = await skipDeleting(deps, lacking, groupOf);
  const about = ({ groupName, place }: (typeof create)[number]) => ({ group: groupName, scopeUuid: place.scope.uuid });
  const made: Found[] = [];
  const onFailure = async (item: (typeof create)[number], error: unknown) => {
    const group = groupOf(item);
    if (group) await noteOnGroup(deps, group, error);
  };
  const failed = await forEachIsolated(
    create,
    { log, about, onFailure },
    async ({ place, roleTemplateId, groupPrincipalId }) => {
      const wanted = { placeId: place.placeId, roleTemplateId, groupPrincipalId };
      const { type: context } = place.scope;
      made.push({ ...(await rancher.createRoleBinding(context, wanted)), context });
    },
  );
  const noted = await noteBindings(deps, places, [...found, ...made]);
  const candidates = diffs.flatMap(({ diff }) => diff.remove);
  const total = places.reduce((sum, { bindings }) => sum + bindings.filter(isOfOurName).length, 0);
  const { remove, stopped } = brakeRemoval({ candidates, total }, brake);
  const kept = await unbind(deps, rancher, remove);
  return {
    report: {
      written: made.length + noted.written,
      removed: remove.length - kept,
      failed: failed + kept + noted.failed,
      ...(stopped && { stopped }),
    },
    memory: last,
  };
};

const diffOf = ({ scope, groups, bindings }: Place) =>
  diffBindings(
    scope,
    groups.map(({ name, role }) => ({ groupName: name, roleTemplateId: role })),
    bindings,
  );

/** If Rancher no longer has a binding with the recorded id, records the id of the binding that exists there now. */
async function noteBindings({ store, clock, log }: SyncDeps, places: Place[], bindings: Found[]) {
  const keyOf = ({ placeId, roleTemplateId, groupPrincipalId }: Omit<Found, 'id' | 'context'>) =>
    [placeId, roleTemplateId, groupPrincipalId].join(' ');
  const ids = Map.groupBy(bindings, keyOf);
  const stale = places.flatMap(({ placeId, groups }) =>
    groups.flatMap((group) => {
      const groupPrincipalId = groupPrincipal(group.name);
      const there = ids.get(keyOf({ placeId, roleTemplateId: group.role, groupPrincipalId })) ?? [];
      const [first] = there;
      return !first || there.some(({ id }) => id === group.bindingId) ? [] : [{ group, bindingId: first.id }];
    }),
  );
  const about = ({ group }: (typeof stale)[number]) => ({ groupUuid: group.uuid });
  const failed = await forEachIsolated(stale, { log, about }, ({ group, bindingId }) =>
    store.commit(store.keycloakGroups.replace(changed(group, clock.now(), { bindingId }))),
  );
  return { written: stale.length - failed, failed };
}

const unbind = ({ log }: SyncDeps, rancher: Rancher, remove: readonly Found[]): Promise<number> =>
  forEachIsolated(remove, { log, about: ({ id }) => ({ bindingId: id }) }, ({ context, id }) =>
    rancher.deleteRoleBinding(context, id),
  );
