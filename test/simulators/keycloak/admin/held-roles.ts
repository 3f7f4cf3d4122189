import {
  type KeycloakGroup,
  type KeycloakRealm,
  type KeycloakRole,
  type KeycloakUser,
  REALM_MANAGEMENT,
  type RoleHolder,
} from '../realm.ts';
import type { KeycloakClient } from '../realm-client.ts';
import { isRealmRole, type RealmRole } from '../realm-roles.ts';

/** The place where roles are defined: the realm itself, or one of its clients. */
export type RoleContainer = KeycloakRealm | KeycloakClient;

export const isClient = (container: RoleContainer): container is KeycloakClient => 'clientId' in container;

/** Names of the roles that were given to the user or group directly. */
export const namesHeld = ({ realmRoles, clientRoles }: RoleHolder, container: RoleContainer): Set<string> =>
  isClient(container) ? (clientRoles.get(container.id) ?? new Set()) : realmRoles;

export function giveRole(holder: RoleHolder, container: RoleContainer, name: string): void {
  const held = namesHeld(holder, container);
  held.add(name);
  if (isClient(container)) holder.clientRoles.set(container.id, held);
}

/** The groups that a user is in, and all groups above these. The user has the roles of all of them. */
function groupsAround({ groups }: KeycloakRealm, { id }: KeycloakUser): KeycloakGroup[] {
  const above = (group: KeycloakGroup | undefined): KeycloakGroup[] =>
    group === undefined ? [] : [group, ...above(groups.get(group.parentId ?? ''))];
  return [...groups.values()].filter(({ members }) => members.has(id)).flatMap(above);
}

/** All roles of a user or a group, including the roles inside composite roles. */
export function effectiveRoles(realm: KeycloakRealm, holder: RoleHolder, container: RoleContainer): KeycloakRole[] {
  const around = isUser(holder) ? groupsAround(realm, holder) : [];
  const names = [holder, ...around].flatMap((one) => [...namesHeld(one, container)]);
  const all = new Set<string>();
  const add = (name: string): void => {
    if (all.has(name)) return;
    all.add(name);
    for (const inside of container.roles.get(name)?.composites ?? []) add(inside);
  };
  names.forEach(add);
  return [...all].flatMap((name) => container.roles.get(name) ?? []);
}

const isUser = (holder: RoleHolder): holder is KeycloakUser => 'username' in holder;

/** The rights of a user in the admin API of the user's realm. */
export function adminRoles(realm: KeycloakRealm, user: KeycloakUser): Set<RealmRole> {
  const management = realm.clients.get(REALM_MANAGEMENT);
  const roles = management ? effectiveRoles(realm, user, management) : [];
  return new Set(roles.map(({ name }) => name).filter(isRealmRole));
}
