import { z } from 'zod';
import { instant } from '../_core/identifier.ts';
import { isSameValue } from '../_core/values/deep-equal.ts';
import { hibernation } from './hibernation.ts';
import { type HibernationSchedule, hibernationSchedule } from './hibernation-schedule.ts';
import { type MaintenanceWindow, maintenanceWindow } from './maintenance-window.ts';

/** The times at which a cluster hibernates, wakes up, and may be maintained. Users of the cluster set its timetable. */
export const timetable = z.object({
  schedules: z.array(hibernationSchedule),
  /**
   * Scheduled times up to this time need no action, because Paddock has acted on them or because they are older than
   * the schedules.
   */
  handledUntil: instant,
  /** When lost nodes may be replaced without a user's request. Undefined means at any time. */
  maintenance: maintenanceWindow.optional(),
});
export type Timetable = z.infer<typeof timetable>;

/** The fields of a cluster that describe its hibernation and its timetable. Audit events show these fields. */
export const timetableFields = { hibernation: hibernation.optional(), timetable: timetable.optional() };
export const TIMETABLE_AUDIT = { hibernation: 'shown', timetable: 'shown' } as const;

/** Fields that are left out stay. With null, the maintenance window is removed. */
export type TimetableChange = {
  schedules?: readonly HibernationSchedule[];
  maintenance?: MaintenanceWindow | null;
};

/**
 * The timetable after a change. New schedules start now, so their earlier times need no action. Undefined if nothing is
 * left in the timetable.
 */
export function changedTimetable(
  before: Timetable | undefined,
  change: TimetableChange,
  now: Date,
): Timetable | undefined {
  const schedules = [...(change.schedules ?? before?.schedules ?? [])];
  const window = change.maintenance === undefined ? before?.maintenance : (change.maintenance ?? undefined);
  if (schedules.length === 0 && !window) return undefined;
  const isSame = before !== undefined && isSameValue(schedules, before.schedules);
  const handledUntil = isSame ? before.handledUntil : now.toISOString();
  return { schedules, handledUntil, ...(window && { maintenance: window }) };
}
