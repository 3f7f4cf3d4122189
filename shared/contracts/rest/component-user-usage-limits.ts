import { z } from 'zod';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

/** Nobody has a share of his own: limits are the resource's. */
export const userLimitListing: Listing<never, unknown> = {
  filters: { nothing: ['component_type', 'offering_uuid', 'resource', 'resource_uuid', 'username'] },
  orderings: {},
  schema: z.unknown(),
  view: () => undefined,
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
