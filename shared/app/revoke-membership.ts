import { isLeaving } from '../domain/access/may-grant.ts';
import { assertMayGive } from '../domain/access/role-to-give.ts';
import type { Caller } from '../domain/caller.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import { Conflict } from '../errors.ts';
import { roleOfMembership } from './access/role-of-membership.ts';
import { getVisible, seenBy } from './get-visible.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { newOperation, type RecordDeps } from './order-deps.ts';

/**
 * Takes somebody's role away. The record stays until the user is out of the group in Keycloak, so that a failure is seen on it; the
 * same call again tries once more. Throws NotFound, NotAllowed, Conflict, ReadOnlyMode.
 */
export async function revokeMembership(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, correlationId }: { uuidText: string; correlationId: string },
): Promise<void> {
  const { store, clock, site } = deps;
  const byUuid = { find: store.keycloakMemberships.findByUuid };
  await onFreshRecords(async () => {
    const membership = await getVisible(byUuid, 'KeycloakUserGroupMembership', uuidText, seenBy(caller));
    demand(caller, 'membership.delete', membership);
    assertMayGive(caller, membership, await roleOfMembership(deps, membership));
    const cluster = await store.clusters.get(membership.clusterUuid);
    if (isLeaving(cluster)) throw new Conflict('The cluster is being deleted, and all who may enter it with it.');
    demandWritable(site);
    const { uuid: membershipUuid, groupUuid, revokedAt = clock.now().toISOString() } = membership;
    const of = { machine: 'settle-membership', groupUuid, membershipUuid } as const;
    await store.commit(
      store.keycloakMemberships.replace(changed(membership, clock.now(), { revokedAt, lastError: undefined })),
      store.clusters.assertUnchanged(cluster),
      store.outbox.insert(newOperation(deps, cluster.uuid, correlationId, of)),
    );
  });
}
