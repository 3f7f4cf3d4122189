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
 * The use of a component by a cluster in a month. The record has the use up to an instant, and the rate since then. The
 * current use is computed from both, so that nothing has to be written while the rate stays the same.
 */
export const meteredUsage = usageBase.extend({
  type: componentType,
  /**
   * The use up to the time `since`, in vCPU-milliseconds or MB-milliseconds. It is stored as text, because the integer
   * may be too large for a JavaScript number.
   */
  settled: z.string().regex(/^\d+$/),
  /** How many vCPUs or MB have been in use since `since`. */
  rate: z.int().nonnegative(),
  since: instant,
  /**
   * Price of one vCPU-hour or GB-hour. The price stays the same during the whole month. Absent in usages that were
   * recorded by releases without prices.
   */
  price: price.optional(),
});
export type MeteredUsage = z.infer<typeof meteredUsage>;

/** Usage of a component: measured by Paddock, or reported by a site agent. */
export const componentUsage = z.union([meteredUsage, reportedUsage]);
export type ComponentUsage = z.infer<typeof componentUsage>;
export const isMetered = (usage: ComponentUsage): usage is MeteredUsage => 'settled' in usage;
export const isReported = (usage: ComponentUsage): usage is ReportedUsage => !isMetered(usage);

/**
 * Returns what was used before the time `at`. This is `settled` plus `rate` times the milliseconds from `since` to `at`.
 * Only the time until the end of the month is counted, because each month has a separate usage record.
 */
function usedBy({ settled, rate, since, billingPeriod: period }: MeteredUsage, at: Date): bigint {
  const until = Math.min(at.getTime(), endOf(period).getTime());
  return BigInt(settled) + BigInt(rate) * BigInt(Math.max(0, until - Date.parse(since)));
}

/** The use in vCPU-hours or GB-hours, with two decimal places as in Waldur. */
export const hoursText = (usage: MeteredUsage, at: Date): string =>
  decimalText(usedBy(usage, at), COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR, 2);

/** The cost, with two decimal places. Undefined if there is no price. */
export function costText(usage: MeteredUsage, at: Date): string | undefined {
  if (usage.price === undefined) return undefined;
  const { numerator, denominator } = fractionOf(usage.price);
  const units = COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR;
  return decimalText(usedBy(usage, at) * numerator, units * denominator, 2);
}

/** The time until which the use is measured. If nothing is in use, this is the time when the use ended. */
export function measuredAt({ rate, since, billingPeriod: period }: MeteredUsage, now: Date): Date {
  const at = rate === 0 ? Date.parse(since) : Math.max(now.getTime(), Date.parse(since));
  return new Date(Math.min(at, endOf(period).getTime() - 1));
}

/** `prices` are the plan's current prices. A change of prices applies from the next month on. */
type Begun = { type: ComponentType; rate: number; since: Date; now: Date; prices?: PlanPrices | undefined };

/** A new usage of a component in a month. Nothing has been used yet. */
export const begunUsage = (resource: UsedResource, { type, rate, since, now, prices }: Begun): MeteredUsage => ({
  ...newUsage(resource, { type, billingPeriod: periodOf(since) }, now),
  type,
  settled: '0',
  rate,
  since: since.toISOString(),
  ...(prices && { price: prices[type] ?? '0' }),
});

/** The usage with a new rate, which applies from now on. */
export function withRate(usage: MeteredUsage, rate: number, now: Date): MeteredUsage {
  const since = new Date(Math.max(now.getTime(), Date.parse(usage.since)));
  return changed(usage, now, { settled: `${usedBy(usage, since)}`, rate, since: since.toISOString() });
}

/** The usage of the month that has ended, and the usage of the next month, which begins with the same rate. */
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

/** Whether the month of the usage is over, but its rate is not 0 yet. Such a usage needs `monthRollover`. */
export const isOverdue = ({ rate, billingPeriod: period }: MeteredUsage, now: Date): boolean =>
  rate > 0 && period < periodOf(now);

export const componentUsageRecord = defineRecord({
  name: 'COMPONENT_USAGE',
  title: 'ComponentUsage',
  schema: componentUsage,
  listedBy: ['customer', 'project'],
  audit: undefined,
});
