import { v5 as uuidv5 } from 'uuid';
import { AdminError, notSimulated } from './admin/admin-error.ts';
import { type AdminRequest, pageOf, type Route, userOf } from './admin/admin-request.ts';
import { clientNamed } from './admin/client-routes.ts';
import { newPassword, passwordIn } from './admin/user-representation.ts';
import { managedUser } from './admin/user-routes.ts';
import type { KeycloakContext, KeycloakSession } from './keycloak-context.ts';
import type { KeycloakRealm, KeycloakUser } from './realm.ts';

/** Routes for the credentials with which people sign in, and for their sessions. */
export function userSignInRoutes(route: Route, context: KeycloakContext): void {
  route('PUT', '/users/:user/reset-password', (request, reply) => {
    const user = managedUser(request);
    const given = newPassword.parse(request.body ?? {});
    if (given.type !== undefined && given.type !== 'password') throw notSimulated(`credentials of type ${given.type}`);
    if (!given.value) throw new AdminError(400, 'Empty password not allowed');
    Object.assign(user, passwordIn(given, user.requiredActions));
    return reply.code(204).send();
  });
  route('GET', '/users/:user/credentials', (request) => {
    const { id, password, createdTimestamp } = seenUser(request);
    const credentialData = JSON.stringify({ hashIterations: 5, algorithm: 'argon2', additionalParameters: {} });
    const own = { id: uuidv5('password', id), type: 'password', createdDate: createdTimestamp, credentialData };
    return password === null ? [] : [own];
  });
  for (const none of ['federated-identity', 'consents']) {
    route('GET', `/users/:user/${none}`, (request) => seenUser(request) && []);
  }
  const live = ({ realm }: AdminRequest) =>
    [...context.sessions.values()].filter(
      ({ userId, expiresAt }) => realm.users.has(userId) && expiresAt > context.now(),
    );
  route('GET', '/users/:user/sessions', (request) => {
    const user = seenUser(request);
    return live(request)
      .filter(({ userId }) => userId === user.id)
      .map((session) => view(request.realm, session));
  });
  const ofClient = (request: AdminRequest): KeycloakSession[] => {
    const { clientId } = clientNamed(request);
    request.caller.assertRole(request.realm, 'view-clients');
    return live(request).filter((session) => session.clientId === clientId);
  };
  route('GET', '/clients/:client/user-sessions', (request) =>
    pageOf(ofClient(request), request.query, 100).map((session) => view(request.realm, session)),
  );
  route('GET', '/clients/:client/session-count', (request) => ({ count: ofClient(request).length }));
  route('GET', '/client-session-stats', (request) => {
    const { realm, caller } = request;
    caller.assertRole(realm, 'view-realm');
    const counted = [...realm.clients.values()].map(({ id, clientId }) => {
      const active = live(request).filter((session) => session.clientId === clientId).length;
      return { id, clientId, active: String(active), offline: '0' };
    });
    return counted.filter(({ active }) => active !== '0');
  });
  route('DELETE', '/sessions/:session', (request, reply) => {
    request.caller.assertRole(request.realm, 'manage-users');
    if (!context.sessions.delete(request.params.session ?? '')) throw new AdminError(404, 'Sesssion not found');
    return reply.code(204).send();
  });
}

function seenUser(request: AdminRequest): KeycloakUser {
  const user = userOf(request);
  request.caller.assertRole(request.realm, 'view-users');
  return user;
}

function view({ users, clients }: KeycloakRealm, { id, userId, clientId, startedAt, usedAt }: KeycloakSession) {
  const client = clients.get(clientId);
  return {
    ...{ id, username: users.get(userId)?.username, userId, ipAddress: '127.0.0.1' },
    ...{ start: startedAt, lastAccess: usedAt, rememberMe: false },
    ...{ clients: client ? { [client.id]: clientId } : {}, transientUser: false },
  };
}
