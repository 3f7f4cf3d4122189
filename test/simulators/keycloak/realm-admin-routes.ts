import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ANY_ROLE, requireAdmin } from './admin-caller.ts';
import { taken } from './admin-error.ts';
import { type Route, readBody } from './admin-request.ts';
import { type KeycloakContext, tokenLifespan } from './keycloak-context.ts';
import { emptyRealm } from './realm.ts';

const newRealm = z.strictObject({
  realm: z.string(),
  enabled: z.boolean().default(false),
  eventsEnabled: z.boolean().default(false),
  adminEventsEnabled: z.boolean().default(false),
  adminEventsDetailsEnabled: z.boolean().default(false),
});

/** Realms themselves. */
export function realmAdminRoutes(app: FastifyInstance, route: Route, context: KeycloakContext): void {
  app.post('/admin/realms', async (request, reply) => {
    (await requireAdmin(context, request)).demandMaster();
    const { realm: name, enabled: _always, ...events } = readBody(request, newRealm, 'RealmRepresentation');
    if (context.realms.has(name)) throw taken(`Realm ${name} already exists`);
    const realm = emptyRealm(name);
    Object.assign(realm.events.config, events);
    context.realms.set(name, realm);
    const place = `${request.protocol}://${request.host}/admin/realms/${name}`;
    return reply.code(201).header('location', place).send();
  });

  route('GET', '', ({ realm, caller }) => {
    caller.demand(realm, ...ANY_ROLE);
    const brief = { realm: realm.name, bruteForceProtected: false, supportedLocales: [], organizationsEnabled: false };
    if (!caller.may(realm, 'view-realm')) return brief;
    return {
      ...brief,
      ...{ id: realm.id, enabled: true, sslRequired: 'external' },
      accessTokenLifespan: Math.round(tokenLifespan(context, realm) / 1000),
      ssoSessionIdleTimeout: Math.round(context.delays.sessionIdle / 1000),
    };
  });

  route('DELETE', '', ({ realm, caller }, reply) => {
    caller.demand(realm, 'realm-admin');
    context.realms.delete(realm.name);
    return reply.code(204).send();
  });
}
