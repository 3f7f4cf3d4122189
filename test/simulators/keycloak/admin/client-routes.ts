import { randomUUID } from 'node:crypto';
import { addClient, addUser, findUser, type KeycloakRealm } from '../realm.ts';
import { changeClient, type KeycloakClient, newSecret } from '../realm-client.ts';
import { AdminError, invalid, invalidInput, missing, notSimulated, taken } from './admin-error.ts';
import { type AdminRequest, isTrue, pageOf, type Route } from './admin-request.ts';
import { type ClientForm, clientRepresentation } from './client-representation.ts';
import { clientView } from './client-view.ts';
import { MAPPER_TYPES, protocolMapper } from './protocol-mapper.ts';
import { readRepresentation } from './representation.ts';
import { wholeUser } from './user-view.ts';

export function clientRoutes(route: Route): void {
  route('GET', '/clients', (request) => {
    const { realm, caller, query } = request;
    caller.assertRole(realm, 'view-clients', 'query-clients');
    const found = [...realm.clients.values()]
      .filter(searched(query))
      .sort((a, b) => (a.clientId < b.clientId ? -1 : 1));
    const seen = caller.may(realm, 'view-clients') ? found : [];
    return pageOf(seen, query).map((client) => clientView(realm, client, caller));
  });
  route('POST', '/clients', (request, reply) => {
    request.caller.assertRole(request.realm, 'manage-clients', 'create-client');
    const { id } = create(request);
    return reply
      .code(201)
      .header('location', request.placeOf(`/clients/${id}`))
      .send();
  });
  route('GET', '/clients/:client', (request) => clientView(request.realm, visibleClient(request), request.caller));
  route('PUT', '/clients/:client', (request, reply) => {
    const { realm } = request;
    const client = managedClient(request);
    const { given, kept } = readRepresentation(request.body, clientRepresentation);
    check(given);
    const { clientId = client.clientId } = given;
    if (clientId !== client.clientId) {
      if (realm.clients.has(clientId)) throw taken(`Client ${clientId} already exists`);
      realm.clients.delete(client.clientId);
    }
    changeClient(client, given, kept);
    realm.clients.set(clientId, Object.assign(client, { clientId }));
    giveUser(realm, client);
    return reply.code(204).send();
  });
  route('DELETE', '/clients/:client', (request, reply) => {
    const { id, clientId } = managedClient(request);
    request.realm.clients.delete(clientId);
    for (const holder of [...request.realm.users.values(), ...request.realm.groups.values()]) {
      holder.clientRoles.delete(id);
    }
    const own = findUser(request.realm, `service-account-${clientId}`);
    if (own) request.realm.users.delete(own.id);
    return reply.code(204).send();
  });
  secretRoutes(route);
  mapperRoutes(route);
}

function searched(query: URLSearchParams): (client: KeycloakClient) => boolean {
  const [term] = (query.get('q') ?? '').split(':');
  // Attributes are searchable only if the server's configuration says so. Here it does not.
  if (term) throw new AdminError(400, 'invalid_request', 'error', `Attributes [${term}] not allowed for search`);
  const wanted = query.get('clientId');
  if (wanted === null) return () => true;
  if (!isTrue(query, 'search', false)) return ({ clientId }) => clientId === wanted;
  return ({ clientId }) => clientId.toLowerCase().includes(wanted.toLowerCase());
}

function secretRoutes(route: Route): void {
  const view = ({ secret }: KeycloakClient) => ({ type: 'secret', ...(secret !== null && { value: secret }) });
  route('GET', '/clients/:client/client-secret', (request) => view(visibleClient(request)));
  route('POST', '/clients/:client/client-secret', (request) => {
    const client = managedClient(request);
    client.secret = newSecret();
    return view(client);
  });
  route('GET', '/clients/:client/service-account-user', (request) => {
    const { clientId, serviceAccount } = visibleClient(request);
    const user = findUser(request.realm, `service-account-${clientId}`);
    if (serviceAccount && user) return wholeUser(user);
    throw new AdminError(400, `Service account not enabled for the client '${clientId}'`);
  });
}

function mapperRoutes(route: Route): void {
  const path = '/clients/:client/protocol-mappers/models';
  route('GET', path, (request) => visibleClient(request).mappers);
  route('POST', path, (request, reply) => {
    const client = managedClient(request);
    const mapper = { id: randomUUID(), consentRequired: false, ...protocolMapper.parse(request.body) };
    checkMapper(mapper);
    if (client.mappers.some(({ name }) => name === mapper.name)) throw taken('Protocol mapper exists with same name');
    changeClient(client, { protocolMappers: [...client.mappers, mapper] }, {});
    return reply
      .code(201)
      .header('location', request.placeOf(`/clients/${client.id}/protocol-mappers/models/${mapper.id}`))
      .send();
  });
  route('DELETE', `${path}/:mapper`, (request, reply) => {
    const client = managedClient(request);
    const rest = client.mappers.filter(({ id }) => id !== request.params.mapper);
    if (rest.length === client.mappers.length) throw missing('Model not found');
    changeClient(client, { protocolMappers: rest }, {});
    return reply.code(204).send();
  });
}

function checkMapper({ protocolMapper: type }: { protocolMapper: string }): void {
  if (!MAPPER_TYPES.includes(type)) throw notSimulated(`protocol mapper ${type}`);
}

/** @throws AdminError 404 for an unknown client, regardless of the caller's rights */
export function clientNamed({ realm, params }: AdminRequest, text = 'Could not find client'): KeycloakClient {
  const client = [...realm.clients.values()].find(({ id }) => id === params.client);
  if (!client) throw missing(text);
  return client;
}

function visibleClient(request: AdminRequest): KeycloakClient {
  const client = clientNamed(request);
  request.caller.assertRole(request.realm, 'view-clients');
  return client;
}

function managedClient(request: AdminRequest): KeycloakClient {
  const client = clientNamed(request);
  request.caller.assertRole(request.realm, 'manage-clients');
  return client;
}

function create({ realm, body }: AdminRequest): KeycloakClient {
  const { given, kept } = readRepresentation(body, clientRepresentation);
  check(given);
  if (given.clientId !== undefined && realm.clients.has(given.clientId)) {
    throw taken(`Client ${given.clientId} already exists`);
  }
  if (given.id !== undefined && [...realm.clients.values()].some(({ id }) => id === given.id)) {
    throw invalid(`Client ${given.clientId} already exists`);
  }
  const protocolMappers = (given.protocolMappers ?? []).map((one) => ({
    id: randomUUID(),
    consentRequired: false,
    ...one,
  }));
  const client = addClient(realm, { ...given, protocolMappers }, kept);
  giveUser(realm, client);
  return client;
}

/** @throws AdminError 400 for invalid addresses, 501 for SAML and for mappers that are not simulated */
function check({
  clientId,
  protocol = 'openid-connect',
  rootUrl,
  redirectUris = [],
  protocolMappers = [],
}: ClientForm): void {
  if (protocol === 'saml' || protocol === 'docker-v2') throw notSimulated(`clients of protocol ${protocol}`);
  const faults = [
    ...(clientId === '' ? ['Client ID cannot be blank'] : []),
    ...(protocol !== 'openid-connect' ? [`Invalid protocol: ${protocol}`] : []),
    ...(rootUrl && !rootUrl.startsWith('$') && !URL.canParse(rootUrl) ? ['Root URL is not a valid URL'] : []),
    ...(redirectUris.some((uri) => /^(javascript|data):/i.test(uri)) ? ['A redirect URI uses an illegal scheme'] : []),
  ];
  if (faults.length > 0) throw invalidInput(faults.join('; '));
  protocolMappers.forEach(checkMapper);
}

function giveUser(realm: KeycloakRealm, { clientId, serviceAccount }: KeycloakClient): void {
  const username = `service-account-${clientId}`;
  if (serviceAccount && !findUser(realm, username))
    addUser(realm, { username, password: null, isServiceAccount: true });
}
