import { childrenOf, type KeycloakGroup, type KeycloakRealm } from '../realm.ts';
import type { AdminCaller } from './admin-caller.ts';

export function groupPath(groups: KeycloakRealm['groups'], { name, parentId }: KeycloakGroup): string {
  const parent = parentId === null ? undefined : groups.get(parentId);
  return `${parent ? groupPath(groups, parent) : ''}/${name}`;
}

/** The fields that every view of a group shows. Some views fill `subGroups`. */
export function briefGroup(realm: KeycloakRealm, group: KeycloakGroup) {
  const { id, name, parentId, description } = group;
  const described = description !== '' && { description };
  return {
    id,
    name,
    ...described,
    path: groupPath(realm.groups, group),
    ...(parentId !== null && { parentId }),
    subGroups: [],
  };
}

export function groupDetails({ clients }: KeycloakRealm, { attributes, realmRoles, clientRoles }: KeycloakGroup) {
  const byClient = [...clients.values()].map(
    ({ id, clientId }) => [clientId, [...(clientRoles.get(id) ?? [])]] as const,
  );
  const held = byClient.filter(([, names]) => names.length > 0);
  return { attributes, realmRoles: [...realmRoles], clientRoles: Object.fromEntries(held) };
}

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
