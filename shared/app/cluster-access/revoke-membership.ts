import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import { changed } from '#shared/domain/_core/record';
import { assertMayGive, isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { Conflict } from '#shared/errors';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { newOperation, type RecordDeps } from '../planning/order-deps.ts';
import { roleOfMembership } from './end-memberships.ts';

/**
 * Removes a user's role. The record stays until a state machine has removed the user from the group in Keycloak. If
 * this fails, the record shows the failure, and another call tries again. Throws NotFound, NotAllowed, Conflict,
 * ReadOnlyMode.
 */
export async function revokeMembership(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, correlationId }: { uuidText: string; correlationId: string },
): Promise<void> {
  const { store, clock, site } = deps;
  await retryOnConflict(async () => {
    const membership = await getVisible(
      store.keycloakMemberships,
      'KeycloakUserGroupMembership',
      uuidText,
      seenBy(caller),
    );
    assertPermitted(caller, 'membership.delete', membership);
    assertMayGive(caller, membership, await roleOfMembership(deps, membership));
    const cluster = await store.clusters.get(membership.clusterUuid);
    if (isClusterBeingDeleted(cluster))
      throw new Conflict('The cluster is being deleted. The deletion also removes its memberships.');
    assertNotReadOnly(site);
    const { uuid: membershipUuid, groupUuid, revokedAt = clock.now().toISOString() } = membership;
    const of = { machine: 'reconcile-membership', groupUuid, membershipUuid } as const;
    await store.commit(
      store.keycloakMemberships.replace(changed(membership, clock.now(), { revokedAt, lastError: undefined })),
      store.clusters.assertUnchanged(cluster),
      store.outbox.insert(newOperation(deps, cluster.uuid, correlationId, of)),
    );
  });
}
