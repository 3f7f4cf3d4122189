import { z } from 'zod';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import type { Resource } from '#shared/domain/marketplace/resource';
import { type RoleGrant, roleName } from '#shared/domain/organizations/role';
import { settingEndDate } from '../_core/end-date.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { resourceStateOperations } from '../_core/resource-state.ts';
import { resourceListing, resourceView, viewResource } from '../marketplace/marketplace-resources.ts';
import { resourceReportOperations } from '../marketplace/site-agent-orders/site-agent-reports.ts';

const SELLERS =
  'Owners of the selling customer may do this for a site agent’s resources. For other resources, only staff may.';
const bySellers = (key: string): ApiOperation => {
  const operation = resourceStateOperations[key];
  if (!operation) throw new Error(`${key} is not an operation that sets the state of a resource`);
  return { ...operation, rule: 'resource.carry_out', description: `${SELLERS} ${operation.description ?? ''}` };
};

/** A resource as its seller sees it: the fields of `marketplace-resources`, and more fields that site agents read. */
export const providerResourceView = resourceView
  .extend({
    offering_backend_id: z.literal(''),
    /**
     * The offering's options that a site agent is allowed to read. Options that control the agent itself are in the
     * agent's configuration.
     */
    offering_plugin_options: z.record(z.string(), z.unknown()),
    paused: z.literal(false),
    downscaled: z.literal(false),
    restrict_member_access: z.literal(false),
    project_end_date: z.null(),
  })
  .meta({ id: 'ProviderResource' });
export const viewProviderResource = (link: Link, resource: Resource): z.infer<typeof providerResourceView> => ({
  ...viewResource(link, resource),
  url: link('marketplace-provider-resources', resource.uuid),
  offering_backend_id: '',
  offering_plugin_options: {},
  paused: false,
  downscaled: false,
  restrict_member_access: false,
  project_end_date: null,
});
export const providerResourceListing: Listing<Resource, z.infer<typeof providerResourceView>> = {
  ...resourceListing,
  schema: providerResourceView,
  view: viewProviderResource,
};

/** A user with a role in the resource's project. */
type Member = { user: User; grant: RoleGrant };
const teamMemberView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    username: z.string(),
    full_name: z.string(),
    email: z.string(),
    role: roleName,
    /** The time when the role ends. Null if the role has no end. */
    expiration_time: z.string().nullable(),
    /** The user's name in the site agent's backend. */
    offering_user_username: z.string(),
    offering_user_state: z.literal('OK'),
  })
  .meta({ id: 'ProjectUser' });
export const teamListing: Listing<Member, z.infer<typeof teamMemberView>> = {
  // `has_consent` matches every user, because users in Paddock need not consent to anything.
  filters: { flags: { has_consent: () => true } },
  orderings: {},
  schema: teamMemberView,
  view: (link, { user, grant }) => ({
    url: link('users', user.uuid),
    uuid: user.uuid,
    username: user.username,
    full_name: fullNameOf(user),
    email: user.email,
    role: grant.role,
    expiration_time: grant.expiresAt ?? null,
    offering_user_username: user.username,
    offering_user_state: 'OK',
  }),
};

const SHOWN =
  '404 for resources of offerings that you do not sell. Resources that you ordered are in `marketplace-resources`.';
const SOLD = 'The resources of all offerings of customers that you own, whoever ordered the resources.';
const endDateBySeller = (summary: string) => settingEndDate(summary, 'resource.set_end_date_as_provider');
const operations: ApiOperations = {
  'GET /': {
    summary: 'List the resources of offerings that you sell',
    rule: 'visible.list',
    description: SOLD,
    listing: providerResourceListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a resource of an offering that you sell',
    rule: 'resource.see_sold',
    description: SHOWN,
    selectable: true,
    reply: providerResourceView,
  },
  'GET /{uuid}/team/': {
    summary: 'List the users of a site agent’s resource',
    rule: 'resource.see_team',
    description:
      'The users who have a role in the project of the resource. Each user is listed once, with the strongest role. For owners of the selling customer. The list is empty if the resource is terminated. 400 for clusters and for projects in a shared cluster, because Paddock manages access to them itself.',
    listing: teamListing,
    refuses: [400],
  },
  'POST /{uuid}/set_end_date/': endDateBySeller('Set the end date of a resource, as its seller'),
  'POST /{uuid}/set_end_date_by_provider/': endDateBySeller(
    'Set the end date of a resource, as its seller (older path)',
  ),
  'POST /{uuid}/set_end_date_by_staff/': settingEndDate(
    'Set the end date of a resource, as staff',
    'resource.set_end_date_by_staff',
  ),
  ...resourceStateOperations,
  'POST /{uuid}/set_as_ok/': bySellers('POST /{uuid}/set_as_ok/'),
  'POST /{uuid}/set_as_erred/': bySellers('POST /{uuid}/set_as_erred/'),
  ...resourceReportOperations,
};

export const marketplaceProviderResourcesResource: RestResource = {
  group: 'Operators',
  is: 'Resources of offerings, for sellers. Site agents report here, and staff corrects records.',
  operations,
};
