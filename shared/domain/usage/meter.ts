import { periodOf } from './billing-period.ts';
import { begunUsage, type ComponentUsage, type MeteredResource, withRate } from './component-usage.ts';
import type { Footprint } from './footprint.ts';
import type { PlanPrices } from './plan-prices.ts';
import { COMPONENTS, type ComponentType, componentType } from './usage-component.ts';

export type UsageChanges = { replaced: ComponentUsage[]; inserted: ComponentUsage[] };

const latestOf = (usages: readonly ComponentUsage[], type: ComponentType): ComponentUsage | undefined =>
  usages
    .filter((usage) => usage.type === type)
    .reduce<ComponentUsage | undefined>((a, b) => (a && a.billingPeriod > b.billingPeriod ? a : b), undefined);

/** A month that has one already goes on, also when a clock behind ours writes it. */
const goesOn = (latest: ComponentUsage | undefined, now: Date): latest is ComponentUsage =>
  latest !== undefined && latest.billingPeriod >= periodOf(now);

/**
 * What has to be written for a resource to have this much from now on; nothing when it has.
 * `usages` are all of the resource, none of which runs on from a month before: `turnOfMonth` comes first.
 */
export function metered(
  usages: readonly ComponentUsage[],
  resource: MeteredResource,
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
