import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/runtime.ts';

/** More tenants, clouds and secrets than one process uses within minutes. */
const MOST = 1000;

/**
 * Cached values of one process, by key, each kept for this time by our clock. Above a thousand the least recently used
 * is dropped.
 */
export const clockCache = <V extends NonNullable<unknown>>(clock: Clock, keptMs: number): LRUCache<string, V> =>
  // The library includes the last millisecond of the time.
  new LRUCache({ max: MOST, ttl: keptMs - 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
