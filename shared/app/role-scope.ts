import type { Place } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Action } from '../domain/permission.ts';
import type { RoleName } from '../domain/role.ts';
import type { User } from '../domain/user.ts';
import { Invalid } from '../errors.ts';
import type { Store } from '../ports/store.ts';

/** Where a role is granted: the customer itself, or a project of it. */
export type RoleScope = { type: 'customer' | 'project'; uuid: Uuid; customerUuid: Uuid };
/** Whose role it is about, and until when it is to hold. */
export type GrantInput = { userUuid: Uuid; role: RoleName; expiresAt?: string | undefined };

export const placeOfScope = ({ type, uuid, customerUuid }: RoleScope): Place =>
  type === 'project' ? { customerUuid, projectUuid: uuid } : { customerUuid };

type Verb = 'add_user' | 'update_user' | 'delete_user';
/** The row of the permission table. */
export const actionAt = ({ type }: RoleScope, verb: Verb): Action => `${type}.${verb}`;

/** Throws Invalid with Waldur's text. */
export async function findGrantee({ users }: Pick<Store, 'users'>, uuid: Uuid): Promise<User> {
  const user = await users.find(uuid);
  if (user === undefined) throw new Invalid({ user: ['User is not found.'] });
  return user;
}
