import type { Caller } from '#shared/domain/organizations/caller';
import {
  assertInFuture,
  assertLongerGrant,
  assertNotSelf,
  assertScope,
  assertWithinOwnPermissions,
} from '#shared/domain/organizations/granting';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RoleGrant } from '#shared/domain/organizations/role';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { actionAt, findGrantee, type GrantInput, placeOfScope, type RoleScope } from './role-scope.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'>; clock: Clock };

/**
 * Gives a user a role, or extends it. `readInput` runs after the permission check. Throws NotAllowed, Invalid, and
 * Conflict when another call was faster.
 */
export async function grantRole(
  { store, clock }: Deps,
  caller: Caller,
  scope: RoleScope,
  readInput: () => GrantInput,
): Promise<RoleGrant> {
  const [action, place, now] = [actionAt(scope, 'add_user'), placeOfScope(scope), clock.now()];
  assertPermitted(caller, action, place);
  const input = readInput();
  assertInFuture(input, now);
  const { uuid } = await findGrantee(store, input.userUuid);
  assertNotSelf(caller, action, place, uuid);
  assertWithinOwnPermissions(caller, action, place, input);
  assertScope(input.role, scope.type);
  const held = await store.grants.find(uuid, scope.uuid, input.role);
  assertLongerGrant(held, input);
  const grant: RoleGrant = {
    ...input,
    scopeType: scope.type,
    scopeUuid: scope.uuid,
    customerUuid: scope.customerUuid,
    created: now.toISOString(),
    createdByUuid: caller.user.uuid,
  };
  await store.commit(held === undefined ? store.grants.insert(grant) : store.grants.replace(held, grant));
  return grant;
}
