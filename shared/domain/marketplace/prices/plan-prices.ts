import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { componentType } from './usage-component.ts';

/**
 * As many digits as Waldur keeps: twelve before the point and ten after it. A text, because binary fractions are not
 * exact.
 */
export const price = z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, 'Enter a price such as "0.0125".');

/** Price of each component for an hour. A missing component is free. */
export const planPrices = z.partialRecord(componentType, price);
export type PlanPrices = z.infer<typeof planPrices>;

type Priced = { uuid: Uuid; prices: PlanPrices };
/** Prices of the named plan, or of the only one. */
export function pricesUnder(plans: readonly Priced[], planUuid: Uuid | undefined): PlanPrices | undefined {
  const named = plans.find(({ uuid }) => uuid === planUuid);
  return (named ?? (planUuid === undefined && plans.length === 1 ? plans[0] : undefined))?.prices;
}
