import { parse } from 'yaml';
import { z } from 'zod';

const SECONDS_PER_ANSWER = 10;
const USER_AGENT = 'cluster-api-provider-openstack/v0.12.4';

const cloudsFile = z.object({
  clouds: z.record(
    z.string(),
    z.object({
      auth: z.object({
        auth_url: z.string(),
        application_credential_id: z.string(),
        application_credential_secret: z.string(),
      }),
      interface: z.string().default('public'),
      region_name: z.string().optional(),
    }),
  ),
});
type Cloud = z.infer<typeof cloudsFile>['clouds'][string];

const token = z.object({
  token: z.object({
    project: z.object({ id: z.string() }),
    catalog: z.array(
      z.object({
        type: z.string(),
        endpoints: z.array(z.object({ interface: z.string(), region: z.string(), url: z.string() })),
      }),
    ),
  }),
});
type Catalog = z.infer<typeof token>['token']['catalog'];

/** The types of services in the catalog, and what gophercloud appends to their addresses. */
const SERVICES = {
  network: { types: ['network'], suffix: '/v2.0' },
  compute: { types: ['compute'], suffix: '' },
  volume: { types: ['block-storage', 'volumev3'], suffix: '' },
  image: { types: ['image'], suffix: '/v2' },
  'load-balancer': { types: ['load-balancer'], suffix: '/v2.0' },
} as const;
type Service = keyof typeof SERVICES;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export const row = z.looseObject({ id: z.string() });
export type Row = z.infer<typeof row>;

/** A refusal of the cloud, in gophercloud's words. */
export class CloudRefusal extends Error {
  readonly status: number;

  constructor(status: number, { method, url, text }: { method: Method; url: string; text: string }) {
    super(`Expected HTTP response code [] when accessing [${method} ${url}], but got ${status} instead: ${text}`);
    this.status = status;
  }
}

export interface CloudClient {
  ask(service: Service, method: Method, path: string, body?: object): Promise<unknown>;
  first(service: Service, path: string): Promise<Row | undefined>;
  rows(service: Service, path: string): Promise<Row[]>;
  /** Makes an object. The cloud's answer holds the object in a field named after its kind. */
  make(service: Service, path: string, body: object): Promise<Row>;
  /** Deletes an object that may be gone already. */
  remove(service: Service, path: string): Promise<void>;
}

function endpointOf(catalog: Catalog, service: Service, cloud: Cloud): string {
  const { types, suffix } = SERVICES[service];
  const found = catalog
    .filter(({ type }) => types.some((one) => one === type))
    .flatMap(({ endpoints }) => endpoints)
    .find((one) => one.interface === cloud.interface && [undefined, one.region].includes(cloud.region_name));
  if (found) return found.url.replace(/\/$/, '') + suffix;
  const noService = 'No suitable endpoint could be found in the service catalog.';
  throw new Error(
    service === 'load-balancer' ? `failed to create load balancer service client: ${noService}` : noService,
  );
}

async function send(method: Method, url: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(url, {
    ...{ method, headers: { 'content-type': 'application/json', 'user-agent': USER_AGENT, ...headers } },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(SECONDS_PER_ANSWER * 1000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new CloudRefusal(answer.status, { method, url, text });
  const json: unknown = text === '' ? {} : JSON.parse(text);
  return { headers: answer.headers, json };
}

/** Signs in with the application credential in a `clouds.yaml`. Each client has a token of its own. */
export async function cloudClient(file: string, cloudName: string): Promise<CloudClient> {
  const cloud = cloudsFile.parse(parse(file)).clouds[cloudName];
  if (!cloud) throw new Error(`failed to parse clouds credentials in bytes: no cloud ${cloudName}`);
  const { auth_url: authUrl, application_credential_id: id, application_credential_secret: secret } = cloud.auth;
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const login = await send('POST', `${authUrl.replace(/\/$/, '')}/auth/tokens`, {}, { auth: { identity } });
  const { catalog } = token.parse(login.json).token;
  const headers = {
    'x-auth-token': login.headers.get('x-subject-token') ?? '',
    'openstack-api-version': 'compute 2.90',
  };
  const ask: CloudClient['ask'] = async (service, method, path, body) =>
    (await send(method, endpointOf(catalog, service, cloud) + path, headers, body)).json;
  const rows: CloudClient['rows'] = async (service, path) => {
    const answer = z.record(z.string(), z.unknown()).parse(await ask(service, 'GET', path));
    return z.array(row).parse(Object.values(answer)[0]);
  };
  return {
    ask,
    rows,
    first: async (service, path) => (await rows(service, path))[0],
    make: async (service, path, body) =>
      row.parse(Object.values(z.record(z.string(), z.unknown()).parse(await ask(service, 'POST', path, body)))[0]),
    async remove(service, path) {
      try {
        await ask(service, 'DELETE', path);
      } catch (error) {
        if (!(error instanceof CloudRefusal && error.status === 404)) throw error;
      }
    },
  };
}
