import { z } from 'zod';
import type { KeycloakRole, RoleHolder } from '../realm.ts';
import { missing } from './admin-error.ts';
import { type AdminRequest, groupOf, isTrue, type Route, userOf } from './admin-request.ts';
import { clientNamed } from './client-routes.ts';
import { effectiveRoles, giveRole, namesHeld, type RoleContainer } from './held-roles.ts';
import { briefRole, wholeRole } from './role-view.ts';

const named = z.array(z.looseObject({ id: z.string().optional(), name: z.string().optional() }));
type Find<T> = (request: AdminRequest) => T;

export function roleMappingRoutes(route: Route): void {
  mappingsOf(route, '/users/:user', (request) => userOf(request));
  mappingsOf(route, '/groups/:group', (request) => groupOf(request));
}

function mappingsOf(route: Route, prefix: string, holderOf: Find<RoleHolder>): void {
  const path = `${prefix}/role-mappings`;
  route('GET', path, (request) => {
    const holder = seen(request, holderOf);
    const { realm } = request;
    const own = (container: RoleContainer) => rolesHeld(holder, container).map((role) => briefRole(container, role));
    const clients = [...realm.clients.values()].filter((client) => namesHeld(holder, client).size > 0);
    const clientMappings = clients.map((client) => [
      client.clientId,
      { id: client.id, client: client.clientId, mappings: own(client) },
    ]);
    return {
      ...(own(realm).length > 0 && { realmMappings: own(realm) }),
      ...(clients.length > 0 && { clientMappings: Object.fromEntries(clientMappings) }),
    };
  });
  mappingsIn(route, `${path}/realm`, holderOf, ({ realm }) => realm);
  mappingsIn(route, `${path}/clients/:client`, holderOf, (request) => clientNamed(request, 'Client not found'));
}

function mappingsIn(route: Route, path: string, holderOf: Find<RoleHolder>, containerOf: Find<RoleContainer>): void {
  route('GET', path, (request) => {
    const holder = seen(request, holderOf);
    const container = containerOf(request);
    return rolesHeld(holder, container).map((role) => briefRole(container, role));
  });
  route('GET', `${path}/available`, (request) => {
    const holder = seen(request, holderOf);
    const container = containerOf(request);
    const held = namesHeld(holder, container);
    const others = [...container.roles.values()].filter(({ name }) => !held.has(name));
    return others.map((role) => briefRole(container, role));
  });
  route('GET', `${path}/composite`, (request) => {
    const holder = seen(request, holderOf);
    const container = containerOf(request);
    const view = isTrue(request.query, 'briefRepresentation', true) ? briefRole : wholeRole;
    return effectiveRoles(request.realm, holder, container).map((role) => view(container, role));
  });
  route('POST', path, (request, reply) => {
    const holder = managed(request, holderOf);
    const container = containerOf(request);
    for (const { name } of rolesIn(request, container)) giveRole(holder, container, name);
    return reply.code(204).send();
  });
  route('DELETE', path, (request, reply) => {
    const holder = managed(request, holderOf);
    const container = containerOf(request);
    // A DELETE without a body removes all roles.
    const taken =
      request.body === null || request.body === undefined ? rolesHeld(holder, container) : rolesIn(request, container);
    for (const { name } of taken) namesHeld(holder, container).delete(name);
    return reply.code(204).send();
  });
}

const rolesHeld = (holder: RoleHolder, container: RoleContainer): KeycloakRole[] =>
  [...namesHeld(holder, container)].flatMap((name) => container.roles.get(name) ?? []);

/** A role is found by its name. Its id does not matter. */
const rolesIn = ({ body }: AdminRequest, { roles }: RoleContainer): KeycloakRole[] =>
  named.parse(body).map(({ name }) => {
    const role = roles.get(name ?? '');
    if (!role) throw missing('Role not found');
    return role;
  });

function seen(request: AdminRequest, holderOf: Find<RoleHolder>): RoleHolder {
  const holder = holderOf(request);
  request.caller.assertRole(request.realm, 'view-users');
  return holder;
}

function managed(request: AdminRequest, holderOf: Find<RoleHolder>): RoleHolder {
  const holder = holderOf(request);
  request.caller.assertRole(request.realm, 'manage-users');
  return holder;
}
