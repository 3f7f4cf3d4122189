import type { Caller } from '#shared/domain/organizations/caller';
import { assertInFuture, assertNotSelf, assertWithinOwnPermissions } from '#shared/domain/organizations/granting';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { actionAt, findGrantee, type GrantInput, placeOfScope, type RoleScope } from './role-scope.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'>; clock: Clock };

/**
 * Sets the end of a role; without one it never expires. Throws NotAllowed, Invalid when the user does not have the role
 * (Waldur fails there), and Conflict when another call was faster.
 */
export async function updateGrant(
  { store, clock }: Deps,
  caller: Caller,
  scope: RoleScope,
  readInput: () => GrantInput,
): Promise<RoleGrant> {
  const [action, place] = [actionAt(scope, 'update_user'), placeOfScope(scope)];
  assertPermitted(caller, action, place);
  const { userUuid, role, expiresAt } = readInput();
  assertInFuture({ expiresAt }, clock.now());
  await findGrantee(store, userUuid);
  assertNotSelf(caller, action, place, userUuid);
  assertWithinOwnPermissions(caller, action, place, { expiresAt });
  const held = await store.grants.find(userUuid, scope.uuid, role);
  if (held === undefined) throw new Invalid({ non_field_errors: ['User does not have this role in this scope.'] });
  const grant = { ...held, expiresAt };
  await store.commit(store.grants.replace(held, grant));
  return grant;
}
