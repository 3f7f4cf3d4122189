/**
 * The clock of one simulator. When a client reads an object, the simulator uses `now` to find out whether a delay is
 * over. It uses `after` for changes that happen without a request.
 */
export interface SimClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `work` once after `ms`; never keeps the process alive. */
  after(ms: number, work: () => void): void;
  /** How many pieces of work still wait for their time. */
  pending(): number;
  /** Drops all work that still waits for its time. A reset needs this, so that no earlier work changes the new seed. */
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
