import { z } from 'zod';
import { derivedUuid, instant, type Uuid } from '../_core/identifier.ts';
import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/same-value.ts';
import { decimalText, fractionOf } from '../marketplace/prices/decimal.ts';
import type { AgentComponent } from '../marketplace/site-agent-offering.ts';
import { type BillingPeriod, endOf, periodOf, startOf } from './billing-period.ts';
import { newUsage, type UsedResource, usageBase } from './usage-base.ts';

/** In the unit of its component, with two digits. */
const usedAmount = z.string().regex(/^\d+\.\d{2}$/);

/** `7`, `07.5` and `7.50` are the same. */
export function amountText(text: string): string {
  const { numerator, denominator } = fractionOf(text);
  return decimalText(numerator, denominator, 2);
}

/**
 * What a resource has used of a component in a month, as its site agent says. Paddock measures nothing of it, so it is the last figure
 * that was reported, and does not grow by itself.
 */
export const reportedUsage = usageBase.extend({
  /** The offering's component as it was when this was reported: offerings change. */
  type: z.string(),
  name: z.string(),
  measuredUnit: z.string(),
  amount: usedAmount,
  description: z.string(),
  /** The instant in its month that the figure speaks of. */
  reportedAt: instant,
  /** How many users have a share in it; the shares are in a row of their own. */
  userCount: z.int().nonnegative(),
});
export type ReportedUsage = z.infer<typeof reportedUsage>;

/** What one user has of a usage. */
export const userShare = z.object({
  username: z.string(),
  amount: usedAmount,
  created: instant,
  modified: instant,
});
export type UserShare = z.infer<typeof userShare>;
/** A usage as one of its users has it. */
export type UserUsage = ReportedUsage & { share: UserShare };

export const userUsageUuid = ({ uuid, share }: UserUsage): Uuid => derivedUuid(uuid, `user/${share.username}`);

/** An hour that is nowhere earlier: where a month begins first, it begins so long before UTC's. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
/** A month that has not begun anywhere. */
export const isFuture = (period: BillingPeriod, now: Date): boolean =>
  period > periodOf(new Date(now.getTime() + EARLIEST_ZONE_MS));

/** What was said of a component; `amount` as `amountText` makes it. */
export type Report = { amount: string; description: string };

/** Within the month, also where that begins later or is over here. */
const within = (period: BillingPeriod, now: Date): string => {
  const at = Math.max(startOf(period).getTime(), Math.min(now.getTime(), endOf(period).getTime() - 1));
  return new Date(at).toISOString();
};

const figuresOf = ({ name, measured_unit: measuredUnit }: AgentComponent, { amount, description }: Report) => ({
  ...{ name, measuredUnit, amount, description },
});

/** The first report of a month. */
export const firstReport = (
  resource: UsedResource,
  component: AgentComponent,
  report: Report,
  { period, now }: { period: BillingPeriod; now: Date },
): ReportedUsage => ({
  ...newUsage(resource, { type: component.type, billingPeriod: period }, now),
  type: component.type,
  ...figuresOf(component, report),
  reportedAt: within(period, now),
  userCount: 0,
});

/** The same month with another figure; undefined where nothing is other than it was. */
export function withReport(
  usage: ReportedUsage,
  component: AgentComponent,
  report: Report,
  now: Date,
): ReportedUsage | undefined {
  const figures = figuresOf(component, report);
  if (isSameValue({ ...usage, ...figures }, usage)) return undefined;
  return changed(usage, now, { ...figures, reportedAt: within(usage.billingPeriod, now) });
}

type ReportedShare = Pick<UserShare, 'username' | 'amount'>;
const byUsername = (a: UserShare, b: UserShare): number => (a.username < b.username ? -1 : 1);

/** Shares by username; users who are not named keep theirs, and a share that is as it was stays the same object. */
export function withShares(before: readonly UserShare[], reports: readonly ReportedShare[], now: Date): UserShare[] {
  const shares = new Map(before.map((share) => [share.username, share]));
  const modified = now.toISOString();
  for (const { username, amount } of reports) {
    const known = shares.get(username);
    if (known?.amount !== amount) shares.set(username, { created: modified, ...known, username, amount, modified });
  }
  return [...shares.values()].sort(byUsername);
}
