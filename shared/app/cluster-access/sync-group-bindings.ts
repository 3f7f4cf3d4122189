import { changed } from '#shared/domain/_core/record';
import { brakeRemoval } from '#shared/domain/cluster-access/deletion-brake';
import { diffBindings } from '#shared/domain/cluster-access/diff-bindings';
import { groupPrincipal } from '#shared/domain/cluster-access/groups/group-names';
import type { Rancher } from '#shared/ports/rancher';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnGroup } from '../providers/note-failure.ts';
import type { Pass, SyncDeps } from '../providers/sync-job.ts';
import { bindingsOf, type Found, isOfOurName, type Place, placesOf } from './binding-places.ts';
import { exceptDeleting } from './except-deleting.ts';

/**
 * Roles of groups in Rancher's clusters and their projects as they are recorded (S0-145): a list of all bindings of each kind, whatever the
 * number of clusters. A group is bound in its own place only (divergence 13); what somebody bound by hand elsewhere, or to another role, stays.
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
  const create = await exceptDeleting(deps, lacking, groupOf);
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

/** Rancher's ids onto the records, where they are others. */
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
