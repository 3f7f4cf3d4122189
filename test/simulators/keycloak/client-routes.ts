import { z } from 'zod';
import { missing, taken } from './admin-error.ts';
import { type AdminRequest, type Route, readBody, userOf } from './admin-request.ts';
import { addedAudience } from './group-claims.ts';
import { protocolMapper } from './protocol-mapper.ts';
import { addClient, addUser, type KeycloakClient, newSecret } from './realm.ts';
import { isRealmRole } from './realm-roles.ts';

const newClient = z.strictObject({
  clientId: z.string(),
  publicClient: z.boolean().default(false),
  serviceAccountsEnabled: z.boolean().default(false),
  secret: z.string().optional(),
  standardFlowEnabled: z.boolean().default(true),
  directAccessGrantsEnabled: z.boolean().default(false),
  redirectUris: z.array(z.string()).default([]),
  attributes: z.record(z.string(), z.string()).default({}),
  protocolMappers: z.array(protocolMapper).default([]),
});
const roles = z.array(z.object({ name: z.string() }));

/** Clients, as far as they have users of their own, and the roles of `realm-management` that users are given. */
export function clientRoutes(route: Route): void {
  route('GET', '/clients', ({ realm, caller, query }) => {
    caller.demand(realm, 'realm-admin');
    const wanted = query.get('clientId');
    const clients = [...realm.clients.values()].filter(({ clientId }) => wanted === null || clientId === wanted);
    return clients.map(({ id, clientId, secret }) => ({ id, clientId, enabled: true, publicClient: secret === null }));
  });
  route('POST', '/clients', (request, reply) => {
    const { realm, caller, placeOf } = request;
    caller.demand(realm, 'realm-admin');
    const given = readBody(request, newClient, 'ClientRepresentation');
    const { clientId, publicClient, serviceAccountsEnabled, secret, attributes, protocolMappers: mappers } = given;
    if (realm.clients.has(clientId)) throw taken(`Client ${clientId} already exists`);
    const { id } = addClient(realm, {
      ...{ clientId, secret: publicClient ? null : (secret ?? newSecret()), lightweight: false },
      ...{ mappers, audience: addedAudience(mappers) },
      directAccess: given.directAccessGrantsEnabled,
      redirectUris: given.standardFlowEnabled ? given.redirectUris : [],
      deviceFlow: attributes['oauth2.device.authorization.grant.enabled'] === 'true',
      pkce: attributes['pkce.code.challenge.method'] === 'S256',
    });
    const username = `service-account-${clientId}`;
    if (serviceAccountsEnabled) addUser(realm, { username, password: null, isServiceAccount: true });
    return reply
      .code(201)
      .header('location', placeOf(`/clients/${id}`))
      .send();
  });
  route('GET', '/clients/:client/roles/:role', (request) => {
    const { realm, caller, params } = request;
    const { id, clientId } = clientOf(request, 'Could not find client');
    caller.demand(realm, 'realm-admin');
    const name = params.role ?? '';
    if (clientId !== 'realm-management' || !isRealmRole(name)) throw missing('Could not find role');
    return { id: `${id}/${name}`, name, composite: false, clientRole: true, containerId: id, attributes: {} };
  });
  route('POST', '/users/:user/role-mappings/clients/:client', (request, reply) => {
    const user = userOf(request);
    request.caller.demand(request.realm, 'realm-admin');
    clientOf(request, 'Client not found');
    for (const { name } of roles.parse(request.body)) {
      if (!isRealmRole(name)) throw missing('Role not found');
      user.roles.add(name);
    }
    return reply.code(204).send();
  });
}

function clientOf({ realm, params }: AdminRequest, text: string): KeycloakClient {
  const client = [...realm.clients.values()].find(({ id }) => id === params.client);
  if (!client) throw missing(text);
  return client;
}
