import { z } from 'zod';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Footprint } from './footprint.ts';

/**
 * A price as text, because binary fractions are not exact. As in Waldur, a price has at most twelve digits before the
 * point and ten digits after the point.
 */
export const price = z.string().regex(/^\d{1,12}(\.\d{1,10})?$/, 'Enter a price such as "0.0125".');

/** Components for which a cluster is charged (docs/spec/orders.md#usage-components). */
export const componentType = z.enum(['cpu_hours', 'ram_hours', 'storage_hours']);
export type ComponentType = z.infer<typeof componentType>;

type Component = {
  name: string;
  measuredUnit: string;
  /** How much of the component a cluster uses, as a whole number of small units such as MB. */
  rateOf: (footprint: Footprint) => number;
  /** Number of small units in one unit of the price: 1024 MB are one GB. */
  piecesPerUnit: bigint;
};

export const COMPONENTS: Readonly<Record<ComponentType, Component>> = {
  cpu_hours: { name: 'CPU hours', measuredUnit: 'vCPU-hours', rateOf: ({ vcpus }) => vcpus, piecesPerUnit: 1n },
  ram_hours: { name: 'RAM hours', measuredUnit: 'GB-hours', rateOf: ({ ramMb }) => ramMb, piecesPerUnit: 1024n },
  storage_hours: {
    name: 'Storage hours',
    measuredUnit: 'GB-hours',
    rateOf: ({ storageMb }) => storageMb,
    piecesPerUnit: 1024n,
  },
};

/** Price of each component for one hour. A component without a price is free. */
export const planPrices = z.partialRecord(componentType, price);
export type PlanPrices = z.infer<typeof planPrices>;

type Priced = { uuid: Uuid; prices: PlanPrices };
/** Prices of the named plan. If no plan is named, the prices of the only plan. */
export function pricesUnder(plans: readonly Priced[], planUuid: Uuid | undefined): PlanPrices | undefined {
  const named = plans.find(({ uuid }) => uuid === planUuid);
  return (named ?? (planUuid === undefined && plans.length === 1 ? plans[0] : undefined))?.prices;
}
