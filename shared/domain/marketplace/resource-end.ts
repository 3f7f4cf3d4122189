import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * The day on which a resource is terminated, and the user who has set the day. The order for the termination has this
 * user as its creator.
 */
export const resourceEnd = z.object({
  date: z.iso.date(),
  requestedByUuid: uuid,
  updatedAt: instant,
  /** Number of days in the last warning that owners have got. */
  warnedDays: z.int().optional(),
});
export type ResourceEnd = z.infer<typeof resourceEnd>;

/** Owners get an e-mail when at most so many days are left until the end. */
const WARNED = [1, 7] as const;
const DAY_MS = 86_400_000;

const OVER = 'Cannot be earlier than the current date.';

/** The day in UTC, as in Waldur. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * The end after a change: undefined keeps it, null removes it. For a new date, owners get new warnings.
 * @throws Invalid in Waldur's form (docs/spec/waldur-http.md) for a day in the past
 */
export function changedEnd(
  before: ResourceEnd | undefined,
  date: string | null | undefined,
  { byUuid, now }: { byUuid: Uuid; now: Date },
): ResourceEnd | undefined {
  if (date === undefined || date === before?.date) return before;
  if (date === null) return undefined;
  if (date < dayOf(now)) throw new Invalid({ end_date: { end_date: OVER } });
  return { date, requestedByUuid: byUuid, updatedAt: now.toISOString() };
}

/**
 * The end that an order gives its resource.
 * @throws Invalid for a day that is over
 */
export function orderedEnd(
  date: string | undefined,
  { byUuid, now }: { byUuid: Uuid; now: Date },
): ResourceEnd | undefined {
  if (date === undefined) return undefined;
  if (date < dayOf(now)) throw new Invalid({ end_date: [OVER] });
  return { date, requestedByUuid: byUuid, updatedAt: now.toISOString() };
}

/**
 * The action that is due: the termination, or an e-mail that at most `warnDays` days are left. Undefined if nothing is
 * due.
 */
export function dueOfEnd(end: ResourceEnd, now: Date): 'terminate' | { warnDays: number } | undefined {
  const daysLeft = Math.round((Date.parse(end.date) - Date.parse(dayOf(now))) / DAY_MS);
  if (daysLeft <= 0) return 'terminate';
  const warnDays = WARNED.find((days) => daysLeft <= days);
  const isNew = warnDays !== undefined && (end.warnedDays === undefined || end.warnedDays > warnDays);
  return isNew ? { warnDays } : undefined;
}
