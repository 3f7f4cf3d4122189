import { z } from 'zod';
import type { Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';

/** A user's limit, with only the fields that Waldur's client reads. */
const userLimitView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    resource: z.string(),
    component: z.string(),
    component_type: z.string(),
    user: z.string(),
    limit: z.string(),
  })
  .meta({ id: 'ComponentUserUsageLimit' });
type UserLimitView = z.infer<typeof userLimitView>;

/** This list is always empty, because limits belong to resources and not to users. */
export const userLimitListing: Listing<UserLimitView, UserLimitView> = {
  filters: { nothing: ['component_type', 'offering_uuid', 'resource', 'resource_uuid', 'username'] },
  orderings: {},
  schema: userLimitView,
  view: (_link, limit) => limit,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the usage limits of users',
    rule: 'visible.list',
    description:
      'Always empty, because limits belong to resources and not to users. `waldur-site-agent` reads this list.',
    listing: userLimitListing,
  },
};

export const componentUserUsageLimitsResource: RestResource = {
  group: 'Operators',
  is: 'Usage limits of single users. Paddock has none, so the list is empty.',
  operations,
};
