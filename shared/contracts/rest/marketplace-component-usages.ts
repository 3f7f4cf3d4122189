import { z } from 'zod';
import { startOf } from '../../domain/usage/billing-period.ts';
import { type ComponentUsage, costText, hoursText, measuredAt } from '../../domain/usage/component-usage.ts';
import { COMPONENTS, componentType } from '../../domain/usage/usage-component.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';

/** Waldur's fields; a decimal is a text, so that no client reads it into a binary fraction. */
const componentUsageView = z
  .object({
    uuid: z.string(),
    type: componentType,
    name: z.string(),
    measured_unit: z.string(),
    usage: z.string(),
    /** Of one unit, in this month; null where there were no prices yet. */
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

const viewComponentUsage = (usage: ComponentUsage, { now, currency }: Moment): ComponentUsageView => ({
  uuid: usage.uuid,
  type: usage.type,
  name: COMPONENTS[usage.type].name,
  measured_unit: COMPONENTS[usage.type].measuredUnit,
  usage: hoursText(usage, now),
  price: usage.price ?? null,
  cost: costText(usage, now) ?? null,
  currency,
  billing_period: dayOf(startOf(usage.billingPeriod)),
  date: measuredAt(usage, now).toISOString(),
  description: '',
  recurring: false,
  resource_uuid: usage.resourceUuid,
  resource_name: usage.resourceName,
  offering_uuid: usage.offeringUuid,
  offering_name: usage.offeringName,
  project_uuid: usage.projectUuid,
  project_name: usage.projectName,
  customer_uuid: usage.customerUuid,
  customer_name: usage.customerName,
  created: usage.created,
});

const yearOf = ({ billingPeriod }: ComponentUsage): string => billingPeriod.slice(0, 4);
const monthOf = ({ billingPeriod }: ComponentUsage): string => String(Number(billingPeriod.slice(5)));

/** Waldur's Python client takes both for numbers with a fraction. */
const asNumber = (text: string): string[] => [text, `${text}.0`];

/** Waldur's filters. What is used grows with the clock, so that a list is one of a moment. */
export const componentUsageListing = ({ now, currency }: Moment): Listing<ComponentUsage, ComponentUsageView> => ({
  filters: {
    within: ['customer', 'project', 'resource'],
    equals: { type: ({ type }) => type },
    oneOf: {
      billing_period_year: (usage) => asNumber(yearOf(usage)),
      billing_period_month: (usage) => asNumber(monthOf(usage)),
    },
    uuids: { offering_uuid: ({ offeringUuid }) => offeringUuid },
    nothing: ['missing_usage_policy'],
    dates: {
      billing_period: { is: 'on', of: ({ billingPeriod }) => dayOf(startOf(billingPeriod)) },
      date_after: { is: 'from', of: (usage) => dayOf(measuredAt(usage, now)) },
      date_before: { is: 'until', of: (usage) => dayOf(measuredAt(usage, now)) },
    },
  },
  orderings: {
    billing_period: ({ billingPeriod }) => billingPeriod,
    usage: (usage) => hoursText(usage, now).padStart(40, '0'),
  },
  schema: componentUsageView,
  view: (_link, usage) => viewComponentUsage(usage, { now, currency }),
});

export const componentUsageOperations: Operations = {
  'GET /': {
    summary: 'List what resources have used, by component and month',
    rule: 'visible.list',
    description:
      'Hours are counted from when a cluster became `OK` until its termination was ordered, for the machines it has: vCPUs, and GB of memory and of volumes. A resource that is terminated keeps its usages. A month is charged at the prices that the plan had when it began; what is changed of them holds from the next month on.',
    listing: componentUsageListing({ now: new Date(0), currency: 'EUR' }),
  },
};
