import type { Clock } from '../../ports/runtime.ts';
import { clockCache } from '../clock-cache.ts';

/** Whether one Rancher was seen to ignore label selectors. */
export type SelectorMemory = { isIgnoring(): boolean; remember(): void };

/** Cached lists can be switched off by a restart. Older lists find nothing by `filter`, so it is not used for ever. */
const LIFE_MS = 5 * 60_000;

/** By address, for the lifetime of a process. */
export function selectorMemories(clock: Clock): (backendUrl: string) => SelectorMemory {
  const ignoring = clockCache<true>(clock, LIFE_MS);
  return (backendUrl) => ({
    isIgnoring: () => ignoring.has(backendUrl),
    remember: () => void ignoring.set(backendUrl, true),
  });
}
