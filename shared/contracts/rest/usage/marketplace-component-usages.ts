import { z } from 'zod';
import { COMPONENTS } from '#shared/domain/marketplace/prices/usage-component';
import { startOf } from '#shared/domain/usage/billing-period';
import { type ComponentUsage, costText, hoursText, isMetered, measuredAt } from '#shared/domain/usage/component-usage';
import { exampleUuid } from '../_core/example-uuid.ts';
import type { FilterTable, Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';
import { usageReportBody, userReportBody, userReportsBody } from './usage-report-bodies.ts';

/** Waldur's fields; a decimal is a text, so that no client reads it into a binary fraction. */
export const componentUsageView = z
  .object({
    uuid: z.string(),
    type: z.string(),
    name: z.string(),
    measured_unit: z.string(),
    usage: z.string(),
    /** Of one unit, in this month; null where there were no prices yet, and of what a site agent reports. */
    price: z.string().nullable(),
    /** What the usage costs at that price. */
    cost: z.string().nullable(),
    currency: z.string(),
    /** The first day of its month. */
    billing_period: z.string(),
    /** Up to when the usage is counted. */
    date: z.string(),
    description: z.string(),
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

/** When it is asked, and what prices are in. */
type Moment = { now: Date; currency: string };

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
/** The first day of its month. */
export const periodDayOf = ({ billingPeriod }: ComponentUsage): string => dayOf(startOf(billingPeriod));
/** Up to when it is counted. */
const countedUntil = (usage: ComponentUsage, now: Date): Date =>
  isMetered(usage) ? measuredAt(usage, now) : new Date(usage.reportedAt);
const usedText = (usage: ComponentUsage, now: Date): string =>
  isMetered(usage) ? hoursText(usage, now) : usage.amount;

/** What is reported has a figure and no price. */
const viewFigures = (usage: ComponentUsage, now: Date) =>
  isMetered(usage)
    ? {
        name: COMPONENTS[usage.type].name,
        measured_unit: COMPONENTS[usage.type].measuredUnit,
        ...{ price: usage.price ?? null, cost: costText(usage, now) ?? null, description: '' },
      }
    : {
        ...{ name: usage.name, measured_unit: usage.measuredUnit },
        ...{ price: null, cost: null, description: usage.description },
      };

/** Where a usage belongs, in every view of it. */
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

/** Waldur's Python client takes both for numbers with a fraction. */
const asNumber = (text: string): string[] => [text, `${text}.0`];

/** Filters of usages, wherever they are listed. */
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

/** Waldur's filters. What is used grows with the clock, so that a list is one of a moment. */
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

const FOR_AGENTS =
  'For `waldur-site-agent`, by owners of the customer that sells the offering. What clusters use is measured: 400 for these.';
const USERS =
  'Users that are not named keep their figures, and the same again changes nothing. All users of a usage are kept, some thousands of them.';

export const componentUsageOperations: Operations = {
  'GET /': {
    summary: 'List what resources have used, by component and month',
    rule: 'visible.list',
    description:
      'Hours are counted from when a cluster became `OK` until its termination was ordered, for the machines it has: vCPUs, and GB of memory and of volumes. A resource that is terminated keeps its usages. A month is charged at the prices that the plan had when it began; what is changed of them holds from the next month on. What a site agent looks after has the figures that the agent reports, without a price; who sells it asks for them by `resource_uuid`.',
    listing: componentUsageListing({ now: new Date(0), currency: 'EUR' }),
  },
  'GET /{uuid}/': {
    summary: 'Show what a resource has used of a component in a month',
    rule: 'resource.see',
    selectable: true,
    reply: componentUsageView,
  },
  'POST /set_usage/': {
    summary: 'Report what a resource has used in a month',
    rule: 'resource.report_usage',
    description: `A report replaces the figures of the components that it names, in the month of \`date\`; the same again changes nothing. A month that is over may be corrected, one that has not begun is refused. ${FOR_AGENTS}`,
    body: usageReportBody,
    bodyExample: {
      resource: exampleUuid('marketplace-resources'),
      usages: [{ type: 'node_hours', amount: '12.50' }],
    },
    status: 201,
    refuses: [400],
  },
  'POST /{uuid}/set_user_usages/': {
    summary: 'Report what users have of a usage',
    rule: 'resource.carry_out',
    description: `All of them or, where one is refused, none. ${USERS} ${FOR_AGENTS}`,
    body: userReportsBody,
    bodyExample: { usages: [{ username: 'grace', usage: '7.50' }] },
    status: 201,
    refuses: [400],
  },
  'POST /{uuid}/set_user_usage/': {
    summary: 'Report what a user has of a usage',
    rule: 'resource.carry_out',
    description: `${USERS} ${FOR_AGENTS}`,
    body: userReportBody,
    bodyExample: { username: 'grace', usage: '7.50' },
    status: 201,
    refuses: [400],
  },
};
