import { z } from 'zod';
import { derivedUuid, instant, type Uuid } from '../_core/identifier.ts';
import { changed } from '../_core/record.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import { decimalText, fractionOf } from '../marketplace/prices/decimal.ts';
import type { AgentComponent } from '../marketplace/site-agent-offering.ts';
import { type BillingPeriod, endOf, periodOf, startOf } from './billing-period.ts';
import { newUsage, type UsedResource, usageBase } from './usage-record.ts';

/** An amount in the unit of the component, with two decimal places. */
const usedAmount = z.string().regex(/^\d+\.\d{2}$/);

/** An amount with two decimal places: `7`, `07.0` and `7.00` become `7.00`. */
export function amountText(text: string): string {
  const { numerator, denominator } = fractionOf(text);
  return decimalText(numerator, denominator, 2);
}

/**
 * The use of a component by a resource in a month. A site agent reports the use, and Paddock keeps the last reported
 * figure. For a project in a shared cluster, Paddock itself measures the use.
 */
export const reportedUsage = usageBase.extend({
  /**
   * Type, name and unit of the component at the time of the report. They are copied, because the offering may change
   * later.
   */
  type: z.string(),
  name: z.string(),
  measuredUnit: z.string(),
  amount: usedAmount,
  description: z.string(),
  /** The time of the report. For a report before or after its month, this is the nearest time inside the month. */
  reportedAt: instant,
  /** How many users have a share of the use. The shares themselves are not in this record. */
  userCount: z.int().nonnegative(),
  /** Present only if Paddock itself measures the use. This is so for a project in a shared cluster. */
  measured: z
    .object({
      /** The amount that is in use now. The field `amount` is the highest figure of the month. */
      current: usedAmount,
      /** The amount that Kubernetes currently counts towards the quota. Absent if there is no quota. */
      counted: usedAmount.optional(),
      limit: z.int().nonnegative().optional(),
    })
    .optional(),
});
export type ReportedUsage = z.infer<typeof reportedUsage>;

export const userShare = z.object({
  username: z.string(),
  amount: usedAmount,
  created: instant,
  modified: instant,
});
export type UserShare = z.infer<typeof userShare>;
export type UserUsage = ReportedUsage & { share: UserShare };

export const userUsageUuid = ({ uuid, share }: UserUsage): Uuid => derivedUuid(uuid, `user/${share.username}`);

/** The time zone that is furthest ahead is 14 hours ahead of UTC. A month begins there 14 hours earlier. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;
/** Whether the month is still in the future in every time zone. */
export const isFuture = (period: BillingPeriod, now: Date): boolean =>
  period > periodOf(new Date(now.getTime() + EARLIEST_ZONE_MS));

/** A report about a component. `amount` has the format that `amountText` returns. */
export type Report = { amount: string; description: string };

/**
 * Returns `now` if it is inside the month. Otherwise returns the first or the last millisecond of the month. A report
 * may come before the month begins in UTC, or after its end.
 */
const within = (period: BillingPeriod, now: Date): string => {
  const at = Math.max(startOf(period).getTime(), Math.min(now.getTime(), endOf(period).getTime() - 1));
  return new Date(at).toISOString();
};

const figuresOf = ({ name, measured_unit: measuredUnit }: AgentComponent, { amount, description }: Report) => ({
  name,
  measuredUnit,
  amount,
  description,
});

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

/** The usage with a new figure for the same month. Undefined if the report changes nothing. */
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

/**
 * The users' shares after new reports. A user whom no report names keeps the share. An unchanged share stays the same
 * object.
 */
export function withShares(before: readonly UserShare[], reports: readonly ReportedShare[], now: Date): UserShare[] {
  const shares = new Map(before.map((share) => [share.username, share]));
  const modified = now.toISOString();
  for (const { username, amount } of reports) {
    const known = shares.get(username);
    if (known?.amount !== amount) shares.set(username, { created: modified, ...known, username, amount, modified });
  }
  return [...shares.values()].sort(byUsername);
}
