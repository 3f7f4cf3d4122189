import { type SignInCall, signInSuspects } from '#shared/domain/identity/bad-credentials';
import { TooManyAttempts } from '#shared/errors';
import { attemptCounter, type CountedDeps } from './count-bad-credential.ts';

/** Throws TooManyAttempts (429) for a place that has asked too often. */
export type LimitSignIns = (call: SignInCall, sourceIp: string | undefined) => Promise<void>;

/**
 * Each of these calls makes the identity provider be asked by anybody, so that one place may make so many in a quarter of an hour.
 * A place that is over the limit writes nothing more.
 */
export function signInLimiter(deps: CountedDeps): LimitSignIns {
  const count = attemptCounter(deps);
  return async (call, sourceIp) => {
    const waitSeconds = await count(signInSuspects(call, sourceIp));
    if (waitSeconds !== undefined) throw new TooManyAttempts(waitSeconds);
  };
}
