import { type SignInCall, signInSuspects } from '#shared/domain/identity/bad-credentials';
import { TooManyAttempts } from '#shared/errors';
import { attemptCounter, type CountedDeps } from './count-bad-credential.ts';

/** Throws TooManyAttempts (429) for a source that has asked too often. */
export type LimitSignIns = (call: SignInCall, sourceIp: string | undefined) => Promise<void>;

/**
 * Limits calls that make Paddock ask the identity provider, for each source and quarter of an hour. A source over its
 * limit causes no more writes.
 */
export function signInLimiter(deps: CountedDeps): LimitSignIns {
  const count = attemptCounter(deps);
  return async (call, sourceIp) => {
    const waitSeconds = await count(signInSuspects(call, sourceIp));
    if (waitSeconds !== undefined) throw new TooManyAttempts(waitSeconds);
  };
}
