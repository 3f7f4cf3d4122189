import { LRUCache } from 'lru-cache';
import type { Uuid } from '#shared/domain/_core/identifier';
import {
  type SignInCall,
  type Suspect,
  signInSuspects,
  suspectsOf,
  windowAt,
} from '#shared/domain/identity/bad-credentials';
import { TooManyAttempts } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

type CountedDeps = { store: Pick<Store, 'badCredentials'>; clock: Clock };
/**
 * Counts an attempt for all suspects: the address and, if known, the user. If one of them has made too many attempts,
 * returns how many seconds to wait.
 */
type CountAttempt = (suspects: readonly Suspect[]) => Promise<number | undefined>;
/** Counts a bad credential. After too many attempts, returns how many seconds to wait. */
export type CountBadCredential = (from: {
  sourceIp?: string | undefined;
  userUuid?: Uuid | undefined;
}) => Promise<number | undefined>;

/** Maximum number of suspects that one process remembers after they have reached their limit. */
const MAX_KNOWN = 1000;

/**
 * Makes a counter of attempts. Attempts are written to the table until a suspect reaches the limit. Then the process
 * remembers the suspect, and further attempts cause no writes.
 */
function attemptCounter({ store, clock }: CountedDeps): CountAttempt {
  const over = new LRUCache<string, number>({ max: MAX_KNOWN });
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
 * Makes a counter of attempts with credentials that do not exist. Valid credentials always work, even if their source
 * address is over the limit (docs/decisions/0028-good-tokens-are-never-locked-out.md).
 */
export function badCredentialCounter(deps: CountedDeps): CountBadCredential {
  const count = attemptCounter(deps);
  return (from) => count(suspectsOf(from));
}

/** Throws TooManyAttempts (429) when the source has made too many sign-in calls. */
type LimitSignIns = (call: SignInCall, source: string | undefined) => Promise<void>;

/**
 * Limits how many sign-in calls a source address, or a device code, may make in a quarter of an hour, because these calls make requests to
 * the identity provider. Once a source is over its limit, its calls cause no writes.
 */
export function signInLimiter(deps: CountedDeps): LimitSignIns {
  const count = attemptCounter(deps);
  return async (call, source) => {
    const waitSeconds = await count(signInSuspects(call, source));
    if (waitSeconds !== undefined) throw new TooManyAttempts(waitSeconds);
  };
}
