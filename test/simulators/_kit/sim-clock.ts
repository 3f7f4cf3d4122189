/** One simulator's time: `now` for delays computed when read, `after` for what must happen by itself. */
export interface SimClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `work` once after `ms`; never keeps the process alive. */
  after(ms: number, work: () => void): void;
  /** How much is still to happen by itself. */
  pending(): number;
  /** Forgets all that is still to happen: part of a reset, so that nothing of before reaches the new seed. */
  clear(): void;
}

export function simClock(): SimClock {
  const timers = new Set<NodeJS.Timeout>();
  return {
    now: () => Date.now(),
    after(ms, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, ms);
      timers.add(timer.unref());
    },
    pending: () => timers.size,
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
