import { z } from 'zod';
import { fullNameOf } from '#shared/domain/identity/user';
import type { OfferingUser } from '#shared/domain/site-agents/service-provider';
import { anyOf } from '../_core/common-filters.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/**
 * Waldur's states of an account. In Paddock, every user with a role has an account, and the state of this account is
 * always `OK`.
 */
const STATES = [
  'Requested',
  'Creating',
  'Pending account linking',
  'Pending additional validation',
  'OK',
  'Requested deletion',
  'Deleting',
  'Deleted',
  'Error creating',
  'Error deleting',
];

export const offeringUserView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    /** The username in Paddock. The site agent's backend uses the same username. */
    username: z.string(),
    state: z.literal('OK'),
    user: z.string(),
    user_uuid: z.string(),
    user_username: z.string(),
    user_full_name: z.string(),
    user_first_name: z.string(),
    user_last_name: z.string(),
    user_email: z.string(),
    offering: z.string(),
    offering_uuid: z.string(),
    offering_name: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    is_restricted: z.literal(false),
    has_consent: z.literal(true),
  })
  .meta({ id: 'OfferingUser' });

type OfferingUserView = z.infer<typeof offeringUserView>;

export const viewOfferingUser = (link: Link, { uuid, offering, user }: OfferingUser): OfferingUserView => ({
  url: link('marketplace-offering-users', uuid),
  uuid,
  username: user.username,
  state: 'OK',
  user: link('users', user.uuid),
  user_uuid: user.uuid,
  user_username: user.username,
  user_full_name: fullNameOf(user),
  user_first_name: user.firstName,
  user_last_name: user.lastName,
  user_email: user.email,
  offering: link('marketplace-provider-offerings', offering.uuid),
  offering_uuid: offering.uuid,
  offering_name: offering.name,
  customer_uuid: offering.customerUuid,
  customer_name: offering.customerName,
  is_restricted: false,
  has_consent: true,
});

export const offeringUserListing: Listing<OfferingUser, OfferingUserView> = {
  filters: {
    within: ['project'],
    contains: {
      query: anyOf(
        ({ user }) => user.username,
        ({ user }) => fullNameOf(user),
        ({ user }) => user.email,
      ),
    },
    equals: { username: ({ user }) => user.username, user_username: ({ user }) => user.username },
    oneOf: { offering_slug: ({ offering }) => offering.slug },
    uuids: {
      offering_uuid: ({ offering }) => offering.uuid,
      offering: ({ offering }) => offering.uuid,
      user_uuid: ({ user }) => user.uuid,
      provider_uuid: ({ offering }) => offering.customerUuid,
    },
    choices: { state: { values: STATES, of: () => 'OK' } },
    flags: {
      is_restricted: () => false,
      has_consent: () => true,
      is_provider_backed: () => false,
      has_complete_profile: () => true,
      offering_has_active_tos: () => false,
    },
    nothing: [
      'created',
      'created_before',
      'modified',
      'modified_before',
      'parent_offering_uuid',
      'runtime_state',
      'service_provider_account_uuid',
    ],
  },
  orderings: { username: ({ user }) => user.username },
  schema: offeringUserView,
  view: viewOfferingUser,
};

const WHO =
  'For `waldur-site-agent` and its offerings. Lists all users who have a role in a project that has a resource of the offering. `username` is the user’s name in Paddock. Owners of the selling customer see them. The list is derived from roles: nobody requests or stores these accounts. The list covers at most 1000 projects. With more projects the answer is 400; filter by `offering_uuid`, `project_uuid` or `user_uuid`.';
const operations: ApiOperations = {
  'GET /': {
    summary: 'List the user accounts of offerings that you sell',
    rule: 'visible.list',
    description: WHO,
    listing: offeringUserListing,
    refuses: [400],
  },
  'GET /{uuid}/': {
    summary: 'Show a user account of an offering that you sell',
    rule: 'offering_user.see',
    selectable: true,
    reply: offeringUserView,
    refuses: [400],
  },
};

export const marketplaceOfferingUsersResource: RestResource = {
  group: 'Operators',
  is: 'Users of the resources that site agents provide.',
  operations,
};
