import type { KeycloakMembership } from '../../domain/access/keycloak-membership.ts';
import { changed } from '../../domain/record.ts';
import type { Keycloak, KeycloakUser } from '../../ports/keycloak.ts';
import type { PassDeps } from './pass.ts';

type Deps = Pick<PassDeps, 'store' | 'clock'>;

/** Its user is in the group, and the record says so. */
export async function activate(
  { store, clock }: Deps,
  { lastError: _mended, ...membership }: KeycloakMembership,
  user: Pick<KeycloakUser, 'id' | 'firstName' | 'lastName'>,
): Promise<void> {
  const now = clock.now();
  const { id: keycloakUserId, firstName = '', lastName = '' } = user;
  const fields = { state: 'ACTIVE', keycloakUserId, firstName, lastName, lastChecked: now.toISOString() } as const;
  await store.commit(store.keycloakMemberships.replace(changed(membership, now, fields)));
}

/** Its user is gone from Keycloak: whoever signs in under that name is let in again. */
export async function lapse(
  { store, clock }: Deps,
  { keycloakUserId: _gone, ...membership }: KeycloakMembership,
): Promise<void> {
  const now = clock.now();
  const fields = { state: 'PENDING', lastChecked: now.toISOString() } as const;
  await store.commit(store.keycloakMemberships.replace(changed(membership, now, fields)));
}

/** Taken away for good, once the user is out of the group. */
export async function forget(
  { store }: Deps,
  keycloak: Keycloak,
  {
    groupId,
    membership,
    userId,
  }: { groupId: string | undefined; membership: KeycloakMembership; userId?: string | undefined },
): Promise<void> {
  if (groupId !== undefined && userId !== undefined) await keycloak.removeMember(groupId, userId);
  await store.commit(store.keycloakMemberships.remove(membership));
}
