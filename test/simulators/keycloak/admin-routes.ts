import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requireAdmin } from './admin-caller.ts';
import { AdminError, sendAdminError } from './admin-error.ts';
import { type KeycloakContext, tokenLifespan } from './keycloak-context.ts';
import type { KeycloakRealm } from './realm.ts';

/** `/admin/realms`: who may administer, and the realm itself. */
export function adminRoutes(app: FastifyInstance, context: KeycloakContext): void {
  app.setErrorHandler((error, _request, reply) => sendAdminError(error, reply));
  app.get('/admin/realms/:realm', async (request) => realmView(context, await administered(context, request)));
}

/**
 * The realm a request is about, once its caller may administer it.
 * @throws AdminError 401, 404, 403, in the order in which Keycloak looks
 */
async function administered(context: KeycloakContext, request: FastifyRequest): Promise<KeycloakRealm> {
  const caller = await requireAdmin(context, request);
  const { realm: name } = z.object({ realm: z.string() }).parse(request.params);
  const realm = context.realms.get(name);
  if (!realm) throw new AdminError(404, 'Realm not found.');
  caller.mayAdminister();
  return realm;
}

function realmView(context: KeycloakContext, realm: KeycloakRealm) {
  return {
    realm: realm.name,
    enabled: true,
    sslRequired: 'external',
    accessTokenLifespan: Math.round(tokenLifespan(context, realm) / 1000),
    ssoSessionIdleTimeout: Math.round(context.delays.sessionIdle / 1000),
  };
}
