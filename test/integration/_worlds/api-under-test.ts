import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { apiHandler } from '#functions/api/_http/api-handler';
import { secretsManagerSecrets } from '#shared/adapters/aws/secrets';
import { signClientCertificate } from '#shared/adapters/certificates/sign-client-certificate';
import { openstackSessions } from '#shared/adapters/openstack/openstack-sessions';
import { hashToken } from '#shared/app/identity/hash-token';
import { cloudSettingsOf } from '#shared/app/providers/settings-of';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import { DEFAULT_SITE_SETTINGS, type SiteSettings } from '#shared/domain/_core/site-settings';
import { apiTokenText } from '#shared/domain/identity/api-token';
import type { User } from '#shared/domain/identity/user';
import type { RoleGrant } from '#shared/domain/organizations/role';
import { loadBalancerTemplateProblems } from '#shared/drivers/load-balancer/load-balancer-template-problems';
import { templateProblems } from '#shared/drivers/registry';
import type { IdentityProvider, IdentityTokens } from '#shared/ports/identity';
import type { DomainEvent, Secrets } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { connectedBackends } from '#shared/runtime/wiring/backends';
import { aKeyRing } from '#test/a-key-ring';
import { recordingCalls } from '#test/api-coverage/record-calls';
import { aGrant, anApiToken, aUser, aUuid } from '#test/builders/builders';
import { type Recorded, recordingTelemetry } from '#test/recording-telemetry';
import type { TestClock } from '#test/test-clock';
import { documentedStatuses } from '../_http/documented-answers.ts';
import { routeTables } from '../_http/route-tables.ts';
import { newStore } from './new-store.ts';
import { recordingLog } from './recording-log.ts';
import { testSecretsClient } from './test-secrets-client.ts';

export type Asked = {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  sourceIp?: string;
  /** The remaining time that the Lambda context reports. By default it counts down from the function's timeout. */
  remainingMs?: () => number;
};
export type Answered = {
  status: number;
  headers: Record<string, unknown>;
  cookies: string[];
  text: string;
  body: unknown;
};
export type Person = { user: User; token: string };
export type ApiUnderTest = {
  store: Store;
  client: DynamoDBClient;
  tableName: string;
  auditTableName: string;
  secrets: Secrets;
  stage: string;
  clock: TestClock;
  published: DomainEvent[];
  recorded: Recorded[];
  log: ReturnType<typeof recordingLog>;
  routes: ReturnType<typeof routeTables>;
  /**
   * Sends one HTTP call to the API's handler, as an event of the gateway. Throws if the OpenAPI document does not list
   * the answer's status, unless the status is 500.
   */
  ask(method: string, address: string, asked?: Asked): Promise<Answered>;
  person(user?: Partial<User>, ...grants: Partial<RoleGrant>[]): Promise<Person>;
};

export const ORIGIN = 'https://paddock.example';
const FUNCTION_MS = 15_000;
function contextOf(remainingMs: (() => number) | undefined, functionMs: number): Context {
  const endsMs = performance.now() + functionMs;
  const getRemainingTimeInMillis = remainingMs ?? (() => endsMs - performance.now());
  return { awsRequestId: 'test', functionName: 'test', getRemainingTimeInMillis } as Context;
}

/** Lambda's limit for the size of an answer. */
const MAX_BYTES = 6 * 1024 * 1024;
function checkSize(reply: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(reply));
  if (bytes > MAX_BYTES) throw new Error(`Lambda would refuse an answer of ${bytes} bytes`);
}

const parsed = (text: string): unknown => (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text);

/** The HTTP API event of a call, in payload version 2.0. */
function eventOf(method: string, url: URL, { token, body, headers, sourceIp }: Asked) {
  return {
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: {
      host: 'paddock.example',
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    requestContext: { http: { method, sourceIp } },
  };
}

/**
 * The backends as the deployed functions connect to them. The only difference is that the clouds use the test's clock.
 */
function backends({ store, secrets, stage, clock }: Pick<ApiUnderTest, 'store' | 'secrets' | 'stage' | 'clock'>) {
  return {
    ...connectedBackends(store, secrets, stage),
    openstack: openstackSessions({ secrets, settingsOf: (uuid) => cloudSettingsOf({ store }, uuid), stage, clock }),
  };
}

/** Throws if the status is undocumented. Does not throw for a 500, because the contract lists no defects. */
function checkDocumented(method: string, path: string, status: number): void {
  const documented = documentedStatuses(method, path);
  if (documented === undefined || status === 500 || documented.includes(String(status))) return;
  throw new Error(`${method} ${path} answered ${status}, which its OpenAPI operation does not list`);
}

const SIGN_IN = { returnUrls: ['https://console.example.org/'], sessionHours: 8 };

/**
 * A user with a token that was used a moment ago. The first call with an unused token also writes the time of use. So
 * it would make one more write than later calls.
 */
const personIn =
  (store: Store, clock: TestClock): ApiUnderTest['person'] =>
  async (fields = {}, ...grants) => {
    const user = aUser(fields);
    const token = apiTokenText(user.uuid, randomIds.token());
    const apiToken = anApiToken({ userUuid: user.uuid, hash: hashToken(token), lastUsed: clock.now().toISOString() });
    await store.commit(
      store.users.insert(user),
      store.apiTokens.insert(apiToken),
      ...grants.map((grant) => store.grants.insert(aGrant({ userUuid: user.uuid, ...grant }))),
    );
    return { user, token };
  };

type Options = {
  identityTokens?: IdentityTokens;
  identityProvider?: IdentityProvider;
  site?: SiteSettings;
  edgeKey?: string;
  /** The time that one request may spend on calls of backends. */
  backendsMs?: number;
  functionMs?: number;
};

/** The route tables with the real store, secret store and clouds, but with a test clock and a test log. */
export async function apiUnderTest(options: Options = {}): Promise<ApiUnderTest> {
  const { store, client, tableName, auditTableName, clock } = await newStore();
  const secrets = secretsManagerSecrets({ client: testSecretsClient(), clock });
  const log = recordingLog();
  const published: DomainEvent[] = [];
  const stage = `test-${aUuid()}`;
  for (const prefix of ['hook-key', 'mail-key'] as const) {
    await secrets.put(secretName(stage, prefix, STAGE_KEY), JSON.stringify(aKeyRing()));
  }
  const { recorded, ...telemetry } = recordingTelemetry();
  const deps = {
    store,
    secrets,
    ...backends({ store, secrets, stage, clock }),
    checkTimeoutMs: 1000,
    stage,
    clock,
    ids: randomIds,
    events: { publish: async (event: DomainEvent): Promise<void> => void published.push(event) },
    log,
    ...telemetry,
    publicUrl: undefined,
    site: DEFAULT_SITE_SETTINGS,
    ...SIGN_IN,
    templateProblems,
    loadBalancerTemplateProblems,
    signClientCertificate,
    ...options,
  };
  const tables = routeTables(deps);
  return {
    store,
    client,
    tableName,
    auditTableName,
    secrets,
    stage,
    clock,
    ...{ published, recorded, log },
    routes: tables,
    async ask(method, address, asked = {}) {
      const url = new URL(address, `${ORIGIN}/api/`);
      const handler = apiHandler(deps, tables);
      const context = contextOf(asked.remainingMs, options.functionMs ?? FUNCTION_MS);
      const call = () => handler(eventOf(method, url, asked), context);
      const reply = await recordingCalls(method, url.pathname, call, ({ statusCode = 0 }) => statusCode);
      checkSize(reply);
      const { statusCode = 0, headers = {}, cookies = [], body: text = '' } = reply;
      checkDocumented(method, url.pathname, statusCode);
      return { status: statusCode, headers, cookies, text, body: parsed(text) };
    },
    person: personIn(store, clock),
  };
}
