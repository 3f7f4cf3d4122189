import { z } from 'zod';

/** A month in UTC, such as `2026-11`. */
export const billingPeriod = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/);
export type BillingPeriod = z.infer<typeof billingPeriod>;

export const periodOf = (at: Date): BillingPeriod => at.toISOString().slice(0, 7);

export const startOf = (period: BillingPeriod): Date => new Date(`${period}-01T00:00:00.000Z`);

/** The first instant of the next month. */
export function endOf(period: BillingPeriod): Date {
  const start = startOf(period);
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
}
