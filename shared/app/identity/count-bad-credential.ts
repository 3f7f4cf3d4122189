import { LRUCache } from 'lru-cache';
import type { Uuid } from '#shared/domain/_core/identifier';
import { type Suspect, suspectsOf, windowAt } from '#shared/domain/identity/bad-credentials';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

export type CountedDeps = { store: Pick<Store, 'badCredentials'>; clock: Clock };
/** Seconds to wait, where one of these has tried too often. */
type CountAttempt = (suspects: readonly Suspect[]) => Promise<number | undefined>;
/** Seconds to wait, for whoever has tried too often; undefined for the others. */
export type CountBadCredential = (from: {
  sourceIp?: string | undefined;
  userUuid?: Uuid | undefined;
}) => Promise<number | undefined>;

/** Sources known to have tried too often, of which one process keeps so many. */
const MOST_KNOWN = 1000;

/** Counts attempts. Each suspect makes a write only up to its limit: this process knows it from then on. */
export function attemptCounter({ store, clock }: CountedDeps): CountAttempt {
  const over = new LRUCache<string, number>({ max: MOST_KNOWN });
  return async (suspects) => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const known = suspects.map(({ key }) => over.get(key) ?? 0).find((until) => until > now);
    if (known !== undefined) return known - now;
    const window = windowAt(clock.now());
    const counts = await Promise.all(suspects.map(({ key }) => store.badCredentials.count(key, window)));
    const tooMany = suspects.filter(({ limit }, index) => (counts[index] ?? 0) > limit);
    if (tooMany.length === 0) return undefined;
    for (const { key } of tooMany) over.set(key, window.end);
    return window.end - now;
  };
}

/**
 * Counts credentials that nobody ever had. Good credentials are not held up, wherever they come from
 * (docs/decisions/0028-good-tokens-are-never-locked-out.md).
 */
export function badCredentialCounter(deps: CountedDeps): CountBadCredential {
  const count = attemptCounter(deps);
  return (from) => count(suspectsOf(from));
}
