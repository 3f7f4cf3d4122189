import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { forbidden, unauthorized } from './admin-error.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { accessClaims, sessionOfAccessToken } from './verify-tokens.ts';

export interface AdminCaller {
  /** @throws AdminError 403 for everyone but the administrator of `master` */
  mayAdminister(): void;
}

/**
 * Who calls the admin API, by a token of whatever realm.
 * @throws AdminError 401 without a token, and with one that is forged or expired or whose session is over
 */
export async function requireAdmin(context: KeycloakContext, request: FastifyRequest): Promise<AdminCaller> {
  const token = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  const issuer = issuerOf(token);
  const realms = `${request.protocol}://${request.host}/realms/`;
  const realm = issuer.startsWith(realms) && context.realms.get(issuer.slice(realms.length));
  const claims = realm && (await accessClaims(context, { issuer, token }));
  if (!realm || !claims) throw unauthorized();
  const found = await sessionOfAccessToken(context, { realm, issuer, token });
  // A client's own token has no session, and no rights here unless its service account was given some.
  if (!found && claims.sid !== undefined) throw unauthorized();
  return {
    mayAdminister() {
      if (!found?.user.isAdmin) throw forbidden();
    },
  };
}

function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? '';
  } catch {
    return '';
  }
}
