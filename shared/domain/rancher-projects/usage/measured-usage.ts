import { changed } from '../../_core/record.ts';
import { isSameValue } from '../../_core/values/deep-equal.ts';
import type { ProjectComponent } from '../../marketplace/rancher-project-offering.ts';
import { periodOf } from '../../usage/billing-period.ts';
import { firstReport, type ReportedUsage, withReport } from '../../usage/reported-usage.ts';
import type { UsedResource } from '../../usage/usage-record.ts';

/** The amounts of one component of a project in one measurement, in the component's unit. */
export type Measured = {
  component: ProjectComponent;
  current: number;
  counted?: number | undefined;
  limit?: number | undefined;
};

const text = (amount: number): string => amount.toFixed(2);

/**
 * The month's usage after a measurement: the highest amount of the month. As in the site agent's reports, usage never
 * decreases within a month. Undefined if the measurement changes nothing.
 */
export function measuredUsage(
  known: ReportedUsage | undefined,
  resource: UsedResource,
  { component, current, counted, limit }: Measured,
  now: Date,
): ReportedUsage | undefined {
  const highest = Math.max(current, Number(known?.amount ?? 0));
  const report = { amount: text(highest), description: '' };
  const measured = {
    current: text(current),
    ...(counted !== undefined && { counted: text(counted) }),
    ...(limit !== undefined && { limit }),
  };
  if (!known) return { ...firstReport(resource, component, report, { period: periodOf(now), now }), measured };
  if (isSameValue(known.measured, measured)) return undefined;
  return { ...(withReport(known, component, report, now) ?? changed(known, now, {})), measured };
}
