import type { SimClock } from './sim-clock.ts';

type Entry = { at: number; work: () => void };

/**
 * The clock of a backend's controllers. Each delay is multiplied by the `pace` at the time when the delay begins. Work
 * runs in the order of its due times, even if these times are too close for timers. If a delay begins while other work
 * runs, the delay counts from the due time of that work.
 */
export function pacedClock(clock: SimClock, delays: { pace: number }): SimClock {
  let waiting: Entry[] = [];
  let working: Entry | undefined;

  const timeNow = (): number => working?.at ?? clock.now();

  function run(entry: Entry): void {
    waiting = waiting.filter((one) => one !== entry);
    working = entry;
    try {
      entry.work();
    } finally {
      working = undefined;
    }
  }

  function runUntil(end: number): void {
    for (let due = earliest(waiting, end); due; due = earliest(waiting, end)) run(due);
  }

  return {
    now: () => clock.now(),
    after(ms, work) {
      const at = timeNow() + ms * delays.pace;
      waiting.push({ at, work });
      clock.after(Math.max(0, at - clock.now()), () => runUntil(at));
    },
    pending: () => waiting.length,
    clear() {
      waiting = [];
      clock.clear();
    },
  };
}

const earliest = (waiting: Entry[], end: number): Entry | undefined => {
  const due = waiting.filter(({ at }) => at <= end);
  return due.toSorted((a, b) => a.at - b.at)[0];
};
