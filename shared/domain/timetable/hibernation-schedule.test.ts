import { describe, expect, test } from 'vitest';
import { cronProblem, dueAction, type HibernationSchedule } from './hibernation-schedule.ts';

const NIGHTS: HibernationSchedule = { start: '0 20 * * 1-5', end: '0 7 * * 1-5', location: 'Europe/Berlin' };
const due = (schedules: HibernationSchedule[], now: string, last: string) => {
  const found = dueAction(schedules, new Date(now), new Date(last));
  return found && `${found.action} ${found.at.toISOString()}`;
};

describe('what schedules ask for', () => {
  const rows: [string, HibernationSchedule[], now: string, last: string, string | undefined][] = [
    ['nothing before its time', [NIGHTS], '2026-11-25T18:59:59Z', '2026-11-25T08:00:00Z', undefined],
    [
      'hibernation at its time',
      [NIGHTS],
      '2026-11-25T19:00:00Z',
      '2026-11-25T08:00:00Z',
      'hibernate 2026-11-25T19:00:00.000Z',
    ],
    ['nothing twice', [NIGHTS], '2026-11-25T19:05:00Z', '2026-11-25T19:00:00Z', undefined],
    [
      'waking in the morning',
      [NIGHTS],
      '2026-11-26T06:00:30Z',
      '2026-11-25T19:00:00Z',
      'wake 2026-11-26T06:00:00.000Z',
    ],
    [
      'a missed wake, hours later',
      [NIGHTS],
      '2026-11-26T11:00:00Z',
      '2026-11-25T19:00:00Z',
      'wake 2026-11-26T06:00:00.000Z',
    ],
    [
      'of a missed night only its end',
      [NIGHTS],
      '2026-11-26T08:00:00Z',
      '2026-11-25T08:00:00Z',
      'wake 2026-11-26T06:00:00.000Z',
    ],
    [
      'of a missed week only the last',
      [NIGHTS],
      '2026-11-28T12:00:00Z',
      '2026-11-20T12:00:00Z',
      'hibernate 2026-11-27T19:00:00.000Z',
    ],
    ['nothing of a weekend', [NIGHTS], '2026-11-29T12:00:00Z', '2026-11-27T19:00:00Z', undefined],
    [
      'the later of two schedules',
      [NIGHTS, { start: '0 21 * * *', location: 'UTC' }],
      '2026-11-25T22:00:00Z',
      '2026-11-25T08:00:00Z',
      'hibernate 2026-11-25T21:00:00.000Z',
    ],
    [
      'waking where both are due',
      [{ start: '0 7 * * *', end: '0 7 * * *', location: 'UTC' }],
      '2026-11-25T07:00:00Z',
      '2026-11-24T08:00:00Z',
      'wake 2026-11-25T07:00:00.000Z',
    ],
    [
      'only waking',
      [{ end: '0 7 * * *', location: 'UTC' }],
      '2026-11-25T07:00:00Z',
      '2026-11-24T08:00:00Z',
      'wake 2026-11-25T07:00:00.000Z',
    ],
    ['nothing without a schedule', [], '2026-11-25T07:00:00Z', '2026-11-24T08:00:00Z', undefined],
  ];
  test.each(rows)('%s', (_what, schedules, now, last, expected) => {
    expect(due(schedules, now, last)).toBe(expected);
  });
});

describe('schedules at the change of daylight saving', () => {
  const at = (line: string, location = 'Europe/Berlin') => [{ end: line, location }];
  const rows: [string, HibernationSchedule[], now: string, last: string, string | undefined][] = [
    [
      'keep the local hour in winter',
      at('0 7 * * *'),
      '2026-10-25T12:00:00Z',
      '2026-10-24T12:00:00Z',
      'wake 2026-10-25T06:00:00.000Z',
    ],
    [
      'keep the local hour in summer',
      at('0 7 * * *'),
      '2026-03-29T12:00:00Z',
      '2026-03-28T12:00:00Z',
      'wake 2026-03-29T05:00:00.000Z',
    ],
    [
      'run at the change where their time is skipped',
      at('30 2 * * *'),
      '2026-03-29T01:00:00Z',
      '2026-03-28T12:00:00Z',
      'wake 2026-03-29T01:00:00.000Z',
    ],
    [
      'run the first time where it comes twice',
      at('30 2 * * *'),
      '2026-10-25T00:45:00Z',
      '2026-10-24T12:00:00Z',
      'wake 2026-10-25T00:30:00.000Z',
    ],
    ['and not the second time', at('30 2 * * *'), '2026-10-25T01:45:00Z', '2026-10-25T00:30:00Z', undefined],
    [
      'know places that change in other months',
      at('0 7 * * *', 'Australia/Sydney'),
      '2026-10-04T00:00:00Z',
      '2026-10-03T00:00:00Z',
      'wake 2026-10-03T20:00:00.000Z',
    ],
    [
      'know places with half hours',
      at('0 7 * * *', 'Asia/Kolkata'),
      '2026-11-25T02:00:00Z',
      '2026-11-24T12:00:00Z',
      'wake 2026-11-25T01:30:00.000Z',
    ],
  ];
  test.each(rows)('%s', (_what, schedules, now, last, expected) => {
    expect(due(schedules, now, last)).toBe(expected);
  });
});

describe('a cron line', () => {
  test.each([
    ...['0 20 * * 1-5', '*/30 8-18 * * MON', '0 0 29 2 *', '0 0 1,15 * *', '0 0 * jan-mar mon,wed', '0 0-12/3 * * 7'],
    ' 5  4 * * sun ',
  ])('is taken: %s', (line) => {
    expect(cronProblem(line)).toBeUndefined();
  });
  test.each([
    ...['', 'bogus', '* * * *', '0 0 20 * * *', '61 * * * *', '0 25 * * *', '@daily', '0 0 L * *', '0 0 * * 5L'],
    ...[
      '0 0 15W * *',
      '0 0 * * 5#2',
      '0 0 ? * *',
      '0 0 * * +1',
      '5-1 * * * *',
      '*/70 * * * *',
      '0 0 * * 1,',
      '0 0 a * *',
    ],
    '0 0 * * mon#1',
  ])('is refused: %s', (line) => {
    expect(cronProblem(line)).toMatch(/five fields/);
  });
  test('is refused when it never comes', () => {
    expect(cronProblem('0 0 31 2 *')).toBe('No date matches this cron line.');
  });
});
