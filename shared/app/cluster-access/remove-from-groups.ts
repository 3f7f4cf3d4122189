import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import { isWanted, type KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Store } from '#shared/ports/store';
import { findMember } from './membership-holder.ts';
import { findChild, type Realm } from './own-groups.ts';

/**
 * Removes the user from the group in Keycloak, then from the records. An interrupted attempt may have failed to record
 * the user's id. The user is then looked up by name. The user stays if another membership, under another name, gives the
 * same user the same role.
 */
export async function removeFromGroups(
  { store }: { store: Store },
  realm: Realm,
  { group, membership }: { group: KeycloakGroup | undefined; membership: KeycloakMembership },
): Promise<void> {
  const { keycloak } = realm;
  const child = group && (await findChild(realm, group));
  if (child) {
    const id = membership.keycloakUserId ?? (await findMember(keycloak, membership))?.id;
    const others = (await store.keycloakMemberships.listByGroup(group)).filter(
      (it) => it.uuid !== membership.uuid && isWanted(it) && it.keycloakUserId === id,
    );
    if (id !== undefined && others.length === 0) await keycloak.removeMember(child.id, id);
  }
  await store.commit(store.keycloakMemberships.remove(membership));
}
