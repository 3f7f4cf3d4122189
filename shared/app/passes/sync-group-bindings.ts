import { brakeRemoval } from '../../domain/access/deletion-brake.ts';
import { diffBindings } from '../../domain/access/diff-bindings.ts';
import { groupOfPrincipal, groupPrincipal, readGroupName } from '../../domain/access/group-names.ts';
import type { KeycloakGroup } from '../../domain/access/keycloak-group.ts';
import type { Cluster } from '../../domain/cluster.ts';
import type { Uuid } from '../../domain/identifier.ts';
import { changed } from '../../domain/record.ts';
import type { Rancher, RoleBinding } from '../../ports/rancher.ts';
import { inTurns } from '../in-turns.ts';
import { eachOnItsOwn } from './each-on-its-own.ts';
import { noteOnGroup } from './note-failure.ts';
import type { Pass, PassDeps } from './pass.ts';

type Found = RoleBinding;
type Place = { cluster: Cluster; groups: KeycloakGroup[]; bindings: Found[] };
const AT_A_TIME = 8;

/**
 * Roles of groups in Rancher's clusters as they are recorded (S0-145): one list of all bindings, whatever the number of clusters. A group is
 * bound in its own cluster only (divergence 13); what somebody bound by hand elsewhere, or to another role, stays.
 */
export const syncGroupBindings: Pass = async (deps, provider, last) => {
  const { store, brake, log } = deps;
  const rancher = await deps.rancher.open(provider);
  const found = await rancher.listRoleBindings('cluster');
  const groups = (await store.keycloakGroups.listByProvider(provider.uuid)).filter(
    ({ scopeType }) => scopeType === 'cluster',
  );
  const places = await placesOf(deps, provider.uuid, found, groups);
  const diffs = places.map((place) => ({ place, diff: diffOf(place) }));

  const create = diffs.flatMap(({ place, diff }) => diff.create.map((it) => ({ ...it, place })));
  const about = ({ groupName, place }: (typeof create)[number]) => ({
    group: groupName,
    clusterUuid: place.cluster.uuid,
  });
  const made: Found[] = [];
  const onFailure = async ({ groupName, place }: (typeof create)[number], error: unknown) => {
    const group = place.groups.find(({ name }) => name === groupName);
    if (group) await noteOnGroup(deps, group, error);
  };
  const failed = await eachOnItsOwn(
    create,
    { log, about, onFailure },
    async ({ place, roleTemplateId, groupPrincipalId }) => {
      const wanted = { placeId: place.cluster.backendId, roleTemplateId, groupPrincipalId };
      made.push(await rancher.createRoleBinding('cluster', wanted));
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

const meaningOf = ({ groupPrincipalId }: Pick<Found, 'groupPrincipalId'>) =>
  readGroupName(groupOfPrincipal(groupPrincipalId) ?? '');
const isOfOurName = (binding: Found): boolean => meaningOf(binding) !== undefined;

/** Clusters of the provider that are OK, and groups of ours are recorded for, or bound in. */
async function placesOf(deps: PassDeps, settingsUuid: Uuid, found: Found[], groups: KeycloakGroup[]): Promise<Place[]> {
  const named = found.flatMap((binding) => {
    const meaning = meaningOf(binding);
    return meaning?.kind === 'child' && meaning.scope.type === 'cluster' ? [meaning.scope.uuid] : [];
  });
  const uuids = [...new Set([...groups.map(({ clusterUuid }) => clusterUuid), ...named])];
  const clusters = await inTurns(uuids, AT_A_TIME, (uuid) => deps.store.clusters.find(uuid));
  const inPlace = Map.groupBy(found, ({ placeId }) => placeId);
  const ofCluster = Map.groupBy(groups, ({ clusterUuid }) => clusterUuid);
  return clusters.flatMap((cluster) => {
    if (cluster?.settingsUuid !== settingsUuid || cluster.state !== 'OK' || cluster.backendId === '') return [];
    const bindings = inPlace.get(cluster.backendId) ?? [];
    return [{ cluster, groups: ofCluster.get(cluster.uuid) ?? [], bindings }];
  });
}

const diffOf = ({ cluster, groups, bindings }: Place) =>
  diffBindings(
    { type: 'cluster', uuid: cluster.uuid },
    groups.map(({ name, role }) => ({ groupName: name, roleTemplateId: role })),
    bindings,
  );

/** Rancher's ids onto the records, where they are others. */
async function noteBindings({ store, clock, log }: PassDeps, places: Place[], bindings: Found[]) {
  const keyOf = ({ placeId, roleTemplateId, groupPrincipalId }: Omit<Found, 'id'>) =>
    [placeId, roleTemplateId, groupPrincipalId].join(' ');
  const ids = Map.groupBy(bindings, keyOf);
  const stale = places.flatMap(({ cluster, groups }) =>
    groups.flatMap((group) => {
      const groupPrincipalId = groupPrincipal(group.name);
      const there = ids.get(keyOf({ placeId: cluster.backendId, roleTemplateId: group.role, groupPrincipalId })) ?? [];
      const [first] = there;
      return !first || there.some(({ id }) => id === group.bindingId) ? [] : [{ group, bindingId: first.id }];
    }),
  );
  const about = ({ group }: (typeof stale)[number]) => ({ groupUuid: group.uuid });
  const failed = await eachOnItsOwn(stale, { log, about }, ({ group, bindingId }) =>
    store.commit(store.keycloakGroups.replace(changed(group, clock.now(), { bindingId }))),
  );
  return { written: stale.length - failed, failed };
}

const unbind = ({ log }: PassDeps, rancher: Rancher, remove: readonly Found[]): Promise<number> =>
  eachOnItsOwn(remove, { log, about: ({ id }) => ({ bindingId: id }) }, ({ id }) =>
    rancher.deleteRoleBinding('cluster', id),
  );
