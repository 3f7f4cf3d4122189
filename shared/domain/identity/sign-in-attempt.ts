import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** The time that a person has to sign in. */
export const SIGN_IN_SECONDS = 600;

/** A browser on its way to the OIDC provider. It may return once, and only the same browser may. */
export const signInAttempt = z.object({
  /** SHA-256 of the `state` that the provider returns. */
  stateHash: z.string(),
  /** SHA-256 of the secret in the browser's cookie, so that nobody can sign in another person's browser. */
  browserHash: z.string(),
  /** The verifier of PKCE. Useless without the code. */
  verifier: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: instant,
});
export type SignInAttempt = z.infer<typeof signInAttempt>;
