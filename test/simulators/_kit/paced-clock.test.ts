import { expect, test } from 'vitest';
import { manualClock } from './manual-clock.ts';
import { pacedClock } from './paced-clock.ts';
import { simClock } from './sim-clock.ts';

test('a pace of 0.01 makes everything a hundred times faster', () => {
  const manual = manualClock();
  const clock = pacedClock(manual, { pace: 0.01 });
  const done: string[] = [];
  clock.after(3000, () => done.push('three seconds'));
  manual.advance(29);
  expect(done).toEqual([]);
  manual.advance(1);
  expect(done).toEqual(['three seconds']);
});

test('events keep their order, however close the pace brings them and whoever began first', async () => {
  const clock = pacedClock(simClock(), { pace: 0.0001 });
  const done: number[] = [];
  const finished = new Promise<void>((resolve) => {
    // One callback starts all these delays, so that they begin at the same time.
    clock.after(0, () => {
      for (const ms of [5000, 400, 900, 100]) clock.after(ms, () => done.push(ms));
      clock.after(200, () => clock.after(300, () => done.push(500)));
      clock.after(20_000, resolve);
    });
  });
  await finished;
  expect(done).toEqual([100, 400, 500, 900, 5000]);
});

test('a pace that changes holds for what begins afterwards', () => {
  const manual = manualClock();
  const delays = { pace: 1 };
  const clock = pacedClock(manual, delays);
  const done: string[] = [];
  clock.after(100, () => done.push('as measured'));
  delays.pace = 0.1;
  clock.after(100, () => done.push('faster'));
  manual.advance(10);
  expect(done).toEqual(['faster']);
});

test('what is still to happen is counted, with what follows from it', () => {
  const manual = manualClock();
  const clock = pacedClock(manual, { pace: 0.01 });
  clock.after(100, () => clock.after(300, () => undefined));
  manual.advance(1);
  expect(clock.pending()).toBe(1);
  manual.advance(3);
  expect(clock.pending()).toBe(0);
});

test('what was still to happen before a reset does not happen after it', () => {
  const manual = manualClock();
  const clock = pacedClock(manual, { pace: 1 });
  const done: string[] = [];
  clock.after(100, () => done.push('before the reset'));
  clock.clear();
  clock.after(100, () => done.push('after it'));
  manual.advance(100);
  expect(done).toEqual(['after it']);
});
