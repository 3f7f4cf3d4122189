import { z } from 'zod';
import { type RoleGrant, roleName } from '../../domain/role.ts';
import type { User } from '../../domain/user.ts';
import { optionalInstant, reference } from './fields.ts';
import type { Link } from './link.ts';

/** `POST customers|projects/{uuid}/add_user/`. */
export const newMemberBody = z
  .object({
    user: reference('users'),
    role: roleName,
    expiration_time: optionalInstant(),
  })
  .transform(({ user, role, expiration_time }) => ({ userUuid: user, role, expiresAt: expiration_time }));

/** The answer of add_user, as in Waldur. */
export const grantedView = z.object({ expiration_time: z.string().nullable() });

export const memberView = z.object({
  user: z.string(),
  user_uuid: z.string(),
  user_username: z.string(),
  user_full_name: z.string(),
  user_email: z.string(),
  role_name: roleName,
  created: z.string(),
  expiration_time: z.string().nullable(),
});
export type MemberView = z.infer<typeof memberView>;

export function viewMember(link: Link, { grant, user }: { grant: RoleGrant; user: User }): MemberView {
  return {
    user: link('users', user.uuid),
    user_uuid: user.uuid,
    user_username: user.username,
    user_full_name: `${user.firstName} ${user.lastName}`.trim(),
    user_email: user.email,
    role_name: grant.role,
    created: grant.created,
    expiration_time: grant.expiresAt ?? null,
  };
}
