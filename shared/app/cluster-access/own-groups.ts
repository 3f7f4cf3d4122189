import pMap from 'p-map';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { FoundGroup } from '#shared/domain/cluster-access/groups/diff-groups';
import {
  type GroupOwner,
  groupAttributes,
  ownedMeaning,
  parentGroupName,
} from '#shared/domain/cluster-access/groups/group-names';
import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted } from '#shared/domain/cluster-access/groups/keycloak-membership';
import { BackendConflict } from '#shared/errors';
import type { Keycloak } from '#shared/ports/keycloak';
import type { Store } from '#shared/ports/store';

/** A provider's Keycloak, and the mark by which Paddock recognizes its own groups. */
export type Realm = { keycloak: Keycloak; owner: GroupOwner };
type Names = readonly [top: string, child?: string];
type Child = { clusterUuid: Uuid; scopeUuid: Uuid; name: string };

/**
 * Finds a group of Paddock by its name. A group that has this name but not Paddock's attributes counts as missing,
 * because Paddock neither uses nor adopts such a group (docs/spec/access.md#groups-in-keycloak).
 */
async function findOwn({ keycloak, owner }: Realm, names: Names): Promise<FoundGroup | undefined> {
  const found = await keycloak.findGroupAt(...names);
  return found && ownedMeaning(found, owner) ? found : undefined;
}

export const findParent = (realm: Realm, clusterUuid: Uuid): Promise<FoundGroup | undefined> =>
  findOwn(realm, [parentGroupName(clusterUuid)]);

export const findChild = (
  realm: Realm,
  { clusterUuid, name }: Pick<Child, 'clusterUuid' | 'name'>,
): Promise<FoundGroup | undefined> => findOwn(realm, [parentGroupName(clusterUuid), name]);

/** Paddock's groups below the cluster's group, by name. Reads them by page. */
export async function listOwnChildren(realm: Realm, clusterUuid: Uuid): Promise<Map<string, FoundGroup>> {
  const parent = await findParent(realm, clusterUuid);
  const children = parent ? await Array.fromAsync(realm.keycloak.listChildren(parent.id)) : [];
  return new Map(children.filter((it) => ownedMeaning(it, realm.owner)).map((it) => [it.name, it]));
}

/**
 * Finds or creates the cluster's group, and returns its id in Keycloak. Throws BackendConflict when somebody else's
 * group has the name of the cluster's group.
 */
export function makeParent(realm: Realm, clusterUuid: Uuid): Promise<string> {
  const name = parentGroupName(clusterUuid);
  const attributes = groupAttributes(realm.owner, clusterUuid);
  return orOurs(realm, [name], realm.keycloak.createTopGroup({ name, attributes }));
}

/**
 * Finds or creates the group of a role, below the cluster's group (S0-115, S0-123, S0-124). Returns its id in Keycloak.
 * Throws BackendConflict when somebody else's group has the name of the role's group.
 */
export function makeChild(realm: Realm, parentId: string, { clusterUuid, scopeUuid, name }: Child): Promise<string> {
  const attributes = groupAttributes(realm.owner, scopeUuid);
  const creation = realm.keycloak.createChild(parentId, { name, attributes });
  return orOurs(realm, [parentGroupName(clusterUuid), name], creation);
}

/**
 * After a conflict, uses the existing group if Paddock created it. A concurrent attempt may have created the group. An
 * earlier attempt may also have created it, if Keycloak's answer was lost.
 */
async function orOurs(realm: Realm, names: Names, creation: Promise<string>): Promise<string> {
  try {
    return await creation;
  } catch (error) {
    if (!(error instanceof BackendConflict)) throw error;
    const ours = await findOwn(realm, names);
    if (ours) return ours.id;
    throw new BackendConflict(`Keycloak has a group ${names.at(-1)} that Paddock did not create.`, {}, error);
  }
}

const AT_A_TIME = 8;

/**
 * Leaves out groups that are being deleted, so that they are not created again. A group is being deleted if the records
 * have no membership of this group, or only memberships that have been revoked.
 */
export async function skipDeleting<A>(
  { store }: { store: Store },
  items: readonly A[],
  groupOf: (item: A) => KeycloakGroup | undefined,
): Promise<A[]> {
  const isStaying = await pMap(
    items,
    async (item) => {
      const group = groupOf(item);
      const memberships = group ? await store.keycloakMemberships.listByGroup(group) : [];
      return memberships.some(isWanted);
    },
    { concurrency: AT_A_TIME },
  );
  return items.filter((_, index) => isStaying[index]);
}
