import { z } from 'zod';
import type { ComponentUsage } from '#shared/domain/usage/component-usage';
import { type UserUsage, userUsageUuid } from '#shared/domain/usage/reported-usage';
import type { FilterTable, Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { periodDayOf, usageFilters, viewPlaceOfUsage } from './marketplace-component-usages.ts';

const userUsageView = z
  .object({
    uuid: z.string(),
    username: z.string(),
    usage: z.string(),
    measured_unit: z.string(),
    component_type: z.string(),
    /** URL of the usage of the whole resource. The user's usage is a share of the resource's usage. */
    component_usage: z.string(),
    description: z.string(),
    billing_period: z.string(),
    /** The time until which the usage was counted. */
    date: z.string(),
    resource_uuid: z.string(),
    resource_name: z.string(),
    offering_uuid: z.string(),
    offering_name: z.string(),
    project_uuid: z.string(),
    project_name: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    created: z.string(),
    modified: z.string(),
  })
  .meta({ id: 'ComponentUserUsage' });
type UserUsageView = z.infer<typeof userUsageView>;

const viewUserUsage = (link: Link, usage: UserUsage): UserUsageView => ({
  uuid: userUsageUuid(usage),
  username: usage.share.username,
  usage: usage.share.amount,
  measured_unit: usage.measuredUnit,
  component_type: usage.type,
  component_usage: link('marketplace-component-usages', usage.uuid),
  description: usage.description,
  billing_period: periodDayOf(usage),
  date: usage.reportedAt,
  ...viewPlaceOfUsage(usage),
  created: usage.share.created,
  modified: usage.share.modified,
});

const { dates, ...filters } = usageFilters(new Date(0));
/** Filters that select the shares of users. They compare fields of the usage to which a share belongs. */
export const ofUsages: FilterTable<ComponentUsage> = {
  ...filters,
  dates: { component_usage__billing_period: { is: 'on', of: periodDayOf }, ...dates },
};
/** Filters that select users' shares by username. */
export const ofUsers: FilterTable<UserUsage> = { oneOf: { username: ({ share }) => share.username } };

export const componentUserUsageListing: Listing<UserUsage, UserUsageView> = {
  filters: { ...ofUsages, oneOf: { ...ofUsages.oneOf, ...ofUsers.oneOf } },
  orderings: {
    username: ({ share }) => share.username,
    usage: ({ share }) => share.amount.padStart(40, '0'),
    component_usage__billing_period: ({ billingPeriod }) => billingPeriod,
  },
  schema: userUsageView,
  view: viewUserUsage,
};

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the usage of each user, as reported by site agents',
    rule: 'visible.list',
    description:
      'Each row is the usage of one user, of one component, in one month. Callers who see a usage also see the rows of its users. Sellers filter by `resource_uuid`. Usages of clusters are not split by user, so clusters have no rows.',
    listing: componentUserUsageListing,
  },
};

export const marketplaceComponentUserUsagesResource: RestResource = {
  group: 'Customers',
  is: 'Monthly usage by user, as site agents report it.',
  operations,
};
