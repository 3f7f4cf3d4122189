import { z } from 'zod';
import { derivedUuid, instant, uuid } from '../identifier.ts';
import { type Placement, placement } from '../placement.ts';
import { changed, newRecord, record } from '../record.ts';
import type { Resource } from '../resource.ts';
import { billingPeriod, endOf, periodOf } from './billing-period.ts';
import { decimalText, fractionOf } from './decimal.ts';
import { type PlanPrices, price } from './plan-prices.ts';
import { COMPONENTS, type ComponentType, componentType } from './usage-component.ts';

const MS_PER_HOUR = 3_600_000n;

/**
 * What a resource uses of a component in a month: what it had used by an instant, and how much it has had since then. What it has
 * used by now follows from that and the clock, so nothing is written while nothing changes.
 */
export const componentUsage = record.extend({
  ...placement.shape,
  resourceUuid: uuid,
  resourceName: z.string(),
  type: componentType,
  billingPeriod,
  /** By `since`: pieces times milliseconds, an integer that may be larger than a number holds. */
  settled: z.string().regex(/^\d+$/),
  /** Pieces it has had since then: vCPUs, or MB. */
  rate: z.int().nonnegative(),
  since: instant,
  /** Of an hour of its unit, for the whole month; usages from before there were prices have none. */
  price: price.optional(),
});
export type ComponentUsage = z.infer<typeof componentUsage>;

/** Time that a clock behind ours has not seen yet is none; time after the month belongs to the next one. */
function usedBy({ settled, rate, since, billingPeriod: period }: ComponentUsage, at: Date): bigint {
  const until = Math.min(at.getTime(), endOf(period).getTime());
  return BigInt(settled) + BigInt(rate) * BigInt(Math.max(0, until - Date.parse(since)));
}

/** In the component's unit, with Waldur's two digits. */
export const hoursText = (usage: ComponentUsage, at: Date): string =>
  decimalText(usedBy(usage, at), COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR, 2);

/** What they cost, with two digits; undefined without a price. */
export function costText(usage: ComponentUsage, at: Date): string | undefined {
  if (usage.price === undefined) return undefined;
  const { numerator, denominator } = fractionOf(usage.price);
  const units = COMPONENTS[usage.type].piecesPerUnit * MS_PER_HOUR;
  return decimalText(usedBy(usage, at) * numerator, units * denominator, 2);
}

/** The last instant of the month that the hours speak of. */
export function measuredAt({ rate, since, billingPeriod: period }: ComponentUsage, now: Date): Date {
  const at = rate === 0 ? Date.parse(since) : Math.max(now.getTime(), Date.parse(since));
  return new Date(Math.min(at, endOf(period).getTime() - 1));
}

export type MeteredResource = Pick<Resource, 'uuid' | 'name'> & Placement;

/** `prices` are those of the plan at the time: what is changed of them holds from the next month on. */
type Begun = { type: ComponentType; rate: number; since: Date; now: Date; prices?: PlanPrices | undefined };

/** The first usage of a month: the same for whoever writes it, so that it is there once. */
export const begunUsage = (
  { uuid: resourceUuid, name, ...resource }: MeteredResource,
  { type, rate, since, now, prices }: Begun,
): ComponentUsage => ({
  ...newRecord(derivedUuid(resourceUuid, `usage/${periodOf(since)}/${type}`), now),
  ...placement.parse(resource),
  resourceUuid,
  resourceName: name,
  type,
  billingPeriod: periodOf(since),
  settled: '0',
  rate,
  since: since.toISOString(),
  ...(prices && { price: prices[type] ?? '0' }),
});

/** The same month with another amount from now on. */
export function withRate(usage: ComponentUsage, rate: number, now: Date): ComponentUsage {
  const since = new Date(Math.max(now.getTime(), Date.parse(usage.since)));
  return changed(usage, now, { settled: `${usedBy(usage, since)}`, rate, since: since.toISOString() });
}

/** A month that is over, and the one behind it, which goes on with the same amount from its first instant. */
export function turnOfMonth(
  usage: ComponentUsage,
  now: Date,
  prices?: PlanPrices,
): { ended: ComponentUsage; begun: ComponentUsage } {
  const end = endOf(usage.billingPeriod);
  const ended = changed(usage, now, { settled: `${usedBy(usage, end)}`, rate: 0, since: end.toISOString() });
  const resource = { ...usage, uuid: usage.resourceUuid, name: usage.resourceName };
  return { ended, begun: begunUsage(resource, { type: usage.type, rate: usage.rate, since: end, now, prices }) };
}

/** It still runs, and its month is over. */
export const isOverdue = ({ rate, billingPeriod: period }: ComponentUsage, now: Date): boolean =>
  rate > 0 && period < periodOf(now);
