import type { FoundGroup } from '#shared/domain/access/diff-groups';
import { parentGroupName } from '#shared/domain/access/group-names';
import { groupAttributes, ownedMeaning } from '#shared/domain/access/group-ownership';
import type { KeycloakGroup } from '#shared/domain/access/keycloak-group';
import { BackendConflict } from '#shared/errors';
import type { Realm } from './keycloak-deps.ts';

/** One that has the name and not our attributes is somebody else's: it is neither used nor taken over (design section 7). */
function demandOwn({ owner }: Realm, group: FoundGroup): FoundGroup {
  if (ownedMeaning(group, owner)) return group;
  throw new BackendConflict(`Keycloak has a group ${group.name} that is not of our making.`);
}

export async function findParent(realm: Realm, clusterUuid: string): Promise<FoundGroup | undefined> {
  const found = await realm.keycloak.findGroupAt(parentGroupName(clusterUuid));
  return found && ownedMeaning(found, realm.owner) ? found : undefined;
}

async function ensureParent(realm: Realm, clusterUuid: string): Promise<string> {
  const name = parentGroupName(clusterUuid);
  const found = await realm.keycloak.findGroupAt(name);
  if (found) return demandOwn(realm, found).id;
  return realm.keycloak.createTopGroup({ name, attributes: groupAttributes(realm.owner, clusterUuid) });
}

export async function findChild(realm: Realm, { clusterUuid, name }: KeycloakGroup): Promise<FoundGroup | undefined> {
  const found = await realm.keycloak.findGroupAt(parentGroupName(clusterUuid), name);
  return found && ownedMeaning(found, realm.owner) ? found : undefined;
}

/** The role's group below the cluster's, both with our attributes; what an earlier attempt made is used (S0-115, S0-123, S0-124). */
export async function ensureChild(realm: Realm, { clusterUuid, scopeUuid, name }: KeycloakGroup): Promise<string> {
  const found = await realm.keycloak.findGroupAt(parentGroupName(clusterUuid), name);
  if (found) return demandOwn(realm, found).id;
  const parentId = await ensureParent(realm, clusterUuid);
  return realm.keycloak.createChild(parentId, { name, attributes: groupAttributes(realm.owner, scopeUuid) });
}

/** A parent goes when no child of any kind, ours or not, is left. */
export async function deleteParentIfEmpty(realm: Realm, clusterUuid: string): Promise<void> {
  const parent = await findParent(realm, clusterUuid);
  if (parent && parent.childCount === 0) await realm.keycloak.deleteGroup(parent.id);
}
