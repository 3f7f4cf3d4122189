import type { AdminCaller } from './admin-caller.ts';
import { childrenOf, type KeycloakGroup, type KeycloakRealm } from './realm.ts';

export function groupPath(groups: KeycloakRealm['groups'], { name, parentId }: KeycloakGroup): string {
  const parent = parentId === null ? undefined : groups.get(parentId);
  return `${parent ? groupPath(groups, parent) : ''}/${name}`;
}

/** What is shown of a group everywhere; `subGroups` is for those who put some in. */
export function briefGroup(realm: KeycloakRealm, group: KeycloakGroup) {
  const { id, name, parentId } = group;
  return { id, name, path: groupPath(realm.groups, group), ...(parentId !== null && { parentId }), subGroups: [] };
}

export const groupDetails = ({ attributes }: KeycloakGroup) => ({ attributes, realmRoles: [], clientRoles: {} });

export const countedChildren = (realm: KeycloakRealm, { id }: KeycloakGroup) => ({
  subGroupCount: childrenOf(realm, id).length,
});

export function groupAccess(realm: KeycloakRealm, caller: AdminCaller) {
  const manage = caller.may(realm, 'manage-users');
  const view = caller.may(realm, 'view-users');
  return {
    access: { view, viewMembers: view, manageMembers: manage, manage, manageMembership: manage },
  };
}
