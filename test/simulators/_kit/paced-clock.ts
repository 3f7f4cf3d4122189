import type { SimClock } from './sim-clock.ts';

type Entry = { at: number; work: () => void };

/**
 * The clock by which a backend's controllers work: every delay is multiplied by `pace` as it is when the delay begins. What is
 * due earlier is done earlier, also where two delays differ by less than a timer can distinguish. A delay that begins in another's
 * work begins at the time at which that one was due, not when the machine came to it.
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
