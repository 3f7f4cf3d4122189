import { onAccess } from '#shared/app/_core/steps/implement';
import { steps } from '#shared/contracts/steps';
import { type KeycloakGroup, madeAs } from '#shared/domain/cluster-access/groups/keycloak-group';
import {
  admitted,
  isWanted,
  type KeycloakMembership,
  pending,
} from '#shared/domain/cluster-access/groups/keycloak-membership';
import type { Write } from '#shared/ports/store';
import { findMember, issuerOf, standingOf } from '../membership-holder.ts';
import { findChild, findParent, makeChild, makeParent, type Realm } from '../own-groups.ts';
import { removeFromGroups } from '../remove-from-groups.ts';
import { type KeycloakDeps, realmOf } from './keycloak-deps.ts';
import { membershipOfOperation } from './membership-of-operation.ts';

type InHand = { group: KeycloakGroup; membership: KeycloakMembership };

/** Finds or creates the group. An earlier attempt or another membership may have created it. */
async function ensureChild(realm: Realm, group: KeycloakGroup): Promise<string> {
  const found = await findChild(realm, group);
  if (found) return found.id;
  const parent = await findParent(realm, group.clusterUuid);
  return makeChild(realm, parent?.id ?? (await makeParent(realm, group.clusterUuid)), group);
}

/**
 * Adds the user to the group, and records who the user is. A user who is not in Keycloak yet stays PENDING, and sync
 * jobs look for the user again (S0-126, S0-127). A user who is deactivated in Paddock is not added.
 */
async function admit(deps: KeycloakDeps, realm: Realm, { group, membership }: InHand): Promise<void> {
  const { store, clock } = deps;
  const { keycloak } = realm;
  const keycloakId = await ensureChild(realm, group);
  const user = await findMember(keycloak, membership);
  const issuer = issuerOf(await store.settings.find(membership.settingsUuid));
  const { holder, isEnded } = await standingOf(deps, { ...membership, keycloakUserId: user?.id }, issuer);
  if (isEnded) return removeFromGroups(deps, realm, { group, membership });
  if (user) await keycloak.addMember(keycloakId, user.id);
  const now = clock.now();
  const renewed = user ? admitted(membership, user, now, holder) : pending(membership, now);
  const writes: Write[] = [store.keycloakMemberships.replace(renewed)];
  if (group.keycloakId !== keycloakId || group.lastError) {
    writes.push(store.keycloakGroups.replace(madeAs(group, keycloakId, now)));
  }
  await store.commit(...writes);
}

/**
 * Makes Keycloak match the membership's record. Adds the user if the membership is wanted, and removes the user if the
 * membership is revoked. Only the record decides this, because the record may have changed since the operation was
 * started.
 */
export const reconcileMembership = onAccess(
  steps.keycloak.reconcileMembership,
  async (deps: KeycloakDeps, target, cluster) => {
    const { group, membership } = await membershipOfOperation(deps.store, cluster, target);
    if (!group) return { empty: false };
    if (membership) {
      const reconcile = isWanted(membership) ? admit : removeFromGroups;
      await reconcile(deps, await realmOf(deps, cluster), { group, membership });
    }
    return { empty: !(await deps.store.keycloakMemberships.hasAny(group)) };
  },
);
