import { z } from 'zod';
import type { Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';

/** As Waldur's client reads one. */
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

/** Nobody has a share of his own: limits are the resource's. */
export const userLimitListing: Listing<UserLimitView, UserLimitView> = {
  filters: { nothing: ['component_type', 'offering_uuid', 'resource', 'resource_uuid', 'username'] },
  orderings: {},
  schema: userLimitView,
  view: (_link, limit) => limit,
};

export const userLimitOperations: Operations = {
  'GET /': {
    summary: 'List what single users may use of a resource',
    rule: 'visible.list',
    description:
      'Always empty: limits are the resource’s, and nobody has a share of his own. `waldur-site-agent` asks for it.',
    listing: userLimitListing,
  },
};
