import { z } from 'zod';
import { isRancherOffering, type Offering } from '../../domain/offering.ts';
import { COMPONENTS, componentType } from '../../domain/usage/usage-component.ts';

/** What resources of an offering are charged by, as Waldur’s offerings say it. */
export const offeringComponent = z.object({
  type: componentType,
  name: z.string(),
  measured_unit: z.string(),
  billing_type: z.literal('usage'),
});

/** A cloud is not sold by itself, and so is not charged. */
export const viewComponents = (offering: Offering): z.infer<typeof offeringComponent>[] =>
  isRancherOffering(offering)
    ? componentType.options.map((type) => ({
        ...{ type, name: COMPONENTS[type].name, measured_unit: COMPONENTS[type].measuredUnit },
        billing_type: 'usage',
      }))
    : [];
