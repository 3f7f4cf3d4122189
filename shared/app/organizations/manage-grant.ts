import type { Uuid } from '#shared/domain/_core/identifier';
import type { User } from '#shared/domain/identity/user';
import type { Caller, Place } from '#shared/domain/organizations/caller';
import {
  assertInFuture,
  assertLongerGrant,
  assertNotSelf,
  assertScope,
  assertWithinOwnPermissions,
} from '#shared/domain/organizations/grant-rules';
import { type Action, assertPermitted } from '#shared/domain/organizations/permission';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import { Invalid } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../_core/retry-on-conflict.ts';
import { type EndMembershipsDeps, endMemberships } from '../cluster-access/end-memberships.ts';

export type RevokeGrantDeps = EndMembershipsDeps & { store: Pick<Store, 'users' | 'grants'> };
type Asked = { readInput: () => GrantInput; correlationId: string };

/**
 * Removes a role and everything that depends on it. The user's next request is already checked without the role. As in
 * Waldur, the call succeeds if the user does not have the role. Even the last owner of a customer can be removed,
 * because staff can appoint another owner. Throws NotAllowed, Invalid, and Conflict when another call was faster.
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

export type RoleScope = { type: 'customer' | 'project'; uuid: Uuid; customerUuid: Uuid };
type GrantInput = { userUuid: Uuid; role: RoleName; expiresAt?: string | undefined };

const placeOfScope = ({ type, uuid, customerUuid }: RoleScope): Place =>
  type === 'project' ? { customerUuid, projectUuid: uuid } : { customerUuid };

type Verb = 'add_user' | 'update_user' | 'delete_user';
const actionAt = ({ type }: RoleScope, verb: Verb): Action => `${type}.${verb}`;

async function findGrantee({ users }: Pick<Store, 'users'>, uuid: Uuid): Promise<User> {
  const user = await users.find(uuid);
  if (user === undefined) throw new Invalid({ user: ['User is not found.'] });
  return user;
}

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'>; clock: Clock };

/**
 * Gives a role to a user, or changes the time at which the role ends. `readInput` parses the body; it is called after
 * the permission check. Throws NotAllowed, Invalid, and Conflict when another call was faster.
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

/**
 * Changes the time at which a role ends. Without a time, the role never ends. Throws NotAllowed. Throws Conflict when
 * another call was faster. Throws Invalid if the user does not have the role, although Waldur answers 500 for a missing
 * role.
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
