import { z } from 'zod';
import { invalid, taken } from './admin-error.ts';
import { type AdminRequest, isTrue, pageOf, type Route, readBody, userOf } from './admin-request.ts';
import type { KeycloakContext } from './keycloak-context.ts';
import { addUser, findUser, type KeycloakUser } from './realm.ts';
import { briefUser, byUsername, wholeUser } from './user-view.ts';

const DEFAULT_USERS = 100;

const userBody = z.strictObject({
  username: z.string().optional(),
  email: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  emailVerified: z.boolean().optional(),
  enabled: z.boolean().optional(),
  credentials: z.array(z.object({ type: z.string(), value: z.string(), temporary: z.boolean().optional() })).optional(),
});

/** People. */
export function userRoutes(route: Route, context: KeycloakContext): void {
  route('GET', '/users', (request) => {
    const { realm, caller, query } = request;
    caller.demand(realm, 'query-users');
    if (!caller.may(realm, 'view-users')) return [];
    const view = isTrue(query, 'briefRepresentation', false) ? briefUser : wholeUser;
    const access = { manage: caller.may(realm, 'manage-users') };
    return pageOf(search(request), query, DEFAULT_USERS).map((user) => ({ ...view(user), access }));
  });
  route('GET', '/users/count', (request) => {
    request.caller.demand(request.realm, 'query-users');
    return request.caller.may(request.realm, 'view-users') ? search(request).length : 0;
  });
  route('GET', '/users/:user', (request) => {
    const user = userOf(request);
    request.caller.demand(request.realm, 'view-users');
    return { ...wholeUser(user), access: { manage: request.caller.may(request.realm, 'manage-users') } };
  });
  route('POST', '/users', (request, reply) => {
    request.caller.demand(request.realm, 'manage-users');
    const { id } = create(request, context.now());
    return reply
      .code(201)
      .header('location', request.placeOf(`/users/${id}`))
      .send();
  });
  route('PUT', '/users/:user', (request, reply) => {
    const user = managed(request);
    const { credentials: _kept, username: _same, ...change } = readBody(request, userBody, 'UserRepresentation');
    Object.assign(user, change);
    recordUser(request, 'UPDATE', user);
    return reply.code(204).send();
  });
  route('POST', '/users/:user/logout', (request, reply) => {
    const user = managed(request);
    for (const [id, { userId }] of context.sessions) if (userId === user.id) context.sessions.delete(id);
    return reply.code(204).send();
  });
  route('DELETE', '/users/:user', (request, reply) => {
    const user = managed(request);
    for (const { members } of request.realm.groups.values()) members.delete(user.id);
    request.realm.users.delete(user.id);
    recordUser(request, 'DELETE', user);
    return reply.code(204).send();
  });
}

/** A field that is asked for is matched in part, in any case, and finds clients' users too; without one they are left out. */
function search({ realm, query }: AdminRequest): KeycloakUser[] {
  const text = (query.get('search') ?? '').toLowerCase();
  const isExact = isTrue(query, 'exact', false);
  const fields = (['username', 'email', 'firstName', 'lastName'] as const).filter((name) => query.get(name));
  const matches = (user: KeycloakUser) =>
    fields.every((name) => {
      const [value, wanted] = [user[name].toLowerCase(), (query.get(name) ?? '').toLowerCase()];
      return isExact ? value === wanted : value.includes(wanted);
    }) && [user.username, user.email, user.firstName, user.lastName].some((it) => it.toLowerCase().includes(text));
  const includesClients = fields.length > 0;
  return [...realm.users.values()]
    .filter((user) => (includesClients || !user.isServiceAccount) && matches(user))
    .sort(byUsername);
}

function managed(request: AdminRequest): KeycloakUser {
  const user = userOf(request);
  request.caller.demand(request.realm, 'manage-users');
  return user;
}

/** Made by an administrator, users are disabled unless it is said that they are not. */
function create(request: AdminRequest, createdTimestamp: number): KeycloakUser {
  const { realm } = request;
  const given = readBody(request, userBody, 'UserRepresentation');
  const username = given.username?.trim() ?? '';
  if (username === '') throw invalid('User name is missing');
  if (findUser(realm, username)) throw taken('User exists with same username');
  const email = given.email?.toLowerCase() ?? '';
  const hasSameEmail = [...realm.users.values()].some((user) => email !== '' && user.email === email);
  if (hasSameEmail) throw taken('User exists with same email');
  const { firstName = '', lastName = '', emailVerified = false, enabled = false, credentials = [] } = given;
  const password = credentials.find(({ type }) => type === 'password')?.value ?? null;
  const named = { username, password, email, emailVerified, firstName, lastName };
  const user = addUser(realm, { ...named, enabled, createdTimestamp });
  recordUser(request, 'CREATE', user);
  return user;
}

function recordUser({ record }: AdminRequest, operationType: 'CREATE' | 'UPDATE' | 'DELETE', user: KeycloakUser): void {
  const { username, email, firstName, lastName, enabled } = user;
  const representation = { username, firstName, lastName, email, enabled };
  record({ operationType, resourceType: 'USER', resourcePath: `users/${user.id}`, representation });
}
