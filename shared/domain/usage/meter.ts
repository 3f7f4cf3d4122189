import type { Footprint } from '../marketplace/prices/footprint.ts';
import { COMPONENTS, type ComponentType, componentType, type PlanPrices } from '../marketplace/prices/plan-prices.ts';
import { periodOf } from './billing-period.ts';
import { begunUsage, type MeteredUsage, withRate } from './component-usage.ts';
import type { UsedResource } from './usage-record.ts';

export type UsageChanges = { replaced: MeteredUsage[]; inserted: MeteredUsage[] };

const latestOf = (usages: readonly MeteredUsage[], type: ComponentType): MeteredUsage | undefined =>
  usages
    .filter((usage) => usage.type === type)
    .reduce<MeteredUsage | undefined>((a, b) => (a && a.billingPeriod > b.billingPeriod ? a : b), undefined);

/**
 * Whether the latest usage is of the current month or of the next month. The next month is possible, because the clocks
 * of two Lambda functions differ a little.
 */
const goesOn = (latest: MeteredUsage | undefined, now: Date): latest is MeteredUsage =>
  latest !== undefined && latest.billingPeriod >= periodOf(now);

/**
 * The usage records to replace and to insert when a resource has this footprint from now on. Both lists are empty if
 * nothing changes. `usages` are all usages of the resource. The caller must first call `monthRollover` for each usage
 * that is overdue (`isOverdue`).
 */
export function metered(
  usages: readonly MeteredUsage[],
  resource: UsedResource,
  footprint: Footprint,
  { now, prices }: { now: Date; prices?: PlanPrices | undefined },
): UsageChanges {
  const changes: UsageChanges = { replaced: [], inserted: [] };
  for (const type of componentType.options) {
    const rate = COMPONENTS[type].rateOf(footprint);
    const latest = latestOf(usages, type);
    if (rate === (latest?.rate ?? 0)) continue;
    if (goesOn(latest, now)) changes.replaced.push(withRate(latest, rate, now));
    else changes.inserted.push(begunUsage(resource, { type, rate, since: now, now, prices }));
  }
  return changes;
}
