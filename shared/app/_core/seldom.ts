import type { Clock } from '#shared/ports/runtime';

/** Keys that are remembered; beyond them the oldest is forgotten, and then true once too often. */
const MOST_KEYS = 1000;

/** Whether something is due that is enough once in this time, by key; as far as this process knows. */
export function seldom(everyMs: number): (key: string, clock: Clock) => boolean {
  const last = new Map<string, number>();
  return (key, clock) => {
    const now = clock.now().getTime();
    const before = last.get(key);
    if (before !== undefined && now - before < everyMs) return false;
    last.delete(key);
    last.set(key, now);
    const [oldest] = last.keys();
    if (last.size > MOST_KEYS && oldest !== undefined) last.delete(oldest);
    return true;
  };
}
