import { z } from 'zod';
import { cronProblem, type HibernationSchedule } from '#shared/domain/timetable/hibernation-schedule';
import { isTimeZone, type MaintenanceWindow, WEEKDAYS } from '#shared/domain/timetable/maintenance-window';
import type { Timetable, TimetableChange } from '#shared/domain/timetable/timetable';
import { described, type FieldText } from '../_core/field-text.ts';
import { optional, text } from '../_core/fields.ts';
import { knownFields } from '../_core/known-fields.ts';

/** Maximum number of schedules. One schedule can cover all days of the week, so more than ten would be a mistake. */
const MAX_SCHEDULES = 10;

const timeZone = () => text(60).refine(isTimeZone, 'Enter an IANA time zone, such as Europe/Berlin.');
const cronLine = () =>
  text(100).check(({ value, issues }) => {
    const message = cronProblem(value);
    if (message !== undefined) issues.push({ code: 'custom', input: value, message });
  });
const timeOfDay = () => text(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, from 00:00 to 23:59.');

const SCHEDULE_TEXTS = {
  start: {
    is: 'When to hibernate, as a cron line of five fields.',
    without: 'only `end` counts',
    example: '0 20 * * 1-5',
  },
  end: {
    is: 'When to wake up, as a cron line of five fields.',
    without: 'only `start` counts',
    example: '0 7 * * 1-5',
  },
  location: { is: 'IANA time zone of `start` and `end`.', default: 'UTC', example: 'Europe/Berlin' },
} satisfies Record<string, FieldText>;
const scheduleBody = knownFields(
  z.object(
    described(
      { start: optional(cronLine()), end: optional(cronLine()), location: timeZone().optional() },
      SCHEDULE_TEXTS,
    ),
  ),
).refine(({ start, end }) => start != null || end != null, { path: ['start'], message: 'Enter start, end or both.' });

const WINDOW_TEXTS = {
  begin: { is: 'Local time at which the window begins.', required: true, example: '22:00' },
  end: {
    is: 'Local time at which the window ends. If it is not after `begin`, it is on the next day.',
    required: true,
    example: '02:00',
  },
  time_zone: { is: 'IANA time zone of `begin` and `end`.', default: 'UTC', example: 'Europe/Berlin' },
} satisfies Record<string, FieldText>;
const MAINTENANCE_TEXTS = {
  time_window: {
    is: 'Begin and end of the window.',
    required: true,
    example: { begin: '22:00', end: '02:00', time_zone: 'UTC' },
  },
  days: { is: 'Days on which the window begins.', without: 'every day', example: ['SAT', 'SUN'] },
} satisfies Record<string, FieldText>;
const maintenanceBody = knownFields(
  z.object(
    described(
      {
        time_window: knownFields(
          z.object(described({ begin: timeOfDay(), end: timeOfDay(), time_zone: timeZone().optional() }, WINDOW_TEXTS)),
        ),
        days: z.array(z.enum(WEEKDAYS)).min(1).max(WEEKDAYS.length).optional(),
      },
      MAINTENANCE_TEXTS,
    ),
  ),
);

/** The fields of a cluster for its hibernation schedules and its maintenance window. */
export const timetableFields = {
  hibernation_schedules: z
    .array(scheduleBody)
    .max(MAX_SCHEDULES)
    .optional()
    .meta({
      description:
        'When the cluster hibernates and wakes up. The list replaces the earlier list. An empty list removes all schedules. If Paddock misses several scheduled times, it carries out only the latest of them.',
      examples: [[{ start: '0 20 * * 1-5', end: '0 7 * * 1-5', location: 'Europe/Berlin' }]],
    }),
  maintenance: maintenanceBody
    .nullable()
    .optional()
    .meta({
      description:
        'The window in which lost nodes may be replaced automatically. Requests of users are carried out at any time. Null removes the window, so lost nodes may be replaced at any time.',
      examples: [{ time_window: { begin: '22:00', end: '02:00', time_zone: 'Europe/Berlin' }, days: ['SAT'] }],
    }),
};
type Given = z.output<z.ZodObject<typeof timetableFields>>;

const scheduleOf = ({ start, end, location = 'UTC' }: z.output<typeof scheduleBody>): HibernationSchedule => ({
  ...(start != null && { start }),
  ...(end != null && { end }),
  location,
});

function windowOf({ time_window, days }: z.output<typeof maintenanceBody>): MaintenanceWindow {
  const { begin, end, time_zone = 'UTC' } = time_window;
  return { begin, end, timeZone: time_zone, ...(days && { days }) };
}

/** Returns the changes to the timetable that are in a request body. Absent fields change nothing. */
export function timetableChangeOf({ hibernation_schedules, maintenance }: Given): TimetableChange {
  return {
    ...(hibernation_schedules && { schedules: hibernation_schedules.map(scheduleOf) }),
    ...(maintenance !== undefined && { maintenance: maintenance && windowOf(maintenance) }),
  };
}

const word = z.string();
export const timetableViewFields = {
  hibernation_schedules: z.array(
    z.object({ start: word.nullable(), end: word.nullable(), location: word }).meta({ id: 'HibernationSchedule' }),
  ),
  maintenance: z
    .object({
      time_window: z.object({ begin: word, end: word, time_zone: word }),
      days: z.array(z.enum(WEEKDAYS)),
    })
    .meta({ id: 'MaintenanceWindow' })
    .nullable(),
};

export const viewTimetable = (timetable: Timetable | undefined) => ({
  hibernation_schedules: (timetable?.schedules ?? []).map(({ start = null, end = null, location }) => ({
    start,
    end,
    location,
  })),
  maintenance: timetable?.maintenance ? viewWindow(timetable.maintenance) : null,
});

const viewWindow = ({ begin, end, timeZone: time_zone, days = [...WEEKDAYS] }: MaintenanceWindow) => ({
  time_window: { begin, end, time_zone },
  days,
});
