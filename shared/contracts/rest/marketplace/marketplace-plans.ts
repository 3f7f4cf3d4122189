import { z } from 'zod';
import {
  COMPONENTS,
  type ComponentType,
  componentType,
  planPrices,
} from '#shared/domain/marketplace/prices/plan-prices';
import { PRICES } from '../_core/field-text.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperations, RestResource } from '../_core/operation.ts';
import { type ListedPlan, planFilters } from './offering-filters.ts';
import { planView, viewPlan } from './offerings.ts';

/** Components that are left out keep their price. */
export const planPricesBody = z.object({ prices: planPrices.meta({ description: PRICES }) });

const planComponent = z.object({
  type: componentType,
  name: z.string(),
  measured_unit: z.string(),
  billing_type: z.literal('usage'),
  price: z.string().meta({
    description: 'Price of one unit of the component, such as one vCPU-hour. `measured_unit` names the unit.',
    examples: ['0.0125'],
  }),
});

/**
 * A plan with the fields that Waldur shows to the provider. Paddock charges only usage. Setting up a resource or
 * changing its plan costs nothing.
 */
export const providerPlanView = planView
  .extend({
    offering: z.string(),
    is_active: z
      .literal(true)
      .meta({ description: 'Always true, because the number of clusters in a plan is not limited.' }),
    archived: z.literal(false),
    init_price: z.literal(0),
    switch_price: z.literal(0),
    minimal_price: z.literal('0').meta({ description: 'Always 0, because only usage is charged.' }),
    plan_type: z.literal('usage-based').nullable().meta({ description: 'Null if no component has a price.' }),
    components: z.array(planComponent),
    organization_groups: z
      .array(z.never())
      .meta({ description: 'Always empty, because plans are for all customers.', examples: [[]] }),
    future_prices: z
      .object({})
      .meta({ description: 'Always empty, because prices cannot be set in advance.', examples: [{}] }),
    quotas: z
      .object({})
      .meta({ description: 'Always empty, because nothing is sold in fixed amounts.', examples: [{}] }),
    /** Null, because counting the resources would need one more database call for each plan of a list. */
    resources_count: z.null().meta({ description: 'Always null, because the resources of a plan are not counted.' }),
  })
  .meta({ id: 'ProviderPlan' });
type ProviderPlanView = z.infer<typeof providerPlanView>;

const viewComponent = (type: ComponentType, price = '0') => ({
  type,
  name: COMPONENTS[type].name,
  measured_unit: COMPONENTS[type].measuredUnit,
  billing_type: 'usage' as const,
  price,
});

export function viewProviderPlan(link: Link, { offering, plan }: ListedPlan): ProviderPlanView {
  const isPriced = Object.values(plan.prices).some((price) => Number(price) > 0);
  return {
    ...viewPlan(link, offering, plan),
    offering: link('marketplace-provider-offerings', offering.uuid),
    is_active: true,
    archived: false,
    init_price: 0,
    switch_price: 0,
    minimal_price: '0',
    plan_type: isPriced ? 'usage-based' : null,
    components: componentType.options.map((type) => viewComponent(type, plan.prices[type])),
    organization_groups: [],
    future_prices: {},
    quotas: {},
    resources_count: null,
  };
}

export const providerPlanListing: Listing<ListedPlan, ProviderPlanView> = {
  filters: planFilters,
  orderings: { name: ({ plan }) => plan.name },
  schema: providerPlanView,
  view: viewProviderPlan,
};

const operations: ApiOperations = {
  'GET /': { summary: 'List the plans of offerings that you sell', rule: 'visible.list', listing: providerPlanListing },
  'GET /{uuid}/': {
    summary: 'Show a plan of an offering that you sell',
    rule: 'offering.see',
    reply: providerPlanView,
  },
  'POST /{uuid}/update_prices/': {
    summary: 'Change the prices of a plan',
    description:
      'A price is for one hour of a component. Estimates of orders use the new prices at once. Components that are not named keep their price.',
    rule: 'offering.update',
    body: planPricesBody,
    bodyExample: { prices: { cpu_hours: '0.0125' } },
    reply: providerPlanView,
    refuses: [400, 409],
  },
};

export const marketplacePlansResource: RestResource = {
  group: 'Operators',
  is: 'Plans of offerings and their prices, for sellers.',
  operations,
};
