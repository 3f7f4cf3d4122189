import type { Caller } from '#shared/domain/organizations/caller';
import {
  demandInFuture,
  demandLonger,
  demandNotOneself,
  demandScope,
  demandWithinOwnRight,
} from '#shared/domain/organizations/granting';
import { demand } from '#shared/domain/organizations/permission';
import type { RoleGrant } from '#shared/domain/organizations/role';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { actionAt, findGrantee, type GrantInput, placeOfScope, type RoleScope } from './role-scope.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'>; clock: Clock };

/**
 * Gives a user a role, or one that he has for longer. `readInput` runs after the permission check: a body is the last thing
 * looked at. Throws NotAllowed, Invalid, and Conflict when somebody else was faster.
 */
export async function grantRole(
  { store, clock }: Deps,
  caller: Caller,
  scope: RoleScope,
  readInput: () => GrantInput,
): Promise<RoleGrant> {
  const [action, place, now] = [actionAt(scope, 'add_user'), placeOfScope(scope), clock.now()];
  demand(caller, action, place);
  const input = readInput();
  demandInFuture(input, now);
  const { uuid } = await findGrantee(store, input.userUuid);
  demandNotOneself(caller, action, place, uuid);
  demandWithinOwnRight(caller, action, place, input);
  demandScope(input.role, scope.type);
  const held = await store.grants.find(uuid, scope.uuid, input.role);
  demandLonger(held, input);
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
