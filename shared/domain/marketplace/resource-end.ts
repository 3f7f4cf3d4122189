import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/** The day on which a resource is terminated, and the user who has set it: the order is in that user's name. */
export const resourceEnd = z.object({
  date: z.iso.date(),
  requestedByUuid: uuid,
  updatedAt: instant,
  /** How many days before the end the last e-mail was sent. */
  warnedDays: z.int().optional(),
});
export type ResourceEnd = z.infer<typeof resourceEnd>;

/** Days before the end at which owners get an e-mail. */
const WARNED = [1, 7] as const;
const DAY_MS = 86_400_000;

/** The day in UTC, as in Waldur. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * The end after a change: undefined leaves it, null removes it. A new date is warned of again.
 * @throws Invalid in Waldur's form (docs/spec/waldur-http.md) for a day that is over
 */
export function changedEnd(
  before: ResourceEnd | undefined,
  date: string | null | undefined,
  { byUuid, now }: { byUuid: Uuid; now: Date },
): ResourceEnd | undefined {
  if (date === undefined || date === before?.date) return before;
  if (date === null) return undefined;
  if (date < dayOf(now)) throw new Invalid({ end_date: { end_date: 'Cannot be earlier than the current date.' } });
  return { date, requestedByUuid: byUuid, updatedAt: now.toISOString() };
}

/** What is due about an end, if anything: the termination, or an e-mail that so many days are left at most. */
export function dueOfEnd(end: ResourceEnd, now: Date): 'terminate' | { warnDays: number } | undefined {
  const daysLeft = Math.round((Date.parse(end.date) - Date.parse(dayOf(now))) / DAY_MS);
  if (daysLeft <= 0) return 'terminate';
  const warnDays = WARNED.find((days) => daysLeft <= days);
  const isNew = warnDays !== undefined && (end.warnedDays === undefined || end.warnedDays > warnDays);
  return isNew ? { warnDays } : undefined;
}
