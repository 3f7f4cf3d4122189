import { z } from 'zod';
import { planPrices } from '../../domain/usage/plan-prices.ts';
import { planListing, planView } from './offerings.ts';
import type { Operations } from './operation.ts';

/** Components that are not named keep their price. */
export const planPricesBody = z.object({ prices: planPrices });
export const providerPlanListing = planListing;

export const planOperations: Operations = {
  'GET /': { summary: 'List plans, as their provider sees them', rule: 'visible.list', listing: providerPlanListing },
  'GET /{uuid}/': { summary: 'Show a plan to its provider', rule: 'offering.see', reply: planView },
  'POST /{uuid}/update_prices/': {
    summary: 'Change prices of a plan',
    description:
      'What an hour of a component costs from now on: estimates of orders have it at once. Components that are not named keep their price.',
    rule: 'offering.update',
    body: planPricesBody,
    bodyExample: { prices: { cpu_hours: '0.0125' } },
    reply: planView,
    refuses: [400, 409],
  },
};
