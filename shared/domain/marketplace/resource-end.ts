import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';

/**
 * The day on which a resource will be terminated, and the user who has set this day. On this day, Paddock makes the
 * order for the termination in this user's name.
 */
export const resourceEnd = z.object({
  date: z.iso.date(),
  requestedByUuid: uuid,
  updatedAt: instant,
  /** The last day that the seller or staff allow. Only they, or staff, may remove it or set a later one. */
  limit: z.object({ date: z.iso.date(), by: z.enum(['seller', 'staff']) }).optional(),
  /** How many days were left at the last warning to the owners. */
  warnedDays: z.int().optional(),
});
export type ResourceEnd = z.infer<typeof resourceEnd>;

/** In whose name an end date is set. Each one may change the dates of those before it. */
const SETTERS = ['buyer', 'seller', 'staff'] as const;
export type EndSetter = (typeof SETTERS)[number];
const WHO = { seller: 'the provider', staff: 'staff' } as const;

/**
 * Numbers of days before a resource's end date. Owners get an e-mail when no more than this number of days is left, at
 * most once for each number.
 */
const WARNED = [1, 7] as const;
const DAY_MS = 86_400_000;

const OVER = 'Cannot be earlier than the current date.';

/** Days are counted in UTC, as in Waldur. */
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/**
 * The resource's end date after a change. If `date` is undefined, the end date does not change. If `date` is null, the
 * end date is removed. For a new date, owners get new warnings. A date of the seller or of staff is a limit for others.
 * @throws Invalid in Waldur's format (docs/spec/waldur-http.md) if the day is in the past or after the limit
 */
export function changedEnd(
  before: ResourceEnd | undefined,
  date: string | null | undefined,
  { byUuid, now, as }: { byUuid: Uuid; now: Date; as: EndSetter },
): ResourceEnd | undefined {
  if (date === undefined) return before;
  const limit = before?.limit;
  const isBound = limit !== undefined && SETTERS.indexOf(as) < SETTERS.indexOf(limit.by);
  if (isBound && (date === null || date > limit.date)) {
    throw new Invalid({
      end_date: { end_date: `Cannot be removed or later than ${limit.date}, which ${WHO[limit.by]} has set.` },
    });
  }
  if (date === null) return undefined;
  const next = isBound ? limit : as === 'buyer' ? undefined : { date, by: as };
  if (date === before?.date && next?.by === limit?.by) return before;
  if (date < dayOf(now)) throw new Invalid({ end_date: { end_date: OVER } });
  return { date, requestedByUuid: byUuid, updatedAt: now.toISOString(), ...(next && { limit: next }) };
}

/**
 * The end date that an order sets for its resource.
 * @throws Invalid if the day is in the past
 */
export function orderedEnd(
  date: string | undefined,
  { byUuid, now }: { byUuid: Uuid; now: Date },
): ResourceEnd | undefined {
  if (date === undefined) return undefined;
  if (date < dayOf(now)) throw new Invalid({ end_date: [OVER] });
  return { date, requestedByUuid: byUuid, updatedAt: now.toISOString() };
}

/** What is due: the termination, or a warning that at most `warnDays` days are left. Undefined if nothing is due. */
export function dueOfEnd(end: ResourceEnd, now: Date): 'terminate' | { warnDays: number } | undefined {
  const daysLeft = Math.round((Date.parse(end.date) - Date.parse(dayOf(now))) / DAY_MS);
  if (daysLeft <= 0) return 'terminate';
  const warnDays = WARNED.find((days) => daysLeft <= days);
  const isNew = warnDays !== undefined && (end.warnedDays === undefined || end.warnedDays > warnDays);
  return isNew ? { warnDays } : undefined;
}
