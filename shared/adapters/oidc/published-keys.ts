import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';

/** A key that the provider has withdrawn is not accepted after this time. */
const KEPT_MS = 10 * 60_000;
/** If the provider does not answer, its last keys are used for so long. */
const KEPT_IN_NEED_MS = 60 * 60_000;
/** How often to ask the provider about unknown keys, however many tokens name one. */
const COOL_DOWN_MS = 30_000;

type Options = { fetchKeys: () => Promise<unknown>; clock: Clock };
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const unreadable = (cause?: unknown): BackendUnavailable =>
  cause instanceof OutOfTime ? cause : new BackendUnavailable('OIDC keys cannot be read', {}, cause);

export type PublishedKeys = {
  find: JWTVerifyGetKey;
  /** Waits until keys are known. Throws BackendUnavailable. */
  ready(): Promise<void>;
};

const keySet = (found: unknown): JWTVerifyGetKey => createLocalJWKSet(jwks.parse(found) satisfies JSONWebKeySet);

/**
 * The provider's keys, fetched at first use and kept for ten minutes. Fetched again when a token names an unknown key,
 * at most every 30 s, because a token can name anything. Throws BackendUnavailable while there are none, and jose's
 * error for an unknown key.
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

  /** The known keys, refreshed if possible. */
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
