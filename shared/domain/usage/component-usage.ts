import { z } from 'zod';
import { defineRecord } from '../_core/define-record.ts';
import { instant } from '../_core/identifier.ts';
import { changed } from '../_core/record.ts';
import { decimalText, fractionOf } from '../marketplace/prices/decimal.ts';
import {
  COMPONENTS,
  type ComponentType,
  componentType,
  type PlanPrices,
  price,
} from '../marketplace/prices/plan-prices.ts';
import { endOf, periodOf } from './billing-period.ts';
import { type ReportedUsage, reportedUsage } from './reported-usage.ts';
import { newUsage, type UsedResource, usageBase } from './usage-record.ts';

const MS_PER_HOUR = 3_600_000n;

/**
 * A cluster's use of a component in a month: the amount until an instant, and the rate since then. The current amount
 * follows from the clock, so nothing is written while nothing changes.
 */
export const meteredUsage = usageBase.extend({
  type: componentType,
  /** Use until `since`: pieces times milliseconds, an integer that may exceed a JavaScript number. */
  settled: z.string().regex(/^\d+$/),
  /** Pieces since then: vCPUs, or MB. */
  rate: z.int().nonnegative(),
  since: instant,
  /** Price of an hour of its unit, for the whole month. Usages from before prices have none. */
  price: price.optional(),
});
export type MeteredUsage = z.infer<typeof meteredUsage>;

/** Measured by Paddock, or reported by a site agent. */
export const componentUsage = z.union([meteredUsage, reportedUsage]);
export type ComponentUsage = z.infer<typeof componentUsage>;
export const isMetered = (usage: ComponentUsage): usage is MeteredUsage => 'settled' in usage;
export const isReported = (usage: ComponentUsage): usage is ReportedUsage => !isMetered(usage);

/** A clock that is behind counts as zero time. Time after the month belongs to the next month. */
function usedBy({ settled, rate, since, billingPeriod: period }: MeteredUsage, at: Date): bigint {
  const until = Math.min(at.getTime(), endOf(period).getTime());
  return BigInt(settled) + BigInt(rate) * BigInt(Math.max(0, until - Date.parse(since)));
}

/** In the component's unit, with two digits as in Waldur. */
export const hoursText = (usage: MeteredUsage, at: Date): string =>
  decimalText(usedBy(usage, at), COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR, 2);

/** The cost, with two digits. Answers undefined without a price. */
export function costText(usage: MeteredUsage, at: Date): string | undefined {
  if (usage.price === undefined) return undefined;
  const { numerator, denominator } = fractionOf(usage.price);
  const units = COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR;
  return decimalText(usedBy(usage, at) * numerator, units * denominator, 2);
}

/** The last instant of the month that the hours include. */
export function measuredAt({ rate, since, billingPeriod: period }: MeteredUsage, now: Date): Date {
  const at = rate === 0 ? Date.parse(since) : Math.max(now.getTime(), Date.parse(since));
  return new Date(Math.min(at, endOf(period).getTime() - 1));
}

/** `prices` are the plan's current ones. Changes apply from the next month on. */
type Begun = { type: ComponentType; rate: number; since: Date; now: Date; prices?: PlanPrices | undefined };

/** The first usage of a month. */
export const begunUsage = (resource: UsedResource, { type, rate, since, now, prices }: Begun): MeteredUsage => ({
  ...newUsage(resource, { type, billingPeriod: periodOf(since) }, now),
  type,
  settled: '0',
  rate,
  since: since.toISOString(),
  ...(prices && { price: prices[type] ?? '0' }),
});

/** The same month with another amount from now on. */
export function withRate(usage: MeteredUsage, rate: number, now: Date): MeteredUsage {
  const since = new Date(Math.max(now.getTime(), Date.parse(usage.since)));
  return changed(usage, now, { settled: `${usedBy(usage, since)}`, rate, since: since.toISOString() });
}

/** A finished month, and the next one, which continues with the same amount from its first instant. */
export function monthRollover(
  usage: MeteredUsage,
  now: Date,
  prices?: PlanPrices,
): { ended: MeteredUsage; begun: MeteredUsage } {
  const end = endOf(usage.billingPeriod);
  const ended = changed(usage, now, { settled: `${usedBy(usage, end)}`, rate: 0, since: end.toISOString() });
  const resource = { ...usage, uuid: usage.resourceUuid, name: usage.resourceName };
  return { ended, begun: begunUsage(resource, { type: usage.type, rate: usage.rate, since: end, now, prices }) };
}

/** It still runs, and its month is over. */
export const isOverdue = ({ rate, billingPeriod: period }: MeteredUsage, now: Date): boolean =>
  rate > 0 && period < periodOf(now);

export const componentUsageRecord = defineRecord({
  name: 'COMPONENT_USAGE',
  title: 'ComponentUsage',
  schema: componentUsage,
  listedBy: ['customer', 'project'],
  audit: undefined,
});
