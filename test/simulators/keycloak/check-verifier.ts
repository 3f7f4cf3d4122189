import { createHash } from 'node:crypto';
import type { BrowserLogin } from './keycloak-context.ts';
import { OidcError } from './oidc-error.ts';

const invalid = (text: string) => new OidcError(400, 'invalid_grant', text);

/** Only the client that began the sign-in may redeem the code. @throws OidcError 400 */
export function checkVerifier(
  { challenge, method }: Pick<BrowserLogin, 'challenge' | 'method'>,
  verifier: string | undefined,
): void {
  if (challenge === undefined) return;
  if (verifier === undefined) throw invalid('PKCE code verifier not specified');
  const made = method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (made !== challenge) throw invalid('PKCE verification failed: Code mismatch');
}
