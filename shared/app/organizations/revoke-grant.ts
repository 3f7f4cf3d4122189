import type { Caller } from '#shared/domain/organizations/caller';
import { assertNotSelf } from '#shared/domain/organizations/granting';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { type EndMembershipsDeps, endMemberships } from '../cluster-access/end-memberships.ts';
import { actionAt, findGrantee, type GrantInput, placeOfScope, type RoleScope } from './role-scope.ts';

export type RevokeGrantDeps = EndMembershipsDeps & { store: Pick<Store, 'users' | 'grants'> };
type Asked = { readInput: () => GrantInput; correlationId: string };

/**
 * Removes a role and what depends on it, from the next request on. A role that the user does not have counts as
 * removed, as in Waldur. Like Waldur, it lets the last owner of a customer go: staff can appoint another. Throws
 * NotAllowed, Invalid, and Conflict when another call was faster.
 */
export async function revokeGrant(
  deps: RevokeGrantDeps,
  caller: Caller,
  scope: RoleScope,
  { readInput, correlationId }: Asked,
): Promise<void> {
  const { store } = deps;
  const [action, place] = [actionAt(scope, 'delete_user'), placeOfScope(scope)];
  assertPermitted(caller, action, place);
  const { userUuid, role } = readInput();
  const user = await findGrantee(store, userUuid);
  assertNotSelf(caller, action, place, userUuid);
  await retryOnConflict(async () => {
    const held = await store.grants.find(userUuid, scope.uuid, role);
    if (held === undefined) return;
    await endMemberships(deps, user, held, correlationId);
    await store.commit(store.grants.remove(held));
  });
}
