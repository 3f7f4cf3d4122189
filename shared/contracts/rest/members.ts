import { z } from 'zod';
import { type RoleGrant, roleName } from '../../domain/role.ts';
import type { User } from '../../domain/user.ts';
import { optionalInstant, reference } from './fields.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

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

export const memberView = z
  .object({
    user: z.string(),
    user_uuid: z.string(),
    user_username: z.string(),
    user_full_name: z.string(),
    user_email: z.string(),
    role_name: roleName,
    created: z.string(),
    expiration_time: z.string().nullable(),
  })
  .meta({ id: 'Member' });
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

type Membership = Parameters<typeof viewMember>[1];
export const memberListing: Listing<Membership, MemberView> = {
  filters: {},
  schema: memberView,
  view: viewMember,
};

/** Of everything that roles are granted in. */
export const memberOperations = {
  'POST /{uuid}/add_user/': {
    summary: 'Grant a user a role',
    body: newMemberBody,
    status: 201,
    reply: grantedView,
    refuses: [403],
  },
  'GET /{uuid}/list_users/': { summary: 'List who has which role', listing: memberListing },
} as const satisfies Operations;
