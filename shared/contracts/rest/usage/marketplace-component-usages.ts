import { z } from 'zod';
import { COMPONENTS } from '#shared/domain/marketplace/prices/plan-prices';
import { startOf } from '#shared/domain/usage/billing-period';
import { type ComponentUsage, costText, hoursText, isMetered, measuredAt } from '#shared/domain/usage/component-usage';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { FilterTable, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { usageReportBody, userReportBody, userReportsBody } from './usage-report-bodies.ts';

/**
 * A usage in Waldur's fields. Decimal numbers are text, because clients would round a JSON number to a binary fraction.
 */
export const componentUsageView = z
  .object({
    uuid: z.string(),
    type: z.string(),
    name: z.string(),
    measured_unit: z.string(),
    usage: z.string(),
    /**
     * Price of one unit in the month of the usage. Null if a site agent reported the usage, or if the month has no
     * prices.
     */
    price: z.string().nullable(),
    /** Cost of the usage at this `price`. */
    cost: z.string().nullable(),
    currency: z.string(),
    /** First day of the month of the usage. */
    billing_period: z.string(),
    /** End of the time in which the usage was counted. */
    date: z.string(),
    description: z.string(),
    /**
     * Figures of a project in a shared cluster, from Paddock's last measurement. `current` is the amount in use.
     * `counted` is the amount that Kubernetes counts for quotas. `limit` is the ordered amount. The field `usage` is
     * the highest amount of the month.
     */
    measured: z.object({ current: z.string(), counted: z.string().nullable(), limit: z.int().nullable() }).nullable(),
    recurring: z.literal(false),
    resource_uuid: z.string(),
    resource_name: z.string(),
    offering_uuid: z.string(),
    offering_name: z.string(),
    project_uuid: z.string(),
    project_name: z.string(),
    customer_uuid: z.string(),
    customer_name: z.string(),
    created: z.string(),
  })
  .meta({ id: 'ComponentUsage' });
type ComponentUsageView = z.infer<typeof componentUsageView>;

/** The current time, and the currency of prices. The view of a usage needs both. */
type Moment = { now: Date; currency: string };

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
export const periodDayOf = ({ billingPeriod }: ComponentUsage): string => dayOf(startOf(billingPeriod));
/** End of the time in which the usage was counted. */
const countedUntil = (usage: ComponentUsage, now: Date): Date =>
  isMetered(usage) ? measuredAt(usage, now) : new Date(usage.reportedAt);
const usedText = (usage: ComponentUsage, now: Date): string =>
  isMetered(usage) ? hoursText(usage, now) : usage.amount;

/** Amount, price and cost of a usage. A usage that a site agent reported has no price. */
const viewFigures = (usage: ComponentUsage, now: Date) =>
  isMetered(usage)
    ? {
        name: COMPONENTS[usage.type].name,
        measured_unit: COMPONENTS[usage.type].measuredUnit,
        price: usage.price ?? null,
        cost: costText(usage, now) ?? null,
        description: '',
        measured: null,
      }
    : {
        name: usage.name,
        measured_unit: usage.measuredUnit,
        price: null,
        cost: null,
        description: usage.description,
        measured: usage.measured
          ? { ...usage.measured, counted: usage.measured.counted ?? null, limit: usage.measured.limit ?? null }
          : null,
      };

/** Resource, project, customer and offering of a usage, for all views of usages. */
export const viewPlaceOfUsage = (usage: ComponentUsage) => ({
  resource_uuid: usage.resourceUuid,
  resource_name: usage.resourceName,
  offering_uuid: usage.offeringUuid,
  offering_name: usage.offeringName,
  project_uuid: usage.projectUuid,
  project_name: usage.projectName,
  customer_uuid: usage.customerUuid,
  customer_name: usage.customerName,
});

export const viewComponentUsage = (usage: ComponentUsage, { now, currency }: Moment): ComponentUsageView => ({
  uuid: usage.uuid,
  type: usage.type,
  ...viewFigures(usage, now),
  usage: usedText(usage, now),
  currency,
  billing_period: periodDayOf(usage),
  date: countedUntil(usage, now).toISOString(),
  recurring: false,
  ...viewPlaceOfUsage(usage),
  created: usage.created,
});

const yearOf = ({ billingPeriod }: ComponentUsage): string => billingPeriod.slice(0, 4);
const monthOf = ({ billingPeriod }: ComponentUsage): string => String(Number(billingPeriod.slice(5)));

/** Both texts of a number, such as `1` and `1.0`, because Waldur's Python client sends `1.0` for 1. */
const asNumber = (text: string): string[] => [text, `${text}.0`];

/** Filters of all lists of usages. */
export const usageFilters = (now: Date) =>
  ({
    within: ['customer', 'project', 'resource'],
    equals: { type: ({ type }) => type },
    oneOf: {
      billing_period_year: (usage) => asNumber(yearOf(usage)),
      billing_period_month: (usage) => asNumber(monthOf(usage)),
    },
    uuids: { offering_uuid: ({ offeringUuid }) => offeringUuid },
    dates: {
      date_after: { is: 'from', of: (usage) => dayOf(countedUntil(usage, now)) },
      date_before: { is: 'until', of: (usage) => dayOf(countedUntil(usage, now)) },
    },
  }) satisfies FilterTable<ComponentUsage>;

/** The list of usages with Waldur's filters. It needs the current time, because usages grow with time. */
export const componentUsageListing = ({ now, currency }: Moment): Listing<ComponentUsage, ComponentUsageView> => {
  const { dates, ...filters } = usageFilters(now);
  return {
    filters: {
      ...filters,
      nothing: ['missing_usage_policy'],
      dates: { billing_period: { is: 'on', of: periodDayOf }, ...dates },
    },
    orderings: {
      billing_period: ({ billingPeriod }) => billingPeriod,
      usage: (usage) => usedText(usage, now).padStart(40, '0'),
    },
    schema: componentUsageView,
    view: (_link, usage) => viewComponentUsage(usage, { now, currency }),
  };
};

const FOR_AGENTS = 'For `waldur-site-agent`, as an owner of the customer that sells the offering.';
const NOT_MEASURED = '400 for clusters, because Paddock measures their usage.';
const USERS =
  'Users whom the report does not name keep their amounts. Repeating a report changes nothing. A usage can have some thousand users.';

const operations: ApiOperations = {
  'GET /': {
    summary: 'List the usage of resources, by component and month',
    rule: 'visible.list',
    description:
      'A cluster is charged by hours of the vCPUs, memory and volumes of its machines, from when it became `OK` until its termination was ordered. A terminated resource keeps its usages. Each month is charged at the prices that the plan had when the month began, or when the cluster’s usage began in this month. Changed prices are valid from the next month on. For a project in a shared cluster, `usage` is the highest amount that Paddock has measured in the month, without a price. For a site agent’s resource, the agent reports the amounts, without a price. Sellers see the usages of a sold resource if they filter by `resource_uuid`.',
    listing: componentUsageListing({ now: new Date(0), currency: 'EUR' }),
  },
  'GET /{uuid}/': {
    summary: 'Show the usage of a component in a month',
    rule: 'resource.see',
    selectable: true,
    reply: componentUsageView,
  },
  'POST /set_usage/': {
    summary: 'Report the usage of a resource in a month',
    rule: 'resource.report_usage',
    description: `A report replaces the amounts of the components that it names, in the month of \`date\`. Repeating a report changes nothing. A past month may be corrected; a future month is refused. ${FOR_AGENTS} 400 for clusters and for projects in a shared cluster, because Paddock measures their usage.`,
    body: usageReportBody,
    bodyExample: {
      resource: exampleUuid('marketplace-resources'),
      usages: [{ type: 'node_hours', amount: '12.50' }],
    },
    status: 201,
    refuses: [400],
  },
  'POST /{uuid}/set_user_usages/': {
    summary: 'Report each user’s usage of a component in a month',
    rule: 'resource.carry_out',
    description: `If the amount of one user is refused, no amount is stored. ${USERS} ${FOR_AGENTS} ${NOT_MEASURED}`,
    body: userReportsBody,
    bodyExample: { usages: [{ username: 'grace', usage: '7.50' }] },
    status: 201,
    refuses: [400],
  },
  'POST /{uuid}/set_user_usage/': {
    summary: 'Report one user’s usage of a component in a month',
    rule: 'resource.carry_out',
    description: `${USERS} ${FOR_AGENTS} ${NOT_MEASURED}`,
    body: userReportBody,
    bodyExample: { username: 'grace', usage: '7.50' },
    status: 201,
    refuses: [400],
  },
};

export const marketplaceComponentUsagesResource: RestResource = {
  group: 'Customers',
  is: 'Monthly usage of resources: hours of vCPUs, memory and storage of clusters, and the components of other resources.',
  operations,
};
