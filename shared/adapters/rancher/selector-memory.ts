import type { Clock } from '../../ports/runtime.ts';

/** Whether one Rancher was seen to ignore label selectors. */
export type SelectorMemory = { isIgnoring(): boolean; remember(): void };

/** Rancher's cached lists can be switched off, with a restart: by `filter` an older list shows nothing, so that is not asked for ever. */
const LIFE_MS = 5 * 60_000;

/** By address, for the life of a process. */
export function selectorMemories(clock: Clock): (backendUrl: string) => SelectorMemory {
  const ignoredUntil = new Map<string, number>();
  return (backendUrl) => ({
    isIgnoring: () => (ignoredUntil.get(backendUrl) ?? 0) > clock.now().getTime(),
    remember: () => void ignoredUntil.set(backendUrl, clock.now().getTime() + LIFE_MS),
  });
}
