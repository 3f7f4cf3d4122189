import { z } from 'zod';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import { findRole, grantUuid, type RoleGrant, roleName, roleUuid } from '#shared/domain/organizations/role';
import { exampleUuid } from '../_core/example-uuid.ts';
import { MAX_INSTANT, optional, reference } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations } from '../_core/operation.ts';

/** A role by its name or its uuid. Waldur accepts both. */
/** Maximum length of a role's name. */
const MAX_ROLE = 100;
export const roleReference = () =>
  z
    .string()
    .max(MAX_ROLE)
    .transform((given, context) => {
      const role = findRole(given.trim());
      if (role === undefined) context.addIssue({ code: 'custom', message: 'Role is not found.', input: given });
      return role ?? z.NEVER;
    })
    .meta({ description: 'Name or uuid of a role.', examples: ['PROJECT.ADMIN'] });

const WRONG_TIME =
  'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DD, YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].';
/** The end of a role: a time, or a day. A day means 00:00 UTC on this day. The end is stored in UTC. */
const expirationTime = () =>
  optional(z.union([z.iso.datetime({ offset: true }).max(MAX_INSTANT), z.iso.date()], { error: () => WRONG_TIME }))
    .transform((given) => (given ? new Date(given).toISOString() : undefined))
    .meta({
      description: 'When the role ends: a time, or a day, which means 00:00 UTC on this day. Default: no end.',
      examples: ['2030-12-31T23:00:00.000Z'],
    });

/** The body of `add_user/`, `update_user/` and `delete_user/` of a customer or project. */
export const memberBody = z
  .object({
    user: reference('users'),
    role: roleReference(),
    expiration_time: expirationTime(),
  })
  .transform(({ user, role, expiration_time }) => ({ userUuid: user, role, expiresAt: expiration_time }));

/** Answer of `add_user/` and `update_user/`, as in Waldur. */
export const grantedView = z.object({ expiration_time: z.string().nullable() });

export const memberView = z
  .object({
    uuid: z.string(),
    user: z.string(),
    user_uuid: z.string(),
    user_username: z.string(),
    user_full_name: z.string(),
    user_email: z.string(),
    user_image: z.null(),
    role_name: roleName,
    role_uuid: z.string(),
    created: z.string(),
    created_by_uuid: z.string().nullable(),
    created_by_full_name: z.string(),
    expiration_time: z.string().nullable(),
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof memberView>;

type Membership = { grant: RoleGrant; user: User; createdBy: User | undefined };

export function viewMember(link: Link, { grant, user, createdBy }: Membership): MemberView {
  return {
    uuid: grantUuid(grant),
    user: link('users', user.uuid),
    user_uuid: user.uuid,
    user_username: user.username,
    user_full_name: fullNameOf(user),
    user_email: user.email,
    user_image: null,
    role_name: grant.role,
    role_uuid: roleUuid(grant.role),
    created: grant.created,
    created_by_uuid: grant.createdByUuid ?? null,
    created_by_full_name: createdBy ? fullNameOf(createdBy) : '',
    expiration_time: grant.expiresAt ?? null,
  };
}

export const memberListing: Listing<Membership, MemberView> = {
  filters: {
    contains: {
      search_string: ({ user }) => [user.firstName, user.lastName, user.email].join('\n'),
      full_name: ({ user }) => fullNameOf(user),
      username: ({ user }) => user.username,
    },
    uuids: { user: ({ user }) => user.uuid, user_url: ({ user }) => user.uuid },
    either: { role: ({ grant }) => [grant.role, roleUuid(grant.role)] },
    nothing: ['native_name', 'user_slug'],
  },
  orderings: {
    created: ({ grant }) => grant.created,
    email: ({ user }) => user.email,
    expiration_time: ({ grant }) => grant.expiresAt ?? '',
    full_name: ({ user }) => fullNameOf(user),
    role: ({ grant }) => grant.role,
    username: ({ user }) => user.username,
  },
  schema: memberView,
  view: viewMember,
};

const granted = (scope: 'customer' | 'project') => ({
  user: exampleUuid('users'),
  role: scope === 'customer' ? 'CUSTOMER.OWNER' : 'PROJECT.ADMIN',
});
const lasting = (scope: 'customer' | 'project') => ({ ...granted(scope), expiration_time: '2030-12-31T23:00:00.000Z' });

export const memberOperations = (scope: 'customer' | 'project'): ApiOperations => ({
  'POST /{uuid}/add_user/': {
    summary: 'Grant a user a role',
    description:
      'The role ends at `expiration_time`. Without it, the role does not expire. Callers cannot grant a role that ends later than their own role. If the user already has the role, this call can only extend it. Managers of a project cannot change their own role.',
    rule: `${scope}.add_user`,
    body: memberBody,
    bodyExample: lasting(scope),
    status: 201,
    reply: grantedView,
  },
  'POST /{uuid}/update_user/': {
    summary: 'Change the end date of a user’s role',
    description: 'Without `expiration_time` the role has no end.',
    rule: `${scope}.update_user`,
    body: memberBody,
    bodyExample: lasting(scope),
    reply: grantedView,
  },
  'POST /{uuid}/delete_user/': {
    summary: 'Revoke a role of a user',
    description:
      'The role is invalid from the user’s next request on. If the user does not have the role, nothing changes.',
    rule: `${scope}.delete_user`,
    body: memberBody,
    bodyExample: granted(scope),
  },
  'GET /{uuid}/list_users/': {
    summary: `List the users with a role in a ${scope}`,
    rule: `${scope}.see`,
    listing: memberListing,
  },
});
