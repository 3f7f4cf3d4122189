import type { Context } from 'aws-lambda';
import { apiHandler } from '#functions/api/_http/api-handler';
import type { Routes } from '#functions/api/_http/router';
import { apiTokensRoutes } from '#functions/api/api-tokens/routes';
import { customersRoutes } from '#functions/api/customers/routes';
import { marketplaceOrdersRoutes } from '#functions/api/marketplace-orders/routes';
import { marketplaceProviderOfferingsRoutes } from '#functions/api/marketplace-provider-offerings/routes';
import { marketplacePublicOfferingsRoutes } from '#functions/api/marketplace-public-offerings/routes';
import { marketplaceResourcesRoutes } from '#functions/api/marketplace-resources/routes';
import { openstackTenantsRoutes } from '#functions/api/openstack-tenants/routes';
import { projectsRoutes } from '#functions/api/projects/routes';
import { rancherClustersRoutes } from '#functions/api/rancher-clusters/routes';
import { rancherNodesRoutes } from '#functions/api/rancher-nodes/routes';
import { serviceSettingsRoutes } from '#functions/api/service-settings/routes';
import { usersRoutes } from '#functions/api/users/routes';
import { secretsManagerSecrets } from '#shared/adapters/aws/secrets';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { hashToken } from '#shared/app/hash-token';
import type { RoleGrant } from '#shared/domain/role';
import type { User } from '#shared/domain/user';
import { Misconfigured } from '#shared/errors';
import type { IdentityTokens } from '#shared/ports/identity';
import type { Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { randomIds } from '#shared/runtime/system';
import { aGrant, anApiToken, aUser, aUuid } from '#test/builders';
import type { TestClock } from '#test/test-clock';
import { newStore } from '../new-store.ts';
import { recordingLog } from './recording-log.ts';
import { testSecretsClient } from './test-secrets-client.ts';

export type Asked = { token?: string; body?: unknown; headers?: Record<string, string> };
export type Answered = { status: number; headers: Record<string, unknown>; text: string; body: unknown };
export type Person = { user: User; token: string };
export type ApiUnderTest = {
  store: Store;
  secrets: Secrets;
  stage: string;
  clock: TestClock;
  log: ReturnType<typeof recordingLog>;
  /** One HTTP call, as the gateway hands it to the function of the resource. */
  ask(method: string, address: string, asked?: Asked): Promise<Answered>;
  /** A user with an API token and these roles. */
  person(user?: Partial<User>, ...grants: Partial<RoleGrant>[]): Promise<Person>;
};

export const ORIGIN = 'https://paddock.example';
// middy asks the context for nothing that a test would have to give
const context = { awsRequestId: 'test', functionName: 'test' } as Context;

const parsed = (text: string): unknown => (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text);

/** The route tables with the real store, secret store and clouds; nothing of ours is replaced but clock and log. */
export async function apiUnderTest(options: { identityTokens?: IdentityTokens } = {}): Promise<ApiUnderTest> {
  const { store, clock } = await newStore();
  const secrets = secretsManagerSecrets({ client: testSecretsClient(), clock });
  const log = recordingLog();
  const stage = `test-${aUuid()}`;
  const settingsOf = async (uuid: string) => {
    const settings = await store.settings.get(uuid);
    if (settings.type !== 'OpenStack') throw new Misconfigured(`${settings.name} is not an OpenStack cloud`);
    return settings;
  };
  const openstack = openstackSessions({ secrets, settingsOf, stage, clock });
  const deps = { store, secrets, openstack, stage, clock, ids: randomIds, log, publicUrl: undefined, ...options };
  const tables: Record<string, Routes> = {
    users: usersRoutes(deps),
    'api-tokens': apiTokensRoutes(deps),
    customers: customersRoutes(deps),
    projects: projectsRoutes(deps),
    'service-settings': serviceSettingsRoutes(deps),
    'openstack-tenants': openstackTenantsRoutes(deps),
    'marketplace-provider-offerings': marketplaceProviderOfferingsRoutes(deps),
    'marketplace-public-offerings': marketplacePublicOfferingsRoutes(deps),
    'marketplace-offerings': marketplacePublicOfferingsRoutes(deps),
    'marketplace-orders': marketplaceOrdersRoutes(deps),
    'marketplace-resources': marketplaceResourcesRoutes(deps),
    'rancher-clusters': rancherClustersRoutes(deps),
    'rancher-nodes': rancherNodesRoutes(deps),
  };
  return {
    store,
    secrets,
    stage,
    clock,
    log,
    async ask(method, address, { token, body, headers = {} } = {}) {
      const url = new URL(address, `${ORIGIN}/api/`);
      const event = {
        rawPath: url.pathname,
        rawQueryString: url.search.slice(1),
        headers: {
          host: 'paddock.example',
          ...(token !== undefined && { authorization: `Token ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        requestContext: { http: { method } },
      };
      const handler = apiHandler(deps, tables[url.pathname.split('/')[2] ?? ''] ?? {});
      const { statusCode = 0, headers: answered = {}, body: text = '' } = await handler(event, context);
      return { status: statusCode, headers: answered, text, body: parsed(text) };
    },
    async person(fields = {}, ...grants) {
      const user = aUser(fields);
      const token = randomIds.token();
      await store.commit(
        store.users.insert(user),
        store.apiTokens.insert(anApiToken({ userUuid: user.uuid, hash: hashToken(token) })),
        ...grants.map((grant) => store.grants.insert(aGrant({ userUuid: user.uuid, ...grant }))),
      );
      return { user, token };
    },
  };
}
