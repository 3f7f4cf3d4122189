import { z } from 'zod';
import { componentType } from './usage-component.ts';

/** As many digits as Waldur keeps of a price: twelve before the point and ten behind it. Text, since a price is no binary fraction. */
const price = z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, 'Enter a price such as "0.0125".');

/** What an hour of each component costs under a plan; one that is not named costs nothing. */
export const planPrices = z.partialRecord(componentType, price);
export type PlanPrices = z.infer<typeof planPrices>;
