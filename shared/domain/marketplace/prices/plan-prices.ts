import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import { componentType } from './usage-component.ts';

/** As many digits as Waldur keeps of a price: twelve before the point and ten behind it. Text, since a price is no binary fraction. */
export const price = z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, 'Enter a price such as "0.0125".');

/** What an hour of each component costs under a plan; one that is not named costs nothing. */
export const planPrices = z.partialRecord(componentType, price);
export type PlanPrices = z.infer<typeof planPrices>;

type Priced = { uuid: Uuid; prices: PlanPrices };
/** Of the plan that is named, or of the only one there is. */
export function pricesUnder(plans: readonly Priced[], planUuid: Uuid | undefined): PlanPrices | undefined {
  const named = plans.find(({ uuid }) => uuid === planUuid);
  return (named ?? (planUuid === undefined && plans.length === 1 ? plans[0] : undefined))?.prices;
}
