import type { Uuid } from '#shared/domain/_core/identifier';
import type { User } from '#shared/domain/identity/user';
import type { Place } from '#shared/domain/organizations/caller';
import type { Action } from '#shared/domain/organizations/permission';
import type { RoleName } from '#shared/domain/organizations/role';
import { Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/** Where a role is granted: in a customer, or in one of its projects. */
export type RoleScope = { type: 'customer' | 'project'; uuid: Uuid; customerUuid: Uuid };
/** The user, the role and its end. */
export type GrantInput = { userUuid: Uuid; role: RoleName; expiresAt?: string | undefined };

export const placeOfScope = ({ type, uuid, customerUuid }: RoleScope): Place =>
  type === 'project' ? { customerUuid, projectUuid: uuid } : { customerUuid };

type Verb = 'add_user' | 'update_user' | 'delete_user';
/** The row of the permission table. */
export const actionAt = ({ type }: RoleScope, verb: Verb): Action => `${type}.${verb}`;

/** The user of a grant. Throws Invalid with Waldur's text. */
export async function findGrantee({ users }: Pick<Store, 'users'>, uuid: Uuid): Promise<User> {
  const user = await users.find(uuid);
  if (user === undefined) throw new Invalid({ user: ['User is not found.'] });
  return user;
}
