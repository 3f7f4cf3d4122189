import { z } from 'zod';
import { derivedUuid, type Uuid, uuid } from '../_core/identifier.ts';
import { newRecord, record } from '../_core/record.ts';
import type { Resource } from '../marketplace/resource.ts';
import { type Placement, placement } from '../organizations/placement.ts';
import { type BillingPeriod, billingPeriod } from './billing-period.ts';

/** Common fields of usages: resource, component and month. */
export const usageBase = record.extend({
  ...placement.shape,
  resourceUuid: uuid,
  resourceName: z.string(),
  billingPeriod,
});

export type UsedResource = Pick<Resource, 'uuid' | 'name'> & Placement;
type Of = { type: string; billingPeriod: BillingPeriod };

/** Derived, so that each usage exists once, whoever writes it. */
const usageUuid = (resourceUuid: Uuid, { billingPeriod: period, type }: Of): Uuid =>
  derivedUuid(resourceUuid, `usage/${period}/${type}`);

export const newUsage = (
  { uuid: resourceUuid, name, ...resource }: UsedResource,
  of: Of,
  now: Date,
): z.infer<typeof usageBase> => ({
  ...newRecord(usageUuid(resourceUuid, of), now),
  ...placement.parse(resource),
  resourceUuid,
  resourceName: name,
  billingPeriod: of.billingPeriod,
});
