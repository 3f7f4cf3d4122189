import type { GroupDiff, WantedGroup } from '../../domain/access/diff-groups.ts';
import { parentGroupName } from '../../domain/access/group-names.ts';
import { type GroupOwner, groupAttributes, ownedMeaning } from '../../domain/access/group-ownership.ts';
import type { KeycloakGroup } from '../../domain/access/keycloak-group.ts';
import { changed } from '../../domain/record.ts';
import { BackendConflict, BackendNotFound } from '../../errors.ts';
import type { Keycloak } from '../../ports/keycloak.ts';
import { eachOnItsOwn } from './each-on-its-own.ts';
import { noteOnGroup } from './note-failure.ts';
import type { PassDeps } from './pass.ts';

export type MadeGroup = KeycloakGroup & { keycloakId: string };
type Names = readonly [top: string, child?: string];

/** Makes groups that are recorded and not there, and answers those. What has the name and is not ours is not taken over. */
export async function makeGroups(
  deps: PassDeps,
  keycloak: Keycloak,
  owner: GroupOwner,
  { createParents, create }: GroupDiff,
  recordOf: (wanted: WantedGroup) => KeycloakGroup,
): Promise<{ made: MadeGroup[]; failed: number }> {
  const { log } = deps;
  const parents = new Map<string, string>();
  await eachOnItsOwn(createParents, { log, about: (clusterUuid) => ({ clusterUuid }) }, async (clusterUuid) => {
    const name = parentGroupName(clusterUuid);
    const attributes = groupAttributes(owner, clusterUuid);
    const id = await orOurs(keycloak, owner, [name], keycloak.createTopGroup({ name, attributes }));
    parents.set(clusterUuid, id);
  });
  const made: MadeGroup[] = [];
  const about = ({ wanted }: GroupDiff['create'][number]) => ({ group: wanted.name });
  const onFailure = ({ wanted }: GroupDiff['create'][number], error: unknown) =>
    noteOnGroup(deps, recordOf(wanted), error);
  const failed = await eachOnItsOwn(
    create,
    { log, about, onFailure },
    async ({ wanted, parentId = parents.get(wanted.clusterUuid) }) => {
      if (parentId === undefined) throw new BackendNotFound(`${wanted.name} has no parent that could be made`);
      const { name, scope, clusterUuid } = wanted;
      const creation = keycloak.createChild(parentId, { name, attributes: groupAttributes(owner, scope.uuid) });
      const id = await orOurs(keycloak, owner, [parentGroupName(clusterUuid), name], creation);
      made.push(await recordId(deps, recordOf(wanted), id));
    },
  );
  return { made, failed };
}

/** Where the name is taken it may be by an attempt of ours whose answer was lost, or by somebody who was faster: then that one is it. */
async function orOurs(keycloak: Keycloak, owner: GroupOwner, names: Names, creation: Promise<string>): Promise<string> {
  try {
    return await creation;
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    const found = await keycloak.findGroupAt(...names);
    if (found && ownedMeaning(found, owner)) return found.id;
    throw error;
  }
}

/** Keycloak's id onto the record, where it is another one. */
export async function recordId(
  { store, clock }: Pick<PassDeps, 'store' | 'clock'>,
  { lastError: _mended, ...group }: KeycloakGroup,
  keycloakId: string,
): Promise<MadeGroup> {
  const next = { ...changed(group, clock.now(), { keycloakId }), keycloakId };
  await store.commit(store.keycloakGroups.replace(next));
  return next;
}
