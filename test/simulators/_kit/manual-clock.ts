import type { SimClock } from './sim-clock.ts';

/** A clock that stands still until a test moves it, so that no test has to wait. */
export interface ManualClock extends SimClock {
  /** Lets `ms` pass, and runs in order the work that falls due. */
  advance(ms: number): void;
  /** Returns to the start, and drops all planned work. */
  rewind(): void;
}

export function manualClock(start = Date.parse('2026-11-20T12:00:00Z')): ManualClock {
  let time = start;
  let waiting: { at: number; work: () => void }[] = [];
  return {
    now: () => time,
    after(ms, work) {
      waiting.push({ at: time + ms, work });
    },
    pending: () => waiting.length,
    clear() {
      waiting = [];
    },
    advance(ms) {
      const end = time + ms;
      for (let due = earliest(waiting, end); due; due = earliest(waiting, end)) {
        const { at, work } = due;
        waiting = waiting.filter((one) => one !== due);
        time = Math.max(time, at);
        work();
      }
      time = end;
    },
    rewind() {
      waiting = [];
      time = start;
    },
  };
}

const earliest = <Entry extends { at: number }>(waiting: Entry[], end: number): Entry | undefined =>
  waiting.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
