import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import { BackendUnavailable, OutOfTime } from '../../errors.ts';
import type { Clock } from '../../ports/runtime.ts';

/**
 * How long fetched keys are used while the provider answers, in milliseconds. A key that the provider withdraws is
 * accepted for at most this time.
 */
const KEPT_MS = 10 * 60_000;
/** How long fetched keys are used while the provider does not answer, in milliseconds. */
const KEPT_IN_NEED_MS = 60 * 60_000;
/**
 * Minimum time between two attempts to fetch keys, in milliseconds. Without this pause, each token with an unknown key
 * would cause a request.
 */
const COOL_DOWN_MS = 30_000;

type Options = { addressOf: () => Promise<string>; fetch: FetchImplementation; timeoutMs: number; clock: Clock };
type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;
const unreadable = (cause: unknown): BackendUnavailable =>
  cause instanceof OutOfTime
    ? cause
    : new BackendUnavailable('The keys of the OIDC provider cannot be read.', {}, cause);

export type PublishedKeys = {
  find: JWTVerifyGetKey;
  /** Waits until keys are known. Throws BackendUnavailable. */
  ready(): Promise<void>;
};

/**
 * jose fetches and checks keys, and keeps the last valid keys. Paddock decides when to fetch, so all periods of jose
 * are set to infinity. With finite periods, jose would lose keys while the provider is down, and would not pause after
 * a failure.
 */
const remoteKeys = (address: string, { fetch, timeoutMs }: Options): RemoteKeys =>
  createRemoteJWKSet(new URL(address), {
    [customFetch]: fetch,
    timeoutDuration: timeoutMs,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: Number.POSITIVE_INFINITY,
  });

/**
 * The provider's keys. They are fetched at first use and kept for ten minutes. A token with an unknown key makes
 * Paddock fetch them again, but at most every 30 s, because anybody can send such tokens. Throws BackendUnavailable
 * while no keys are known, and jose's error for an unknown key.
 */
export function publishedKeys(options: Options): PublishedKeys {
  let remote: RemoteKeys | undefined;
  let [fetchedAt, triedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const now = () => options.clock.now().getTime();
  let underway: Promise<RemoteKeys> | undefined;
  async function fetchKeys(): Promise<RemoteKeys> {
    const address = await options.addressOf();
    remote ??= remoteKeys(address, options);
    await remote.reload();
    fetchedAt = now();
    return remote;
  }
  const refresh = (): Promise<RemoteKeys> => {
    triedAt = now();
    underway ??= fetchKeys().finally(() => {
      underway = undefined;
    });
    return underway;
  };
  /** Whether a caller is allowed to fetch keys now, or to wait for a fetch that is under way. */
  const mayRefresh = () => underway !== undefined || now() >= triedAt + COOL_DOWN_MS;

  /**
   * The current keys. Keys older than `KEPT_MS` are fetched again. If the provider does not answer, the old keys stay
   * in use up to `KEPT_IN_NEED_MS`.
   */
  async function current(): Promise<RemoteKeys> {
    if (remote && now() < fetchedAt + KEPT_MS) return remote;
    const inNeed = now() < fetchedAt + KEPT_IN_NEED_MS ? remote : undefined;
    if (inNeed && !mayRefresh()) return inNeed;
    return refresh().catch((cause: unknown) => {
      if (inNeed) return inNeed;
      throw unreadable(cause);
    });
  }

  const find: JWTVerifyGetKey = async (header, token) => {
    const keys = await current();
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayRefresh()) throw error;
      const renewed = await refresh().catch((cause: unknown) => {
        throw unreadable(cause);
      });
      return renewed(header, token);
    }
  };
  return { find, ready: async () => void (await current()) };
}
