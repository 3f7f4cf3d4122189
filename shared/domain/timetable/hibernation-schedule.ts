import { Cron } from 'croner';
import { z } from 'zod';

/** When to hibernate (`start`) and when to wake up (`end`), as cron lines in the time of a place. */
export const hibernationSchedule = z.object({
  start: z.string().optional(),
  end: z.string().optional(),
  /** IANA time zone, such as `Europe/Berlin`. */
  location: z.string(),
});
export type HibernationSchedule = z.infer<typeof hibernationSchedule>;

export type HibernationAction = 'hibernate' | 'wake';
export type Due = { action: HibernationAction; at: Date };

/** Five fields. The seconds and years that Croner knows would promise what a job every few minutes cannot keep. */
const cron = (line: string, timezone: string): Cron => new Cron(line, { timezone, mode: '5-part', paused: true });

const ANY_TIME = new Date(0);
/** Why a cron line is of no use, or undefined. A day such as 31 February never comes. */
export function cronProblem(line: string): string | undefined {
  try {
    return cron(line, 'UTC').nextRun(ANY_TIME) === null ? 'This time never comes.' : undefined;
  } catch {
    return 'Enter a cron line of five fields: minute, hour, day of month, month, day of week.';
  }
}

/** Croner leaves out the moment that it is asked about, and counts in seconds. */
const A_SECOND = 1000;

function latest(line: string | undefined, { location }: HibernationSchedule, now: Date): Date | undefined {
  if (line === undefined) return undefined;
  return cron(line, location).previousRuns(1, new Date(now.getTime() + A_SECOND))[0];
}

/** Later ones first. Of two at the same moment, waking up wins. */
const later = (a: Due, b: Due): number =>
  b.at.getTime() - a.at.getTime() || Number(b.action === 'wake') - Number(a.action === 'wake');

/**
 * What the schedules ask for since `last`, if anything: the latest of the times that have passed. So a time that
 * nobody was there for is made up for, and of several missed times only the last counts. A time that daylight saving
 * skips is due at the change; one that comes twice is due the first time.
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
