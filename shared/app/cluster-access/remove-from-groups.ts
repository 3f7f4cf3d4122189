import type { KeycloakGroup } from '#shared/domain/cluster-access/groups/keycloak-group';
import type { KeycloakMembership } from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Store } from '#shared/ports/store';
import { findChild, type Realm } from './own-groups.ts';

/**
 * Removes the user from the group in Keycloak, then from the records. An interrupted attempt may have failed to record
 * the user's id. So both the member with the recorded id and the member with the username are removed.
 */
export async function removeFromGroups(
  { store }: { store: Store },
  realm: Realm,
  { group, membership }: { group: KeycloakGroup | undefined; membership: KeycloakMembership },
): Promise<void> {
  const { keycloak } = realm;
  const child = group && (await findChild(realm, group));
  if (child) {
    const known = await keycloak.findUser(membership.username);
    const ids = new Set([membership.keycloakUserId, known?.id].flatMap((id) => (id === undefined ? [] : [id])));
    for (const id of ids) await keycloak.removeMember(child.id, id);
  }
  await store.commit(store.keycloakMemberships.remove(membership));
}
