import { LRUCache } from 'lru-cache';
import type { Clock } from '../ports/runtime.ts';

/** More tenants, clouds and secrets than one process speaks of in minutes. */
const MOST = 1000;

/** Values of one process, by key, each kept for so long by our clock; beyond a thousand the least recently used is dropped. */
export const clockCache = <V extends NonNullable<unknown>>(clock: Clock, keptMs: number): LRUCache<string, V> =>
  // The library counts the last millisecond as within the time.
  new LRUCache({ max: MOST, ttl: keptMs - 1, ttlResolution: 0, perf: { now: () => clock.now().getTime() } });
