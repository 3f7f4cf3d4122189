import { LRUCache } from 'lru-cache';
import type { Clock } from '#shared/ports/runtime';

/** Keys that are remembered; beyond them the least recently used is forgotten, and then true once too often. */
const MOST_KEYS = 1000;

/** Whether something is due that is enough once in this time, by key; as far as this process knows. */
export function rateLimit(everyMs: number): (key: string, clock: Clock) => boolean {
  const last = new LRUCache<string, number>({ max: MOST_KEYS });
  return (key, clock) => {
    const now = clock.now().getTime();
    if (now - (last.peek(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    last.set(key, now);
    return true;
  };
}
