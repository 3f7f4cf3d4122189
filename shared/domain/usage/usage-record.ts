import { z } from 'zod';
import { derivedUuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';
import type { Resource } from '../marketplace/resource.ts';
import { type Placement, placement } from '../organizations/placement.ts';
import { type BillingPeriod, billingPeriod } from './billing-period.ts';

/** The fields that all usages have: resource, component and month. */
export const usageBase = record.extend({
  ...placement.shape,
  resourceUuid: uuid,
  resourceName: z.string(),
  billingPeriod,
});

export type UsedResource = Pick<Resource, 'uuid' | 'name'> & Placement;
type Of = { type: string; billingPeriod: BillingPeriod };

export const newUsage = (
  { uuid: resourceUuid, name, ...resource }: UsedResource,
  of: Of,
  now: Date,
): z.infer<typeof usageBase> => {
  // The uuid is made from resource, month and type, so that the same usage cannot be created twice.
  const usageUuid = derivedUuid(resourceUuid, `usage/${of.billingPeriod}/${of.type}`);
  return {
    ...newRecord(usageUuid, now),
    ...placement.parse(resource),
    resourceUuid,
    resourceName: name,
    billingPeriod: of.billingPeriod,
  };
};
