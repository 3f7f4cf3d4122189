import type { GroupDiff, WantedGroup } from '#shared/domain/cluster-access/groups/diff-groups';
import { type KeycloakGroup, type MadeGroup, madeAs } from '#shared/domain/cluster-access/groups/keycloak-group';
import { BackendNotFound } from '#shared/errors';
import { forEachIsolated } from '../_core/for-each-isolated.ts';
import { noteOnGroup } from '../providers/note-failure.ts';
import type { SyncDeps } from '../providers/sync-job.ts';
import { makeChild, makeParent, type Realm } from './own-groups.ts';

/** Makes groups that are recorded and not there, and answers those. What has the name and is not ours is not taken over. */
export async function makeGroups(
  deps: SyncDeps,
  realm: Realm,
  { createParents, create }: GroupDiff,
  recordOf: (wanted: WantedGroup) => KeycloakGroup,
): Promise<{ made: MadeGroup[]; failed: number }> {
  const { log } = deps;
  const parents = new Map<string, string>();
  await forEachIsolated(createParents, { log, about: (clusterUuid) => ({ clusterUuid }) }, async (clusterUuid) => {
    parents.set(clusterUuid, await makeParent(realm, clusterUuid));
  });
  const made: MadeGroup[] = [];
  const about = ({ wanted }: GroupDiff['create'][number]) => ({ group: wanted.name });
  const onFailure = ({ wanted }: GroupDiff['create'][number], error: unknown) =>
    noteOnGroup(deps, recordOf(wanted), error);
  const failed = await forEachIsolated(
    create,
    { log, about, onFailure },
    async ({ wanted, parentId = parents.get(wanted.clusterUuid) }) => {
      if (parentId === undefined) throw new BackendNotFound(`${wanted.name} has no parent that could be made`);
      const group = recordOf(wanted);
      made.push(await recordId(deps, group, await makeChild(realm, parentId, group)));
    },
  );
  return { made, failed };
}

/** Keycloak's id onto the record, where it is another one. */
export async function recordId(
  { store, clock }: Pick<SyncDeps, 'store' | 'clock'>,
  group: KeycloakGroup,
  keycloakId: string,
): Promise<MadeGroup> {
  const made = madeAs(group, keycloakId, clock.now());
  await store.commit(store.keycloakGroups.replace(made));
  return made;
}
