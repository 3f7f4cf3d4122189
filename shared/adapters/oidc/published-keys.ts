import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';

/** A key that the provider has taken back is worth nothing to us after this. */
const KEPT_MS = 10 * 60_000;
/** … unless the provider cannot be asked: then what it said last holds so long. */
const KEPT_IN_NEED_MS = 60 * 60_000;
/** The provider is asked once in so long for keys that we do not know, however many tokens name one. */
const COOL_DOWN_MS = 30_000;

type Options = { fetchKeys: () => Promise<unknown>; clock: Clock };
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const unreadable = (cause?: unknown): BackendUnavailable =>
  cause instanceof OutOfTime ? cause : new BackendUnavailable('OIDC keys cannot be read', {}, cause);

export type PublishedKeys = {
  find: JWTVerifyGetKey;
  /** There are keys. Throws BackendUnavailable. */
  ready(): Promise<void>;
};

const keySet = (found: unknown): JWTVerifyGetKey => createLocalJWKSet(jwks.parse(found) satisfies JSONWebKeySet);

/**
 * The provider's keys, fetched at first use, kept ten minutes, and asked for anew when a token names one that is not among them; a
 * token can name anything, so that happens at most every 30 s. Throws BackendUnavailable while there is none, and what jose throws
 * for a key that is not there.
 */
export function publishedKeys({ fetchKeys, clock }: Options): PublishedKeys {
  let known: JWTVerifyGetKey | undefined;
  let [fetchedAt, triedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let underway: Promise<void> | undefined;
  const now = () => clock.now().getTime();
  const refresh = (): Promise<void> => {
    triedAt = now();
    underway ??= fetchKeys()
      .then((found) => {
        known = keySet(found);
        fetchedAt = now();
      })
      .finally(() => {
        underway = undefined;
      });
    return underway;
  };
  const isCoolingDown = () => now() < triedAt + COOL_DOWN_MS;

  /** The keys known, fresh where that is possible. */
  async function current(): Promise<JWTVerifyGetKey> {
    if (known && now() < fetchedAt + KEPT_MS) return known;
    const isGoodInNeed = known !== undefined && now() < fetchedAt + KEPT_IN_NEED_MS;
    if (!isGoodInNeed || !isCoolingDown() || underway) {
      await refresh().catch((cause: unknown) => {
        if (!isGoodInNeed) throw unreadable(cause);
      });
    }
    if (known === undefined) throw unreadable();
    return known;
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    const keys = await current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || (isCoolingDown() && !underway)) throw error;
      await refresh().catch((cause: unknown) => {
        throw unreadable(cause);
      });
      return (await current())(header, token);
    }
  };
  return { find, ready: async () => void (await current()) };
}
