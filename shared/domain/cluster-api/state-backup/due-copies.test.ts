import { expect, test } from 'vitest';
import { isCopyDue, isCopyLate } from './due-copies.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000);

test.each([
  [undefined, true],
  [ago(1), false],
  [ago(23), false],
  [ago(23.6), true],
  [ago(48), true],
])('a copy of %s is due: %s (S3-020)', (takenAt, wanted) => {
  expect(isCopyDue(takenAt, NOW)).toBe(wanted);
});

const cluster = (state: 'OK' | 'ERRED' | 'CREATING', hours: number) => ({ state, created: ago(hours).toISOString() });
test.each([
  ['a copy of yesterday', cluster('OK', 100), ago(24), false],
  ['a copy that is older than two days', cluster('OK', 100), ago(49), true],
  ['an old copy of a failed cluster', cluster('ERRED', 100), ago(49), true],
  ['no copy of a new cluster', cluster('OK', 3), undefined, false],
  ['no copy of a cluster that is older than two days', cluster('OK', 49), undefined, true],
  ['no copy of a cluster that was never made', cluster('ERRED', 100), undefined, false],
])('%s is late: %s', (_, given, takenAt, wanted) => {
  expect(isCopyLate(given, takenAt, NOW)).toBe(wanted);
});
