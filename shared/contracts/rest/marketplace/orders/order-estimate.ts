import { z } from 'zod';
import type { Estimate } from '#shared/domain/marketplace/prices/estimate';
import { COMPONENTS, componentType } from '#shared/domain/marketplace/prices/plan-prices';

/** The monthly cost of an order, at the prices of its pricing plan. Decimal numbers are sent as text. */
export const orderEstimateView = z
  .object({
    hours_per_month: z.int(),
    components: z.array(
      z.object({
        type: componentType,
        name: z.string(),
        measured_unit: z.string(),
        /** The monthly usage in the component's unit. */
        usage: z.string(),
        /** The price of one unit. */
        price: z.string(),
        cost: z.string(),
      }),
    ),
    total: z.string(),
    currency: z.string(),
  })
  .meta({ id: 'OrderEstimate' });

export const viewOrderEstimate = (
  { hoursPerMonth, components, total }: Estimate,
  currency: string,
): z.infer<typeof orderEstimateView> => ({
  hours_per_month: hoursPerMonth,
  components: components.map(({ type, hours, price, cost }) => {
    const { name, measuredUnit } = COMPONENTS[type];
    return { type, name, measured_unit: measuredUnit, usage: hours, price, cost };
  }),
  total,
  currency,
});
