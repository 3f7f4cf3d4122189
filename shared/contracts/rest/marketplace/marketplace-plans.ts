import { z } from 'zod';
import { planPrices } from '#shared/domain/marketplace/prices/plan-prices';
import { COMPONENTS, type ComponentType, componentType } from '#shared/domain/marketplace/prices/usage-component';
import { PRICES } from '../_core/field-text.ts';
import type { Link } from '../_core/link.ts';
import type { Listing } from '../_core/listing.ts';
import type { Operations } from '../_core/operation.ts';
import { type PlanOf, planFilters } from './offering-filters.ts';
import { planView, viewPlan } from './offerings.ts';

/** Components that are not named keep their price. */
export const planPricesBody = z.object({ prices: planPrices.meta({ description: PRICES }) });

const planComponent = z.object({
  type: componentType,
  name: z.string(),
  measured_unit: z.string(),
  billing_type: z.literal('usage'),
  price: z.string().meta({ description: 'Of an hour of it.', examples: ['0.0125'] }),
});

/** With what Waldur shows the provider. Consumption alone is charged for: nothing once, and nothing for a change of plan. */
export const providerPlanView = planView
  .extend({
    offering: z.string(),
    is_active: z.literal(true).meta({ description: 'A plan is for as many clusters as are ordered.' }),
    archived: z.literal(false),
    init_price: z.literal(0),
    switch_price: z.literal(0),
    minimal_price: z.literal('0').meta({ description: 'Who consumes nothing pays nothing.' }),
    plan_type: z.literal('usage-based').nullable().meta({ description: 'Null where nothing has a price.' }),
    components: z.array(planComponent),
    organization_groups: z.array(z.never()).meta({ description: 'For nobody alone.', examples: [[]] }),
    future_prices: z.object({}).meta({ description: 'Prices change at once.', examples: [{}] }),
    quotas: z.object({}).meta({ description: 'Nothing is sold in fixed amounts.', examples: [{}] }),
    /** A count would be another call to the database for each plan of a list. */
    resources_count: z.null().meta({ description: 'Not counted.' }),
  })
  .meta({ id: 'ProviderPlan' });
type ProviderPlanView = z.infer<typeof providerPlanView>;

const viewComponent = (type: ComponentType, price = '0') => ({
  ...{ type, name: COMPONENTS[type].name, measured_unit: COMPONENTS[type].measuredUnit },
  ...{ billing_type: 'usage' as const, price },
});

export function viewProviderPlan(link: Link, { offering, plan }: PlanOf): ProviderPlanView {
  const isPriced = Object.values(plan.prices).some((price) => Number(price) > 0);
  return {
    ...viewPlan(link, offering, plan),
    offering: link('marketplace-provider-offerings', offering.uuid),
    ...{ is_active: true, archived: false, init_price: 0, switch_price: 0, minimal_price: '0' },
    plan_type: isPriced ? 'usage-based' : null,
    components: componentType.options.map((type) => viewComponent(type, plan.prices[type])),
    ...{ organization_groups: [], future_prices: {}, quotas: {}, resources_count: null },
  };
}

export const providerPlanListing: Listing<PlanOf, ProviderPlanView> = {
  filters: planFilters,
  orderings: { name: ({ plan }) => plan.name },
  schema: providerPlanView,
  view: viewProviderPlan,
};

export const planOperations: Operations = {
  'GET /': { summary: 'List plans, as their provider sees them', rule: 'visible.list', listing: providerPlanListing },
  'GET /{uuid}/': { summary: 'Show a plan to its provider', rule: 'offering.see', reply: providerPlanView },
  'POST /{uuid}/update_prices/': {
    summary: 'Change prices of a plan',
    description:
      'What an hour of a component costs from now on: estimates of orders have it at once. Components that are not named keep their price.',
    rule: 'offering.update',
    body: planPricesBody,
    bodyExample: { prices: { cpu_hours: '0.0125' } },
    reply: providerPlanView,
    refuses: [400, 409],
  },
};
