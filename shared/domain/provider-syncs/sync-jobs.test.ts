import { expect, test } from 'vitest';
import { isJobDue, rememberedSuspects } from './sync-jobs.ts';

const at = (time: string) => new Date(`2026-03-01T${time}Z`);
const since = (time: string) => ({ startedAt: at(time).toISOString(), suspects: [] });

test.each([
  ['never yet', { suspects: [] }, true],
  ['just now', since('12:00:00'), false],
  ['14 minutes ago', since('11:46:00'), false],
  ['a quarter of an hour ago, less some seconds of the schedule', since('11:45:05'), true],
  ['long ago', since('09:00:00'), true],
])('a run of every 15 minutes that was %s is due: %o %s (S0-131, S0-293)', (_when, memory, due) => {
  expect(isJobDue(memory, 15, at('12:00:00'))).toBe(due);
});

test('the remembered list is limited, so that a row of the table can hold it', () => {
  const ids = Array.from({ length: 9000 }, (_, index) => `g${index}`);
  expect(rememberedSuspects(ids)).toEqual(ids.slice(0, 2000));
});
