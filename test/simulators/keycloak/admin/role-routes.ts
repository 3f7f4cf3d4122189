import { z } from 'zod';
import { addRole, type KeycloakRole } from '../realm.ts';
import type { RealmRole } from '../realm-roles.ts';
import { AdminError, missing, taken } from './admin-error.ts';
import { type AdminRequest, isTrue, pageOf, type Route } from './admin-request.ts';
import { clientNamed } from './client-routes.ts';
import { byName } from './group-search.ts';
import { briefGroup, groupDetails } from './group-view.ts';
import { isClient, namesHeld, type RoleContainer } from './held-roles.ts';
import { type Representation, readRepresentation } from './representation.ts';
import { briefRole, wholeRole } from './role-view.ts';
import { briefUser, byUsername, wholeUser } from './user-view.ts';

const simulated = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  description: z.string().optional(),
  attributes: z.record(z.string(), z.array(z.string())).optional(),
});
const representation: Representation<typeof simulated.shape> = {
  ...{
    kind: 'RoleRepresentation',
    simulated,
    kept: {},
    fixed: { composite: false, composites: {}, scopeParamRequired: false },
  },
  unread: ['clientRole', 'containerId', 'client'],
};
const DEFAULT_HOLDERS = 100;

/** Roles of the realm at `/roles`, and roles of a client below the client's path. */
export function roleRoutes(route: Route): void {
  rolesBelow(route, '', ({ realm }) => realm);
  rolesBelow(route, '/clients/:client', (request) => clientNamed(request));
  route('GET', '/roles-by-id/:id', ({ realm, caller, params }) => {
    for (const container of [realm, ...realm.clients.values()]) {
      const role = [...container.roles.values()].find(({ id }) => id === params.id);
      if (!role) continue;
      caller.assertRole(realm, isClient(container) ? 'view-clients' : 'view-realm');
      return wholeRole(container, role);
    }
    throw missing('Could not find role with id');
  });
}

type Find = (request: AdminRequest) => RoleContainer;

/**
 * Finds the realm or client that holds the roles, and checks the caller's right. Roles of a client need a different
 * right than roles of the realm.
 */
const permitted =
  (find: Find, [ofClient, ofRealm]: readonly [RealmRole, RealmRole]): Find =>
  (request) => {
    const container = find(request);
    request.caller.assertRole(request.realm, isClient(container) ? ofClient : ofRealm);
    return container;
  };

function rolesBelow(route: Route, prefix: string, find: Find): void {
  const seen = permitted(find, ['view-clients', 'view-realm']);
  const managed = permitted(find, ['manage-clients', 'manage-realm']);
  route('GET', `${prefix}/roles`, (request) => {
    return rolesIn(seen(request), request.query);
  });
  route('POST', `${prefix}/roles`, (request, reply) => {
    const container = managed(request);
    const { given } = readRepresentation(request.body, representation);
    if (given.name === undefined) throw new AdminError(400, 'role has no name');
    if (container.roles.has(given.name)) throw taken(`Role with name ${given.name} already exists`);
    const { name, description, attributes = {} } = given;
    addRole(container.roles, { name, description, attributes });
    const place = isClient(container) ? `/clients/${container.id}/roles/${name}` : `/roles/${name}`;
    return reply
      .code(201)
      .header('location', encodeURI(request.placeOf(place)))
      .send();
  });
  route('GET', `${prefix}/roles/:role`, (request) => {
    const container = seen(request);
    return wholeRole(container, roleNamed(request, container));
  });
  route('PUT', `${prefix}/roles/:role`, (request, reply) => {
    const container = managed(request);
    const role = roleNamed(request, container);
    const {
      name = role.name,
      description,
      attributes = role.attributes,
    } = readRepresentation(request.body, representation).given;
    if (name !== role.name) throw new AdminError(501, 'not simulated: another name for a role');
    Object.assign(role, { description, attributes });
    return reply.code(204).send();
  });
  route('DELETE', `${prefix}/roles/:role`, (request, reply) => {
    const { users, groups } = request.realm;
    const container = managed(request);
    const { name } = roleNamed(request, container);
    container.roles.delete(name);
    for (const holder of [...users.values(), ...groups.values()]) namesHeld(holder, container).delete(name);
    return reply.code(204).send();
  });
  holders(route, prefix, seen);
}

function rolesIn(container: RoleContainer, query: AdminRequest['query']) {
  const view = isTrue(query, 'briefRepresentation', true) ? briefRole : wholeRole;
  const text = (query.get('search') ?? '').toLowerCase();
  const roles = [...container.roles.values()].filter((role) =>
    [role.name, role.description ?? ''].some((it) => it.toLowerCase().includes(text)),
  );
  return pageOf(
    roles.sort((a, b) => (a.name < b.name ? -1 : 1)),
    query,
  ).map((role) => view(container, role));
}

/** Routes that list the users and the groups to which a role was given directly. */
function holders(route: Route, prefix: string, seen: Find): void {
  route('GET', `${prefix}/roles/:role/users`, (request) => {
    const container = seen(request);
    const { name } = roleNamed(request, container);
    const view = isTrue(request.query, 'briefRepresentation', false) ? briefUser : wholeUser;
    const users = [...request.realm.users.values()].filter((user) => namesHeld(user, container).has(name));
    const access = { manage: request.caller.may(request.realm, 'manage-users') };
    return pageOf(users.sort(byUsername), request.query, DEFAULT_HOLDERS).map((user) => ({ ...view(user), access }));
  });
  route('GET', `${prefix}/roles/:role/groups`, (request) => {
    const { realm, query } = request;
    const container = seen(request);
    const { name } = roleNamed(request, container);
    const isBrief = isTrue(query, 'briefRepresentation', true);
    const groups = [...realm.groups.values()].filter((group) => namesHeld(group, container).has(name));
    return pageOf(groups.sort(byName), query, DEFAULT_HOLDERS).map((group) => ({
      ...briefGroup(realm, group),
      ...(!isBrief && groupDetails(realm, group)),
    }));
  });
}

function roleNamed({ params }: AdminRequest, container: RoleContainer): KeycloakRole {
  const role = container.roles.get(params.role ?? '');
  if (!role) throw missing('Could not find role');
  return role;
}
