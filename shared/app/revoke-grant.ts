import type { Caller } from '../domain/caller.ts';
import { demandNotOneself } from '../domain/granting.ts';
import { demand } from '../domain/permission.ts';
import type { Store } from '../ports/store.ts';
import { actionAt, findGrantee, type GrantInput, placeOfScope, type RoleScope } from './role-scope.ts';

type Deps = { store: Pick<Store, 'users' | 'grants' | 'commit'> };

/**
 * Takes a role away, from the next request on; one that nobody has is gone already, as in Waldur. Like Waldur, nothing keeps the last
 * owner of a customer: staff can give it another. Throws NotAllowed and Invalid.
 */
export async function revokeGrant(
  { store }: Deps,
  caller: Caller,
  scope: RoleScope,
  readInput: () => GrantInput,
): Promise<void> {
  const [action, place] = [actionAt(scope, 'delete_user'), placeOfScope(scope)];
  demand(caller, action, place);
  const { userUuid, role } = readInput();
  await findGrantee(store, userUuid);
  demandNotOneself(caller, action, place, userUuid);
  const held = await store.grants.find(userUuid, scope.uuid, role);
  if (held !== undefined) await store.commit(store.grants.remove(held));
}
