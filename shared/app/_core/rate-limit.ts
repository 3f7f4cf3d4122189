import { LRUCache } from 'lru-cache';
import type { Clock } from '#shared/ports/runtime';

/** How many keys are remembered. The least recently used key is forgotten first, and is then due once too often. */
const MOST_KEYS = 1000;

/** Whether a key is due: at most once in this time, as far as this process knows. */
export function rateLimit(everyMs: number): (key: string, clock: Clock) => boolean {
  const last = new LRUCache<string, number>({ max: MOST_KEYS });
  return (key, clock) => {
    const now = clock.now().getTime();
    if (now - (last.peek(key) ?? Number.NEGATIVE_INFINITY) < everyMs) return false;
    last.set(key, now);
    return true;
  };
}
