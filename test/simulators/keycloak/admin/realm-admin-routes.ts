import type { FastifyInstance } from 'fastify';
import { type KeycloakContext, secondsOf } from '../keycloak-context.ts';
import { emptyRealm, type KeycloakRealm, MASTER_REALM } from '../realm.ts';
import type { AdminCaller } from './admin-caller.ts';
import { ANY_ROLE, requireAdmin } from './admin-caller.ts';
import { AdminError, invalid, taken } from './admin-error.ts';
import type { Route } from './admin-request.ts';
import { type RealmForm, realmDefaults, realmRepresentation } from './realm-representation.ts';
import { readRepresentation } from './representation.ts';
import { briefRole } from './role-view.ts';

export function realmAdminRoutes(app: FastifyInstance, route: Route, context: KeycloakContext): void {
  app.get<{ Querystring: Record<string, unknown> }>('/admin/realms', async (request) => {
    const caller = await requireAdmin(context, request);
    const isBrief = request.query.briefRepresentation === 'true';
    const seen = [...context.realms.values()].filter((realm) => caller.may(realm, ...ANY_ROLE));
    return seen.map((realm) => (isBrief ? briefRealm(realm) : realmView(context, realm, caller)));
  });
  app.post('/admin/realms', async (request, reply) => {
    (await requireAdmin(context, request)).assertMaster();
    const realm = create(context, request.body);
    const place = `${request.protocol}://${request.host}/admin/realms/${realm.name}`;
    return reply.code(201).header('location', place).send();
  });

  route('GET', '', ({ realm, caller }) => {
    caller.assertRole(realm, ...ANY_ROLE);
    return realmView(context, realm, caller);
  });
  route('PUT', '', ({ realm, caller, body }, reply) => {
    caller.assertRole(realm, 'manage-realm');
    const { given, kept } = readRepresentation(body, realmRepresentation);
    if (given.realm !== undefined && given.realm !== realm.name) rename(context, realm, given.realm);
    write(realm, given, kept);
    return reply.code(204).send();
  });
  route('DELETE', '', ({ realm, caller }, reply) => {
    caller.assertRole(realm, 'manage-realm');
    if (realm.name === MASTER_REALM) throw invalid("Can't remove master realm");
    context.realms.delete(realm.name);
    return reply.code(204).send();
  });
  route('POST', '/logout-all', ({ realm, caller }) => {
    caller.assertRole(realm, 'manage-users');
    for (const [id, { userId }] of context.sessions) if (realm.users.has(userId)) context.sessions.delete(id);
    return {};
  });
}

function create(context: KeycloakContext, body: unknown): KeycloakRealm {
  const { given, kept } = readNewRealm(body);
  const { realm: name, id } = given;
  if (!name) throw invalid('Realm name cannot be empty');
  checkName(name);
  if (context.realms.has(name)) throw taken(`Realm ${name} already exists`);
  const realm = emptyRealm(name, id);
  write(realm, { enabled: false, ...given }, kept);
  context.realms.set(name, realm);
  return realm;
}

/** Keycloak reads the body for a new realm like an imported file, so every error in the body has the same message. */
function readNewRealm(body: unknown) {
  try {
    return readRepresentation(body, realmRepresentation);
  } catch (error) {
    if (error instanceof AdminError && error.status === 400) throw invalid('unable to read contents from stream');
    throw error;
  }
}

function checkName(name: string): void {
  const character = /[/\\;?#%[\]<>"'&]/.exec(name)?.[0];
  if (character !== undefined) throw new AdminError(400, `Character '${character}' not allowed.`);
}

function rename(context: KeycloakContext, realm: KeycloakRealm, name: string): void {
  checkName(name);
  if (context.realms.has(name)) throw taken('Realm with same name exists');
  context.realms.delete(realm.name);
  context.realms.set(name, Object.assign(realm, { name }));
}

function write(realm: KeycloakRealm, given: RealmForm, kept: Record<string, unknown>): void {
  const { realm: _name, id: _id, eventsExpiration: _kept, attributes, ...rest } = given;
  const {
    eventsEnabled,
    eventsListeners,
    enabledEventTypes,
    adminEventsEnabled,
    adminEventsDetailsEnabled,
    ...settings
  } = rest;
  const config = { eventsEnabled, eventsListeners, enabledEventTypes, adminEventsEnabled, adminEventsDetailsEnabled };
  const said = Object.entries(config).filter(([, value]) => value !== undefined);
  Object.assign(realm.events.config, Object.fromEntries(said));
  Object.assign(
    realm.settings,
    settings,
    attributes && { attributes: { ...realm.settings.attributes, ...attributes } },
  );
  Object.assign(realm.kept, kept);
}

const briefRealm = ({ id, name, settings, kept: { displayName, displayNameHtml } }: KeycloakRealm) => ({
  ...{ id, realm: name, displayName, displayNameHtml, enabled: settings.enabled ?? true },
});

function realmView(context: KeycloakContext, realm: KeycloakRealm, caller: AdminCaller) {
  const brief = { realm: realm.name, bruteForceProtected: false, supportedLocales: [], organizationsEnabled: false };
  if (!caller.may(realm, 'view-realm')) return brief;
  const { eventsEnabled, eventsListeners, adminEventsEnabled, adminEventsDetailsEnabled } = realm.events.config;
  const defaultRole = realm.roles.get(`default-roles-${realm.name}`);
  return {
    ...{ ...realmDefaults, ...brief, id: realm.id },
    ...{ eventsEnabled, eventsListeners, enabledEventTypes: [], adminEventsEnabled, adminEventsDetailsEnabled },
    ...(defaultRole && { defaultRole: briefRole(realm, defaultRole) }),
    ...{ ...realm.settings, ...realm.kept, attributes: realm.settings.attributes ?? {} },
    ...secondsOf(context, realm),
  };
}
