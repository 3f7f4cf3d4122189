import { z } from 'zod';

export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;

/**
 * A period of time in a time zone. It begins every day, or only on some days of the week. If `end` is not after
 * `begin`, the period ends on the next day.
 */
export const maintenanceWindow = z.object({
  /** The format is `HH:MM`. `end` has the same format. */
  begin: z.string(),
  end: z.string(),
  /** IANA time zone. */
  timeZone: z.string(),
  /** Days on which the period begins. Absent if it begins every day. */
  days: z.array(z.enum(WEEKDAYS)).optional(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;

const MINUTES_OF_A_DAY = 24 * 60;

/** The local time of day in minutes, and the local day of the week. Monday is 0. */
function localTime(now: Date, timeZone: string): { minute: number; day: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const minute = Number(parts.get('hour')) * 60 + Number(parts.get('minute'));
  return { minute, day: WEEKDAYS.findIndex((day) => day === parts.get('weekday')?.toUpperCase()) };
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * Whether automatic work, such as the replacement of a lost node, may begin now. Without a maintenance window,
 * automatic work may begin at any time.
 */
export function isMaintenanceTime(window: MaintenanceWindow | undefined, now: Date): boolean {
  if (!window) return true;
  const { minute, day } = localTime(now, window.timeZone);
  const begin = minuteOf(window.begin);
  const length = (minuteOf(window.end) - begin + MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY || MINUTES_OF_A_DAY;
  const passed = (minute - begin + MINUTES_OF_A_DAY) % MINUTES_OF_A_DAY;
  if (passed >= length) return false;
  const begunOn = minute < begin ? (day + 6) % 7 : day;
  return window.days === undefined || window.days.some((name) => WEEKDAYS.indexOf(name) === begunOn);
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
