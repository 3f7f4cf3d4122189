import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/runtime.ts';

/**
 * Maximum number of cached values. While values are cached, a process uses fewer tenants, clouds or secrets than this.
 */
const MOST = 1000;

/**
 * A cache of one process. Each value is kept for `keptMs` by the given clock. Above a thousand values, the least
 * recently used one is dropped.
 */
export const clockCache = <V extends NonNullable<unknown>>(clock: Clock, keptMs: number): LRUCache<string, V> =>
  // The library still returns a value in the last millisecond of `ttl`, so one millisecond is subtracted.
  new LRUCache({ max: MOST, ttl: keptMs - 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
