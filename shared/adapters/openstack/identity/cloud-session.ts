import type { Classify, Connection } from '#shared/adapters/backend-request';
import type { Connect, JsonCall, JsonReply } from '#shared/adapters/json-client';
import { isSelected, listingBounds, queryOf } from '#shared/adapters/list-selection';
import { type TokenKeeper, tokenKeeper } from '#shared/adapters/token-cache';
import { BackendDepleted, BackendQuotaExceeded } from '#shared/errors';
import type { Clock } from '#shared/ports/runtime';
import { type CollectionListing, collectionPage } from '../collection-page.ts';
import { type KeystoneToken, type Login, login } from './keystone-login.ts';
import { endpointOf, findEndpoint, SERVICES, type Service } from './service-catalog.ts';

const RENEW_BEFORE_MS = 60_000;
/**
 * Version of Nova's API. Volume types in a request for a server need 2.67. The versions from 2.68 to 2.90 change only
 * answers.
 */
const COMPUTE_HEADERS = { 'OpenStack-API-Version': 'compute 2.90' };

/**
 * The services that a session can call. Keystone's address is in the settings, not in the catalogue, so Keystone is not
 * a `Service`.
 */
export type Called = Service | 'identity';

export type CloudSessionOptions = {
  /** The cloud's name in messages. */
  cloudName: string;
  keystone: Omit<Connection, 'backend'>;
  region: string | undefined;
  connect: Connect;
  clock: Clock;
  onLoginFailed(): void;
};
export type CloudSession = {
  token(): Promise<KeystoneToken>;
  /** Whether the cloud's service catalog contains the service. */
  has(service: Service): Promise<boolean>;
  call<T>(service: Called, call: JsonCall<T>): Promise<T>;
  /** Makes a call like `call`, but also returns the headers of the answer. */
  exchange<T>(service: Called, call: JsonCall<T>): Promise<JsonReply<T>>;
  /** Lists the selected items of a collection from all its pages. */
  list<T extends { id: string }>(service: Called, listing: CollectionListing<T>): Promise<T[]>;
};

/**
 * A session in one project of a cloud. A token is kept until a minute before it expires. If a service refuses the
 * token, the session logs in once more.
 */
export function cloudSession(options: CloudSessionOptions, credentials: Login): CloudSession {
  const tokens = keystoneTokens(options, credentials);

  const call = async <T>(service: Called, request: JsonCall<T>): Promise<T> => (await exchange(service, request)).body;

  const exchange = <T>(service: Called, request: JsonCall<T>): Promise<JsonReply<T>> =>
    tokens.use((token) => send(token, service, request));

  async function send<T>(token: KeystoneToken, service: Called, request: JsonCall<T>): Promise<JsonReply<T>> {
    const { cloudName, keystone, region, connect } = options;
    const isKeystone = service === 'identity';
    const baseUrl = isKeystone ? keystone.baseUrl : endpointOf(token.catalog, service, region);
    const name = isKeystone ? 'Keystone' : SERVICES[service].name;
    const client = connect({ ...keystone, baseUrl, backend: `${name} of ${cloudName}` });
    const version = service === 'compute' ? COMPUTE_HEADERS : {};
    const headers = { 'X-Auth-Token': token.value, ...version, ...request.headers };
    return client({ classify: classifyRefusal, ...request, headers });
  }

  async function list<T extends { id: string }>(service: Called, listing: CollectionListing<T>): Promise<T[]> {
    const { op, path, where, timeoutMs } = listing;
    const reply = collectionPage(listing);
    const read = listingBounds(options.cloudName, op);
    const query = queryOf(where);
    const request = { op, method: 'GET', path, reply, ...(timeoutMs !== undefined && { timeoutMs }) } as const;
    const items: T[] = [];
    for (let marker: string | undefined; ; ) {
      const from = marker;
      const page = await read(
        () => exchange(service, { ...request, query: { ...query, marker: from } }),
        ({ items: found }) => found.length,
      );
      items.push(...page.items.filter(isSelected(where)));
      if (!page.nextMarker || page.nextMarker === marker) return items;
      marker = page.nextMarker;
    }
  }

  const has = async (service: Service): Promise<boolean> =>
    findEndpoint((await tokens.current()).catalog, service, options.region) !== undefined;

  return { token: tokens.current, has, call, exchange, list };
}

const keystoneTokens = (
  { cloudName, keystone, connect, clock, onLoginFailed }: CloudSessionOptions,
  credentials: Login,
): TokenKeeper<KeystoneToken> => {
  const client = connect({ ...keystone, backend: `Keystone of ${cloudName}` });
  return tokenKeeper({
    clock,
    renewBeforeMs: RENEW_BEFORE_MS,
    logIn: () =>
      login(client, credentials).catch((error: unknown) => {
        onLoginFailed();
        throw error;
      }),
  });
};

const QUOTA = /quota exceeded|exceeded for quota|exceeds allowed \S+ quota/i;
/**
 * Neutron's messages if no address is free: IpAddressGenerationFailure for a subnet, ExternalIpAddressExhausted for an
 * external network.
 */
const NO_ADDRESS = /no more ip addresses available|unable to find any ip address on external network/i;

/**
 * Classifies refusals that the status alone does not explain. An exceeded quota is 403 in Nova, 409 in Neutron and 413
 * in Cinder. Neutron answers 409 or 400 for a network without a free address. A missing address is not a conflict,
 * because only the provider can enlarge the network.
 */
export const classifyRefusal: Classify = (status, message) => {
  if (status === 413 || ([403, 409].includes(status) && QUOTA.test(message))) return BackendQuotaExceeded;
  if ([400, 409].includes(status) && NO_ADDRESS.test(message)) return BackendDepleted;
  return undefined;
};
