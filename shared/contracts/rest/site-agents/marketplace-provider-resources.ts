import { z } from 'zod';
import { fullNameOf, type User } from '#shared/domain/identity/user';
import type { Resource } from '#shared/domain/marketplace/resource';
import { type RoleGrant, roleName } from '#shared/domain/organizations/role';
import type { Link } from '../_core/link.ts';
import type { Listing } from '../_core/listing.ts';
import type { Operation, Operations } from '../_core/operation.ts';
import { resourceStateOperations } from '../_core/resource-state.ts';
import { resourceListing, resourceView, viewResource } from '../marketplace/marketplace-resources.ts';
import { resourceReportOperations } from '../marketplace/site-agent-orders/site-agent-reports.ts';

const SELLERS = 'Of what a site agent looks after: by owners of the customer that sells it. Of clusters: by staff.';
const bySellers = (operation: Operation | undefined): Operation => {
  if (!operation) throw new Error('no such operation of resources');
  return { ...operation, rule: 'resource.carry_out', description: `${SELLERS} ${operation.description ?? ''}` };
};

/** The same as `marketplace-resources` shows, with what site agents ask of each resource beside. */
export const providerResourceView = resourceView
  .extend({
    offering_backend_id: z.literal(''),
    /** What the agent may ask of its offering; options that change how it works are its own configuration here. */
    offering_plugin_options: z.record(z.string(), z.unknown()),
    paused: z.literal(false),
    downscaled: z.literal(false),
    restrict_member_access: z.literal(false),
    end_date: z.null(),
    project_end_date: z.null(),
  })
  .meta({ id: 'ProviderResource' });
export const viewProviderResource = (link: Link, resource: Resource): z.infer<typeof providerResourceView> => ({
  ...viewResource(link, resource),
  url: link('marketplace-provider-resources', resource.uuid),
  ...{ offering_backend_id: '', offering_plugin_options: {}, paused: false, downscaled: false },
  ...{ restrict_member_access: false, end_date: null, project_end_date: null },
});
export const providerResourceListing: Listing<Resource, z.infer<typeof providerResourceView>> = {
  ...resourceListing,
  schema: providerResourceView,
  view: viewProviderResource,
};

/** Somebody with a role in the project. */
type Member = { user: User; grant: RoleGrant };
const teamMemberView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    username: z.string(),
    full_name: z.string(),
    email: z.string(),
    role: roleName,
    /** When the role ends; null: it does not. */
    expiration_time: z.string().nullable(),
    /** What the site agent calls him at its backend. */
    offering_user_username: z.string(),
    offering_user_state: z.literal('OK'),
  })
  .meta({ id: 'ProjectUser' });
export const teamListing: Listing<Member, z.infer<typeof teamMemberView>> = {
  // There is nothing to consent to.
  filters: { flags: { has_consent: () => true } },
  orderings: {},
  schema: teamMemberView,
  view: (link, { user, grant }) => ({
    ...{ url: link('users', user.uuid), uuid: user.uuid, username: user.username, full_name: fullNameOf(user) },
    ...{ email: user.email, role: grant.role, expiration_time: grant.expiresAt ?? null },
    ...{ offering_user_username: user.username, offering_user_state: 'OK' },
  }),
};

const SHOWN = 'Whoever has bought it finds it in `marketplace-resources`: here it is 404.';
const SOLD = 'Bought from offerings of customers that you own, by whomever.';
/** Resources as those see them who sell them. */
export const providerResourceOperations: Operations = {
  'GET /': {
    ...{ summary: 'List what was bought from you', rule: 'visible.list', description: SOLD },
    listing: providerResourceListing,
  },
  'GET /{uuid}/': {
    ...{ summary: 'Show what was bought from you', rule: 'resource.see_sold', description: SHOWN },
    ...{ selectable: true, reply: providerResourceView },
  },
  'GET /{uuid}/team/': {
    summary: 'List who may use what a site agent gives',
    rule: 'resource.see_team',
    description:
      'People with a role in its project, each once with the strongest of his roles, for owners of the customer that sells it. Of clusters: 400, since Paddock lets people in itself.',
    listing: teamListing,
    refuses: [400],
  },
  ...resourceStateOperations,
  'POST /{uuid}/set_as_ok/': bySellers(resourceStateOperations['POST /{uuid}/set_as_ok/']),
  'POST /{uuid}/set_as_erred/': bySellers(resourceStateOperations['POST /{uuid}/set_as_erred/']),
  ...resourceReportOperations,
};
