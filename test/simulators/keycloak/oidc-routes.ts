import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authenticateClient } from './authenticate-client.ts';
import { browserLoginRoutes } from './browser-login.ts';
import { confirmDeviceLogin, startDeviceLogin } from './device-login.ts';
import { devicePageRoutes } from './device-page.ts';
import { groupClaims } from './group-claims.ts';
import { introspectRoutes } from './introspect-routes.ts';
import { userClaims } from './issue-tokens.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { OidcError, RealmMissing, sendOidcError } from './oidc-error.ts';
import { openidConfiguration } from './openid-configuration.ts';
import type { KeycloakRealm } from './realm.ts';
import { grants } from './token-grants.ts';
import { sessionOfAccessToken, sessionOfRefreshToken } from './verify-tokens.ts';

interface RealmRequest {
  realm: KeycloakRealm;
  /**
   * `<base>/realms/<realm>`. The base is the address that the caller used, as in a Keycloak without a configured host
   * name.
   */
  issuer: string;
}

/** Everything under `/realms/{realm}` that OpenID Connect clients use. */
export function oidcRoutes(app: FastifyInstance, context: KeycloakContext): void {
  const realmOf = (request: FastifyRequest): RealmRequest => {
    const { realm: name } = z.object({ realm: z.string() }).parse(request.params);
    const realm = context.realms.get(name);
    if (!realm) throw new RealmMissing();
    if (realm.settings.enabled === false) throw new OidcError(403, 'access_denied', 'Realm not enabled');
    return { realm, issuer: `${request.protocol}://${request.host}/realms/${name}` };
  };
  const protocol = '/realms/:realm/protocol/openid-connect';

  app.setErrorHandler((error, _request, reply) => sendOidcError(error, reply));
  app.get('/realms/:realm/.well-known/openid-configuration', async (request) =>
    openidConfiguration(realmOf(request).issuer),
  );
  app.get(`${protocol}/certs`, async (request) => realmOf(request) && context.keys.published());
  app.post(`${protocol}/token`, async (request, reply) => {
    const answer = await token(context, realmOf(request), request);
    return reply.header('cache-control', 'no-store').header('pragma', 'no-cache').send(answer);
  });
  app.post(`${protocol}/auth/device`, async (request) => {
    const { realm, issuer } = realmOf(request);
    const client = authenticateClient(realm, request.body, request.headers.authorization);
    return startDeviceLogin(context, { realm, client, issuer, form: request.body });
  });
  introspectRoutes(app, context, realmOf);
  browserLoginRoutes(app, context, realmOf);
  devicePageRoutes(app, context, realmOf);
  app.post('/realms/:realm/device', async (request, reply) => {
    const confirmed = confirmDeviceLogin(context, realmOf(request).realm, request.body);
    return reply
      .code(confirmed ? 200 : 400)
      .type('text/html')
      .send(confirmed ? 'Device Login Successful' : 'Invalid code');
  });
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: `${protocol}/userinfo`,
      handler: (request, reply) => userinfo(context, realmOf(request), { request, reply }),
    });
  }
  app.post(`${protocol}/logout`, async (request, reply) => {
    await logOut(context, realmOf(request), request);
    return reply.code(204).send();
  });
}

async function token(
  context: KeycloakContext,
  { realm, issuer }: RealmRequest,
  request: FastifyRequest,
): Promise<object> {
  const { grant_type } = z.object({ grant_type: z.string().optional() }).parse(request.body ?? {});
  if (!grant_type) throw new OidcError(400, 'invalid_request', 'Missing form parameter: grant_type');
  const grant = grants[grant_type];
  if (!grant) throw new OidcError(400, 'unsupported_grant_type', 'Unsupported grant_type');
  const client = authenticateClient(realm, request.body, request.headers.authorization);
  return grant(context, { realm, client, issuer }, request.body);
}

async function userinfo(
  context: KeycloakContext,
  { realm, issuer }: RealmRequest,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
) {
  const bearer = (request.headers.authorization ?? '').replace(/^Bearer /i, '');
  const found = await sessionOfAccessToken(context, { realm, issuer, token: bearer });
  const challenge = `Bearer realm="${realm.name}"`;
  if (!found) return reply.code(401).header('www-authenticate', challenge).send();
  if (!found.session.scope.startsWith('openid')) {
    const refusal = { error: 'insufficient_scope', error_description: 'Missing openid scope' };
    return reply.code(403).header('www-authenticate', challenge).send(refusal);
  }
  const mappers = realm.clients.get(found.session.clientId)?.mappers ?? [];
  const groups = groupClaims(realm, mappers, found.user, 'userinfo.token');
  return reply.send({ sub: found.user.id, ...userClaims(found.user), ...groups });
}

async function logOut(
  context: KeycloakContext,
  { realm, issuer }: RealmRequest,
  request: FastifyRequest,
): Promise<void> {
  authenticateClient(realm, request.body, request.headers.authorization);
  const { refresh_token } = z.object({ refresh_token: z.string().default('') }).parse(request.body ?? {});
  const found = await sessionOfRefreshToken(context, { realm, issuer, token: refresh_token });
  if (!found) throw new OidcError(400, 'invalid_grant', 'Invalid refresh token');
  context.sessions.delete(found.session.id);
}
