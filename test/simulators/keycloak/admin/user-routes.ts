import type { KeycloakContext } from '../keycloak-context.ts';
import { addUser, findUser, type KeycloakGroup, type KeycloakRealm, type KeycloakUser } from '../realm.ts';
import { invalid, notSimulated, ProfileError, taken } from './admin-error.ts';
import { type AdminRequest, isTrue, pageOf, type Route, refuseParameter, userOf } from './admin-request.ts';
import { groupPath } from './group-view.ts';
import { readRepresentation } from './representation.ts';
import { checkProfile } from './user-profile.ts';
import { passwordIn, type UserForm, userRepresentation } from './user-representation.ts';
import { searchUsers } from './user-search.ts';
import { briefUser, wholeUser } from './user-view.ts';

const DEFAULT_USERS = 100;

/** People. */
export function userRoutes(route: Route, context: KeycloakContext): void {
  route('GET', '/users', (request) => {
    const { realm, caller, query } = request;
    caller.assertRole(realm, 'query-users');
    if (!caller.may(realm, 'view-users')) return [];
    const view = isTrue(query, 'briefRepresentation', false) ? briefUser : wholeUser;
    const access = { manage: caller.may(realm, 'manage-users') };
    return pageOf(searchUsers(realm, query), query, DEFAULT_USERS).map((user) => ({ ...view(user), access }));
  });
  route('GET', '/users/count', ({ realm, caller, query }) => {
    caller.assertRole(realm, 'query-users');
    return caller.may(realm, 'view-users') ? searchUsers(realm, query).length : 0;
  });
  route('GET', '/users/profile', () => {
    throw notSimulated('GET /admin/realms/{realm}/users/profile');
  });
  route('GET', '/users/:user', (request) => {
    const user = userOf(request);
    const { realm, caller, query } = request;
    caller.assertRole(realm, 'view-users');
    refuseParameter(query, 'userProfileMetadata');
    const manage = caller.may(realm, 'manage-users');
    const impersonate = caller.may(realm, 'impersonation');
    const access = {
      manageGroupMembership: manage,
      resetPassword: manage,
      view: true,
      mapRoles: manage,
      impersonate,
      manage,
    };
    return { ...wholeUser(user), access };
  });
  changes(route, context);
}

function changes(route: Route, context: KeycloakContext): void {
  route('POST', '/users', (request, reply) => {
    request.caller.assertRole(request.realm, 'manage-users');
    const { id } = create(request, context.now());
    return reply
      .code(201)
      .header('location', request.placeOf(`/users/${id}`))
      .send();
  });
  route('PUT', '/users/:user', (request, reply) => {
    const user = managedUser(request);
    const { given } = readRepresentation(request.body, userRepresentation);
    const { credentials: _kept, groups: _same, createdTimestamp: _first, id: _fixed, username, ...change } = given;
    const renamed = username === undefined ? {} : { username: newName(request.realm, user, username) };
    const email = change.email === undefined ? {} : { email: freeAddress(request.realm, change.email, user) };
    checkProfile({ ...renamed, ...email });
    Object.assign(user, change, renamed, email);
    recordUser(request, 'UPDATE', user);
    return reply.code(204).send();
  });
  route('POST', '/users/:user/logout', (request, reply) => {
    const user = managedUser(request);
    for (const [id, { userId }] of context.sessions) if (userId === user.id) context.sessions.delete(id);
    user.notBefore = Math.floor(context.now() / 1000);
    return reply.code(204).send();
  });
  route('DELETE', '/users/:user', (request, reply) => {
    const user = managedUser(request);
    for (const { members } of request.realm.groups.values()) members.delete(user.id);
    request.realm.users.delete(user.id);
    recordUser(request, 'DELETE', user);
    return reply.code(204).send();
  });
}

export function managedUser(request: AdminRequest): KeycloakUser {
  const user = userOf(request);
  request.caller.assertRole(request.realm, 'manage-users');
  return user;
}

/** @throws ProfileError if the realm does not allow changes of user names, AdminError 409 for a name that is taken */
function newName(realm: KeycloakRealm, user: KeycloakUser, given: string): string {
  const username = given.toLowerCase();
  if (username === user.username) return username;
  if (realm.settings.editUsernameAllowed !== true) {
    throw new ProfileError([
      { field: 'username', errorMessage: 'error-user-attribute-read-only', params: ['username'] },
    ]);
  }
  if (findUser(realm, username)) throw taken('User exists with same username');
  return username;
}

/** @throws AdminError 409 for an e-mail address that another user has */
function freeAddress({ users }: KeycloakRealm, given: string, own?: KeycloakUser): string {
  const email = given.toLowerCase();
  const isTaken = [...users.values()].some((user) => user !== own && email !== '' && user.email === email);
  if (isTaken) throw taken('User exists with same email');
  return email;
}

/** A user that an administrator makes is disabled by default. */
function create(request: AdminRequest, now: number): KeycloakUser {
  const { realm } = request;
  const { given } = readRepresentation(request.body, userRepresentation);
  const username = given.username?.trim() ?? '';
  if (username === '') throw invalid('User name is missing');
  if (findUser(realm, username)) throw taken('User exists with same username');
  const email = freeAddress(realm, given.email ?? '');
  checkProfile({ username, email });
  const groups = (given.groups ?? []).map((path) => groupAt(realm, path));
  const { firstName = '', lastName = '', emailVerified = false, enabled = false, createdTimestamp = now } = given;
  const { password, requiredActions } = signIn(given);
  const named = { username, password, email, emailVerified, firstName, lastName };
  const user = addUser(realm, { ...named, enabled, createdTimestamp, requiredActions });
  for (const { members } of groups) members.add(user.id);
  recordUser(request, 'CREATE', user);
  return user;
}

/** Keycloak answers 500 if the group does not exist (measured). */
function groupAt({ groups }: KeycloakRealm, path: string): KeycloakGroup {
  const found = [...groups.values()].find((group) => groupPath(groups, group) === `/${path.replace(/^\//, '')}`);
  if (!found) throw new Error(`no group at ${path}`);
  return found;
}

function signIn({ credentials = [], requiredActions = [] }: UserForm) {
  const first = credentials.find(({ type }) => type === 'password');
  return first ? passwordIn(first, requiredActions) : { password: null, requiredActions };
}

function recordUser({ record }: AdminRequest, operationType: 'CREATE' | 'UPDATE' | 'DELETE', user: KeycloakUser): void {
  const { username, email, firstName, lastName, enabled } = user;
  const representation = { username, firstName, lastName, email, enabled };
  record({ operationType, resourceType: 'USER', resourcePath: `users/${user.id}`, representation });
}
