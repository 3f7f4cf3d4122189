import type { Caller } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import { type Action, demand } from '../domain/permission.ts';
import { type RoleGrant, type RoleName, scopeTypeOf } from '../domain/role.ts';
import type { User } from '../domain/user.ts';
import { isValidAt } from '../domain/validity.ts';
import { Invalid, noObject } from '../errors.ts';
import type { Clock } from '../ports/runtime.ts';
import type { Store } from '../ports/store.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'>; clock: Clock };
/** Where a role is granted: the customer itself, or a project of it. */
export type RoleScope = { type: 'customer' | 'project'; uuid: Uuid; customerUuid: Uuid };
export type NewGrant = { userUuid: Uuid; role: RoleName; expiresAt?: string | undefined };

const ACTION: Readonly<Record<RoleScope['type'], Action>> = {
  customer: 'customer.add_user',
  project: 'project.add_user',
};

async function checkGrant({ store, clock }: Deps, scope: RoleScope, input: NewGrant): Promise<void> {
  if (scopeTypeOf(input.role) !== scope.type) throw new Invalid({ role: ['Role is not valid for this scope.'] });
  if ((await store.users.find(input.userUuid)) === undefined) throw noObject('user');
  const grants = await store.grants.listByScope(scope.uuid);
  const sameRole = grants.find((grant) => grant.userUuid === input.userUuid && grant.role === input.role);
  if (sameRole !== undefined && isValidAt(sameRole, clock.now())) {
    throw new Invalid(['User already has role in this scope.']);
  }
}

/** Gives a user a role. `readInput` runs after the permission check: a body is the last thing looked at. */
export async function grantRole(
  deps: Deps,
  caller: Caller,
  scope: RoleScope,
  readInput: () => NewGrant,
): Promise<RoleGrant> {
  demand(caller, ACTION[scope.type], {
    customerUuid: scope.customerUuid,
    ...(scope.type === 'project' && { projectUuid: scope.uuid }),
  });
  const input = readInput();
  await checkGrant(deps, scope, input);
  const grant: RoleGrant = {
    ...input,
    scopeType: scope.type,
    scopeUuid: scope.uuid,
    customerUuid: scope.customerUuid,
    created: deps.clock.now().toISOString(),
  };
  await deps.store.commit(deps.store.grants.insert(grant));
  return grant;
}

export type Member = { grant: RoleGrant; user: User };

/** Who has a role in a scope now; expired grants are left out. */
export async function listMembers({ store, clock }: Deps, scopeUuid: Uuid): Promise<Member[]> {
  const grants = (await store.grants.listByScope(scopeUuid)).filter((grant) => isValidAt(grant, clock.now()));
  const users = await Promise.all(grants.map((grant) => store.users.find(grant.userUuid)));
  return grants.flatMap((grant, index) => {
    const user = users[index];
    return user === undefined ? [] : [{ grant, user }];
  });
}
