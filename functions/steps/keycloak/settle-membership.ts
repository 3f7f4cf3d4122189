import { steps } from '#shared/contracts/steps';
import type { KeycloakGroup } from '#shared/domain/access/keycloak-group';
import { isWanted, type KeycloakMembership } from '#shared/domain/access/keycloak-membership';
import { changed } from '#shared/domain/record';
import type { KeycloakUser } from '#shared/ports/keycloak';
import type { Write } from '#shared/ports/store';
import { onAccess } from '../_step/implement.ts';
import { membershipInHand } from '../_step/membership-in-hand.ts';
import { type KeycloakDeps, type Realm, realmOf } from './keycloak-deps.ts';
import { ensureChild, findChild } from './own-groups.ts';

type InHand = { group: KeycloakGroup; membership: KeycloakMembership };

const joined = ({ id: keycloakUserId, firstName = '', lastName = '' }: KeycloakUser) => ({
  ...{ state: 'ACTIVE' as const, keycloakUserId, firstName, lastName },
});

/** Who is not known in Keycloak yet stays PENDING, and is looked for again by the passes (S0-126, S0-127). */
async function admit({ store, clock }: KeycloakDeps, realm: Realm, { group, membership }: InHand): Promise<void> {
  const { keycloak } = realm;
  const keycloakId = await ensureChild(realm, group);
  const user = await keycloak.findUser(membership.username);
  if (user) await keycloak.addMember(keycloakId, user.id);
  const now = clock.now();
  const looked = { lastChecked: now.toISOString(), lastError: undefined, ...(user && joined(user)) };
  const writes: Write[] = [store.keycloakMemberships.replace(changed(membership, now, looked))];
  if (group.keycloakId !== keycloakId || group.lastError) {
    writes.push(store.keycloakGroups.replace(changed(group, now, { keycloakId, lastError: undefined })));
  }
  await store.commit(...writes);
}

/** By name as well as by the id that was put in: an attempt that died may have put in what no record tells of. */
async function letGo({ store }: KeycloakDeps, realm: Realm, { group, membership }: InHand): Promise<void> {
  const { keycloak } = realm;
  const child = await findChild(realm, group);
  if (child) {
    const known = await keycloak.findUser(membership.username);
    const ids = new Set([membership.keycloakUserId, known?.id].flatMap((id) => (id === undefined ? [] : [id])));
    for (const id of ids) await keycloak.removeMember(child.id, id);
  }
  await store.commit(store.keycloakMemberships.remove(membership));
}

/** What the membership's record says, whichever operation asks: a grant that was taken back meanwhile lets go. */
export const settleMembership = onAccess(
  steps.keycloak.settleMembership,
  async (deps: KeycloakDeps, target, cluster) => {
    const { group, membership } = await membershipInHand(deps.store, cluster, target);
    if (!group) return { empty: false };
    if (membership) {
      const settle = isWanted(membership) ? admit : letGo;
      await settle(deps, await realmOf(deps, cluster), { group, membership });
    }
    return { empty: !(await deps.store.keycloakMemberships.hasAny(group)) };
  },
);
