import { describe, expect, test } from 'vitest';
import { isMaintenanceTime, isTimeZone, type MaintenanceWindow } from './maintenance-window.ts';

const NIGHT: MaintenanceWindow = { begin: '22:00', end: '02:00', timeZone: 'Europe/Berlin' };
const NOON: MaintenanceWindow = { begin: '12:00', end: '13:30', timeZone: 'UTC' };

describe('a maintenance window', () => {
  const rows: [string, MaintenanceWindow | undefined, now: string, boolean][] = [
    ['is open at any time where there is none', undefined, '2026-11-25T09:00:00Z', true],
    ['is open from its first minute', NOON, '2026-11-25T12:00:00Z', true],
    ['is open in its last minute', NOON, '2026-11-25T13:29:59Z', true],
    ['is closed at its end', NOON, '2026-11-25T13:30:00Z', false],
    ['is closed before', NOON, '2026-11-25T11:59:59Z', false],
    ['goes on after midnight', NIGHT, '2026-11-26T00:30:00Z', true],
    ['ends on the next day', NIGHT, '2026-11-26T01:00:00Z', false],
    ['begins at the local hour in winter', NIGHT, '2026-11-25T21:00:00Z', true],
    ['begins at the local hour in summer', NIGHT, '2026-07-25T20:00:00Z', true],
    ['is closed an hour before, in winter', NIGHT, '2026-11-25T20:00:00Z', false],
    ['is a whole day where it ends as it begins', { ...NOON, end: '12:00' }, '2026-11-25T03:00:00Z', true],
    ['is open on its day', { ...NIGHT, days: ['WED'] }, '2026-11-25T21:30:00Z', true],
    ['is open after midnight of its day', { ...NIGHT, days: ['WED'] }, '2026-11-26T00:30:00Z', true],
    ['is closed on other days', { ...NIGHT, days: ['WED'] }, '2026-11-26T21:30:00Z', false],
    ['is closed after midnight of other days', { ...NIGHT, days: ['THU'] }, '2026-11-26T00:30:00Z', false],
    ['counts days from Sunday to Monday', { ...NIGHT, days: ['SUN'] }, '2026-11-29T23:30:00Z', true],
  ];
  test.each(rows)('%s', (_what, window, now, expected) => {
    expect(isMaintenanceTime(window, new Date(now))).toBe(expected);
  });
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
