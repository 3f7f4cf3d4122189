import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authenticateClient } from './authenticate-client.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { OidcError } from './oidc-error.ts';
import type { KeycloakRealm } from './realm.ts';
import { accessClaims, sessionOfAccessToken, sessionOfRefreshToken } from './verify-tokens.ts';

type RealmOf = (request: FastifyRequest) => { realm: KeycloakRealm; issuer: string };
const given = z.object({ token: z.string().default('') });

/** Introspection and revocation of tokens by a client. All other paths below a realm are refused. */
export function introspectRoutes(app: FastifyInstance, context: KeycloakContext, realmOf: RealmOf): void {
  const protocol = '/realms/:realm/protocol/openid-connect';
  app.post(`${protocol}/token/introspect`, async (request) => {
    const { realm, issuer } = realmOf(request);
    const client = authenticateClient(realm, request.body, request.headers.authorization);
    if (client.secret === null) throw new OidcError(403, 'access_denied', 'Client not allowed.');
    const { token } = given.parse(request.body);
    const claims = await accessClaims(context, { issuer, token });
    const isLive = claims?.sid === undefined || (await sessionOfAccessToken(context, { realm, issuer, token }));
    // A token is active only for the clients in its audience.
    if (!claims || !isLive || ![claims.aud].flat().includes(client.clientId)) return { active: false };
    return {
      ...claims,
      client_id: claims.azp,
      username: claims.preferred_username,
      token_type: 'Bearer',
      active: true,
    };
  });
  app.post(`${protocol}/revoke`, async (request, reply) => {
    const { realm, issuer } = realmOf(request);
    authenticateClient(realm, request.body, request.headers.authorization);
    const { token } = given.parse(request.body);
    const found =
      (await sessionOfRefreshToken(context, { realm, issuer, token })) ??
      (await sessionOfAccessToken(context, { realm, issuer, token }));
    if (found) context.sessions.delete(found.session.id);
    return reply.code(200).send();
  });
  app.all('/realms/:realm/*', async (request) => {
    realmOf(request);
    throw new OidcError(501, 'not simulated', `${request.method} ${request.url.split('?')[0]}`);
  });
}
