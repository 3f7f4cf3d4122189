import { z } from 'zod';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import type { ApiOperation, ApiOperations } from '#shared/contracts/rest/_core/operation';
import type { Offering, SiteAgentOffering } from '#shared/domain/marketplace/offering';
import { offeringFilters } from '../offering-filters.ts';

/** The attributes of users that a site agent is allowed to see. */
export const attributeConfigView = z
  .object({
    uuid: z.string(),
    offering_uuid: z.string(),
    offering_name: z.string(),
    exposed_fields: z.array(z.enum(['username', 'full_name', 'email'])),
    is_default: z.literal(true),
    created: z.string(),
    modified: z.string(),
  })
  .meta({ id: 'OfferingUserAttributeConfig' });

export const viewAttributeConfig = (offering: SiteAgentOffering): z.infer<typeof attributeConfigView> => ({
  uuid: offering.uuid,
  offering_uuid: offering.uuid,
  offering_name: offering.name,
  exposed_fields: ['username', 'full_name', 'email'],
  is_default: true,
  created: offering.created,
  modified: offering.modified,
});

/**
 * Waldur's list of accounts without a user. The list is always empty, because every account in Paddock has a user. The
 * filters are accepted because Waldur's client sends them.
 */
export const accountListing: Listing<Offering, unknown> = {
  filters: offeringFilters,
  orderings: {},
  schema: z.unknown(),
  view: () => undefined,
};

const none = (summary: string): ApiOperation => ({
  summary,
  rule: 'offering.see',
  listing: accountListing,
  description: 'Always empty, because every account in Paddock belongs to a user. Waldur’s client calls this path.',
});
/** Operations on offerings of site agents. For other offerings, these operations answer 404. */
export const siteAgentOfferingOperations: ApiOperations = {
  'GET /{uuid}/user-attribute-config/': {
    summary: 'Show which user attributes a site agent can see',
    rule: 'offering.see',
    reply: attributeConfigView,
  },
  'GET /{uuid}/list_project_service_accounts/': none('List the project service accounts of an offering'),
  'GET /{uuid}/list_course_accounts/': none('List the course accounts of an offering'),
};
