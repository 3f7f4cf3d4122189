import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/runtime.ts';

/** Maximum number of cached values. One process rarely uses so many tenants, clouds or secrets at one time. */
const MAX = 1000;

/**
 * A cache of one process. Each value is kept for `keptMs` by the given clock. Above the maximum, the least recently
 * used value is dropped.
 */
export const clockCache = <V extends NonNullable<unknown>>(clock: Clock, keptMs: number): LRUCache<string, V> =>
  // One millisecond is subtracted, because the library still returns a value whose age equals `ttl`.
  new LRUCache({ max: MAX, ttl: keptMs - 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
