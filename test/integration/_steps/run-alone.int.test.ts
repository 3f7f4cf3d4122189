import { expect, test } from 'vitest';
import { runAlone } from '#shared/app/_core/run-alone';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { newStore } from '../_worlds/new-store.ts';

const { store, clock } = await newStore();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const deps = { store, clock, ids: randomIds, log };
const run = (job: string, work: () => Promise<string>) =>
  runAlone(deps, { job, keptMs: 60_000, otherwise: 'skipped' }, work);

test('while a run of a job is at work, another one does nothing, and one of another job runs', async () => {
  const gate = Promise.withResolvers<string>();
  const first = run('mails', () => gate.promise);
  await expect.poll(() => run('mails', async () => 'ran')).toBe('skipped');
  expect(await run('hooks', async () => 'ran')).toBe('ran');
  gate.resolve('done');
  expect(await first).toBe('done');
  expect(await run('mails', async () => 'ran')).toBe('ran');
});

test('a run that fails gives its lease back, and one that died does when its time is over', async () => {
  await expect(run('watch', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  const heldUntil = new Date(clock.now().getTime() + 60_000).toISOString();
  expect(await store.runLeases.begin({ job: 'watch', holder: randomIds.uuid(), heldUntil })).toBe(true);
  clock.advance(59);
  expect(await run('watch', async () => 'ran')).toBe('skipped');
  clock.advance(1);
  expect(await run('watch', async () => 'ran')).toBe('ran');
});
