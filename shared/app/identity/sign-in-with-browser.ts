import { calculatePKCECodeChallenge } from 'openid-client';
import { despiteDeadline } from '#shared/deadline';
import { returnAddress, SIGN_IN_SECONDS, type SignInAttempt } from '#shared/domain/identity/sign-in';
import { BackendUnavailable, Invalid, Unauthenticated, UnknownCredential } from '#shared/errors';
import { hashToken } from './hash-token.ts';
import { openSession, requireIdentityProvider, type Session, type SignInDeps, type SigningIn } from './session.ts';

type Start = {
  origin: string;
  redirectUri: string;
  returnTo: string | undefined;
  /** Whether the identity provider must ask for the password, even if the user is signed in there. */
  isFresh: boolean;
};
/** `location` is the URL to which the browser is redirected. `browserSecret` goes into a cookie of the browser. */
type Started = { location: string; browserSecret: string };

/**
 * Starts a sign-in: stores the attempt, and returns the identity provider's URL for the browser. Throws Invalid for a
 * return address that is not allowed.
 */
export async function startSignIn(
  deps: SignInDeps,
  { origin, redirectUri, returnTo, isFresh }: Start,
): Promise<Started> {
  const provider = requireIdentityProvider(deps);
  const address = returnAddress(returnTo, { origin, allowed: deps.returnUrls });
  if (address === undefined) throw new Invalid({ return_to: ['A sign-in cannot redirect to this address.'] });
  const { ids, clock, store } = deps;
  const [state, browserSecret, verifier, nonce] = [ids.token(), ids.token(), ids.token(), ids.token()];
  const attempt: SignInAttempt = {
    stateHash: hashToken(state),
    browserHash: hashToken(browserSecret),
    verifier,
    nonce,
    redirectUri,
    returnTo: address,
    expiresAt: new Date(clock.now().getTime() + SIGN_IN_SECONDS * 1000).toISOString(),
  };
  const challenge = await calculatePKCECodeChallenge(verifier);
  const location = await provider.authorizationUrl({ state, nonce, redirectUri, challenge, isFresh });
  await store.signIns.put(attempt);
  return { location, browserSecret };
}

type Return = { state: string; code: string; error: string; browserSecret: string; from: SigningIn };

/**
 * Completes a sign-in: removes the stored attempt, and exchanges the code for a session. Throws Unauthenticated when
 * `state` is unknown, used, expired or from another browser, and when the identity provider refuses the code. Throws
 * BackendUnavailable when the identity provider does not answer. The browser may then open the same URL again.
 */
export async function finishSignIn(
  deps: SignInDeps,
  { state, code, error, browserSecret, from }: Return,
): Promise<Session & { returnTo: string }> {
  const provider = requireIdentityProvider(deps);
  const attempt = await deps.store.signIns.take(hashToken(state), hashToken(browserSecret));
  if (attempt === undefined)
    throw new UnknownCredential('This sign-in is unknown, expired or already used: start again.');
  if (error !== '' || code === '') throw new Unauthenticated('The sign-in failed: start again.');
  const { verifier, nonce, redirectUri, returnTo } = attempt;
  const identity = await provider.redeemCode({ code, verifier, nonce, redirectUri }).catch(async (cause: unknown) => {
    // The identity provider has possibly not used the code yet. So the attempt is stored again, and the browser can try
    // once more.
    if (cause instanceof BackendUnavailable) await despiteDeadline(() => deps.store.signIns.put(attempt));
    throw cause;
  });
  return { ...(await openSession(deps, identity, { by: 'browser', ...from })), returnTo };
}
