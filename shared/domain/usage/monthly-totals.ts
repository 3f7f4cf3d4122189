import type { Uuid } from '../_core/identifier.ts';
import type { ComponentType } from '../marketplace/prices/plan-prices.ts';
import { periodOf } from './billing-period.ts';
import { type ComponentUsage, hoursText, isMetered, type MeteredUsage } from './component-usage.ts';

/** The use of a component by all clusters of an offering in a month, rounded to whole vCPU-hours or GB-hours. */
export type UsageSum = {
  type: ComponentType;
  offeringUuid: Uuid;
  offeringName: string;
  hours: number;
  /** The part of `hours` that comes from clusters which no longer use anything. */
  hoursOfEnded: number;
};

const hoursOf = (usages: readonly MeteredUsage[], now: Date): number =>
  Math.round(usages.reduce((sum, usage) => sum + Number(hoursText(usage, now)), 0));

/**
 * Totals for the month of `now`, by offering and component. Usages of other months and usages that site agents report
 * are left out.
 */
export function monthlyTotals(usages: readonly ComponentUsage[], now: Date): UsageSum[] {
  const current = usages.filter(isMetered).filter(({ billingPeriod }) => billingPeriod === periodOf(now));
  const alike = Map.groupBy(current, ({ offeringUuid, type }) => `${offeringUuid} ${type}`);
  return [...alike.values()].flatMap((its) => {
    const ended = its.filter(({ rate }) => rate === 0);
    return its.slice(0, 1).map(({ type, offeringUuid, offeringName }) => ({
      type,
      offeringUuid,
      offeringName,
      hours: hoursOf(its, now),
      hoursOfEnded: hoursOf(ended, now),
    }));
  });
}
