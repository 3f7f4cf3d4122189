import { z } from 'zod';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import type { Caller } from '#shared/domain/organizations/caller';
import { roleName } from '#shared/domain/organizations/role';
import { anyOf } from '../_core/common-filters.ts';
import { flag, looseText, text } from '../_core/fields.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';

export const userView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    username: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    full_name: z.string(),
    is_staff: z.boolean(),
    is_support: z.boolean(),
    is_active: z.boolean(),
    date_joined: z.string(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userView>;

export function viewUser(link: Link, user: User): UserView {
  return {
    url: link('users', user.uuid),
    uuid: user.uuid,
    username: user.username,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    full_name: fullNameOf(user),
    is_staff: user.isStaff,
    is_support: user.isSupport,
    is_active: user.isActive,
    date_joined: user.created,
  };
}

/** The answer of `GET users/me/`: the user and the user's valid roles. */
export const meView = userView
  .extend({
    permissions: z.array(
      z.object({
        role_name: roleName,
        scope_type: z.enum(['customer', 'project']),
        scope_uuid: z.string(),
        customer_uuid: z.string(),
        expiration_time: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Me' });
export function viewMe(link: Link, { user, grants }: Caller): z.infer<typeof meView> {
  return {
    ...viewUser(link, user),
    permissions: grants.map((grant) => ({
      role_name: grant.role,
      scope_type: grant.scopeType,
      scope_uuid: grant.scopeUuid,
      customer_uuid: grant.customerUuid,
      expiration_time: grant.expiresAt ?? null,
    })),
  };
}

const NEW_USER = { username: 'olga', email: 'olga@example.org', first_name: 'Olga', last_name: 'Owner' };
export const newUserBody = z
  .object({
    username: text(128),
    email: looseText(320).default(''),
    first_name: looseText(100).default(''),
    last_name: looseText(100).default(''),
    is_staff: flag().default(false),
    is_support: flag().default(false),
  })
  .transform(({ username, email, ...rest }) => ({
    username,
    email,
    firstName: rest.first_name,
    lastName: rest.last_name,
    isStaff: rest.is_staff,
    isSupport: rest.is_support,
  }));

export const userChangeBody = z
  .object({
    username: text(128),
    email: looseText(320),
    first_name: looseText(100),
    last_name: looseText(100),
    is_staff: flag(),
    is_support: flag(),
    is_active: flag().meta({
      description: 'If false, the user cannot sign in, and no token of the user works.',
      examples: [true],
    }),
  })
  .partial();
export const userPutBody = userChangeBody.required({ username: true });

export function changeOfUser({ first_name, last_name, is_staff, is_support, is_active, ...rest }: UserChangeBody) {
  const { username, email } = rest;
  return {
    ...(username !== undefined && { username }),
    ...(email !== undefined && { email }),
    ...(first_name !== undefined && { firstName: first_name }),
    ...(last_name !== undefined && { lastName: last_name }),
    ...(is_staff !== undefined && { isStaff: is_staff }),
    ...(is_support !== undefined && { isSupport: is_support }),
    ...(is_active !== undefined && { isActive: is_active }),
  };
}
type UserChangeBody = z.infer<typeof userChangeBody>;

const searched = anyOf<User>(
  fullNameOf,
  ({ username }) => username,
  ({ email }) => email,
  ({ uuid }) => uuid,
);

export const userListing: Listing<User, UserView> = {
  filters: {
    contains: {
      username: ({ username }) => username,
      email: ({ email }) => email,
      full_name: fullNameOf,
      query: searched,
      user_keyword: searched,
    },
    oneOf: { username_list: ({ username }) => username },
    flags: {
      is_active: ({ isActive }) => isActive,
      is_staff: ({ isStaff }) => isStaff,
      is_support: ({ isSupport }) => isSupport,
    },
    instants: {
      date_joined: { is: 'from', of: ({ created }) => created },
      modified: { is: 'from', of: ({ modified }) => modified },
    },
    nothing: [
      'agreement_date',
      'civil_number',
      'description',
      'job_title',
      'native_name',
      'organization',
      'phone_number',
      'registration_method',
    ],
  },
  orderings: {
    username: ({ username }) => username,
    email: ({ email }) => email,
    full_name: fullNameOf,
    is_active: ({ isActive }) => String(isActive),
    is_staff: ({ isStaff }) => String(isStaff),
    is_support: ({ isSupport }) => String(isSupport),
    date_joined: ({ created }) => created,
  },
  schema: userView,
  view: viewUser,
};

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'user.update',
  body,
  reply: userView,
  description:
    'Users can change their own names. Staff can change the other fields too, but not `is_staff` and `is_active` of their own account. Usernames cannot be changed. Users cannot be deleted, so that records still show who did what. A user with `is_active: false` cannot sign in.',
  bodyExample: { username: 'ada', first_name: 'Ada', last_name: 'Lovelace' },
  refuses: [400],
});
const operations: ApiOperations = {
  'GET /': {
    summary: 'List users',
    rule: 'visible.list',
    description: 'Staff and support see all users; others see only themselves.',
    listing: userListing,
  },
  'GET /me/': { summary: 'Show the caller with their current roles', rule: 'account.use', reply: meView },
  'GET /{uuid}/': { summary: 'Show a user', rule: 'user.see', reply: userView },
  'PATCH /{uuid}/': change(userChangeBody, 'Change a user'),
  'PUT /{uuid}/': change(userPutBody, 'Replace a user'),
  'POST /': {
    summary: 'Create a user',
    rule: 'user.create',
    body: newUserBody,
    bodyExample: NEW_USER,
    status: 201,
    reply: userView,
  },
};

export const usersResource: RestResource = {
  group: 'Operators',
  is: 'Users. Each user sees their own record. A user is created by staff, or by the first sign-in through OIDC.',
  operations,
};
