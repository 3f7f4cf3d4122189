import { Cron } from 'croner';
import { z } from 'zod';

/** When to hibernate (`start`) and when to wake up (`end`). Both are cron expressions in the time zone `location`. */
export const hibernationSchedule = z.object({
  start: z.string().optional(),
  end: z.string().optional(),
  /** IANA time zone, such as `Europe/Berlin`. */
  location: z.string(),
});
export type HibernationSchedule = z.infer<typeof hibernationSchedule>;

export type HibernationAction = 'hibernate' | 'wake';
export type Due = { action: HibernationAction; at: Date };

/**
 * Only the usual five fields are allowed. Croner would also accept fields for seconds and years, but the job that acts
 * on schedules runs only every few minutes.
 */
const cron = (line: string, timezone: string): Cron => new Cron(line, { timezone, mode: '5-part', paused: true });

/** One part of a field: `*`, a number, a name of three letters, or a range of these, perhaps with a step. */
const PART = String.raw`(?:\*|\w+(?:-\w+)?)(?:/\d+)?`;
const FIELD = `${PART}(?:,${PART})*`;
/** The grammar that cron programs have in common. Croner also knows `L`, `W`, `#`, `?` and `@daily`. */
const LINE = new RegExp(String.raw`^(?:[\d*/,-]+\s+){3}${FIELD}\s+${FIELD}$`);
const OTHER_MARKS = /\d[LW]|\b[LW]\b/i;

const FIVE_FIELDS = 'Enter a cron line of five fields: minute, hour, day of month, month, day of week.';
const ANY_TIME = new Date(0);
/**
 * What is wrong with a cron expression. Undefined if it is valid. 31 February is wrong, because this day never comes.
 */
export function cronProblem(line: string): string | undefined {
  try {
    if (!LINE.test(line.trim()) || OTHER_MARKS.test(line)) return FIVE_FIELDS;
    return cron(line, 'UTC').nextRun(ANY_TIME) === null ? 'No date matches this cron line.' : undefined;
  } catch {
    return FIVE_FIELDS;
  }
}

/** One second is added, because Croner counts in seconds and `previousRuns` leaves out a run at the given time. */
const A_SECOND = 1000;

function latest(line: string | undefined, { location }: HibernationSchedule, now: Date): Date | undefined {
  if (line === undefined) return undefined;
  return cron(line, location).previousRuns(1, new Date(now.getTime() + A_SECOND))[0];
}

/** Sorts the latest action first. If two actions are due at the same time, waking up comes first. */
const later = (a: Due, b: Due): number =>
  b.at.getTime() - a.at.getTime() || Number(b.action === 'wake') - Number(a.action === 'wake');

/**
 * The action of the latest scheduled time that has passed since `last`. Earlier times do not count. An action that was
 * missed is carried out late. If daylight saving skips a time, the action is due when the clock changes. If a time
 * comes twice, the action is due the first time. Undefined if no scheduled time has passed.
 */
export function dueAction(schedules: readonly HibernationSchedule[], now: Date, last: Date): Due | undefined {
  const passed = schedules.flatMap((schedule): Due[] => {
    const [start, end] = [latest(schedule.start, schedule, now), latest(schedule.end, schedule, now)];
    return [
      ...(start ? [{ action: 'hibernate' as const, at: start }] : []),
      ...(end ? [{ action: 'wake' as const, at: end }] : []),
    ];
  });
  return passed.filter(({ at }) => at > last).sort(later)[0];
}
