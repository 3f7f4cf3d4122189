import type { JWTPayload } from 'jose';
import type { IdentityTokens } from '../../ports/identity.ts';
import { type IssuerOptions, oidcIssuer } from './issuer.ts';
import { audiencesOf, identityOf, invalidToken, verifyToken } from './verify-token.ts';

/**
 * Keycloak names the client in `azp`, and not in `aud` unless a mapper adds it. An ID token is not accepted as an
 * access token.
 */
const isForUs = (payload: JWTPayload, audience: string): boolean =>
  (audiencesOf(payload).includes(audience) || payload.azp === audience) && payload.typ !== 'ID';

/** Verifies access tokens of one issuer with its published keys. */
export function joseIdentityTokens({ audience, ...options }: IssuerOptions & { audience: string }): IdentityTokens {
  const issuer = oidcIssuer(options);
  return {
    async verify(token) {
      const payload = await verifyToken(issuer, token);
      if (!isForUs(payload, audience)) throw invalidToken();
      return identityOf(payload, options.issuer);
    },
  };
}
