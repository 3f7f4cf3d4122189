import { z } from 'zod';
import { instant } from '../_core/identifier.ts';

/** The person has as long to type a password. */
export const SIGN_IN_SECONDS = 600;

/** A browser that was sent to the OIDC provider. It may come back once, and only the same browser may. */
export const signInAttempt = z.object({
  /** SHA-256 of the `state` that the provider gives back. */
  stateHash: z.string(),
  /** SHA-256 of what the browser keeps in a cookie: nobody signs another browser in with an address of his own. */
  browserHash: z.string(),
  /** PKCE's; worth nothing without the code. */
  verifier: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
  returnTo: z.string(),
  expiresAt: instant,
});
export type SignInAttempt = z.infer<typeof signInAttempt>;
