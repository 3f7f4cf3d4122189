import { z } from 'zod';
import { manualClock } from '../_kit/manual-clock.ts';
import { serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../openstack.ts';

const printed = z.object({
  projects: z.record(
    z.enum(['demo', 'other']),
    z.object({
      id: z.string(),
      application_credential_id: z.string(),
      application_credential_secret: z.string(),
      network_id: z.string(),
      subnet_id: z.string(),
      router_id: z.string(),
      security_group_id: z.string(),
    }),
  ),
  images: z.record(z.string(), z.string()),
  external_network_id: z.string(),
});

export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** A client with one token. Its microversion of Nova is 2.90 by default. */
export interface Client {
  token: string;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body?: unknown): Promise<Answer>;
  delete(path: string): Promise<Answer>;
}

/** A cloud on a real socket. Only `advance` moves the cloud's clock. `renew` resets the cloud between tests. */
export async function startCloud(args: string[] = []) {
  const clock = manualClock();
  const definition = simulator(args, clock);
  const { url, close } = await serveSimulator(definition);
  const credentials = printed.parse(definition.credentials(url));
  const login = (auth: unknown) => send(url, 'POST', '/identity/v3/auth/tokens', { body: { auth } });
  const client = async (auth: unknown) => clientOf(url, (await login(auth)).headers.get('x-subject-token') ?? '');
  const clients = async () => ({
    demo: await client(byCredential(credentials.projects.demo)),
    other: await client(byCredential(credentials.projects.other)),
    admin: await client(byPassword('admin', 'admin')),
  });
  const reset = () => send(url, 'POST', '/_sim/reset', {});
  return {
    ...{ url, close, login, client, reset, ...credentials, ...(await clients()) },
    advance: clock.advance,
    state: async () => (await send(url, 'GET', '/_sim/state', {})).body,
    setDelays: (delays: Record<string, number>) => send(url, 'PUT', '/_sim/delays', { body: delays }),
    anonymous: clientOf(url, ''),
    async renew() {
      await reset();
      clock.rewind();
      Object.assign(this, await clients());
    },
  };
}

export type CloudUnderTest = Awaited<ReturnType<typeof startCloud>>;

interface Credential {
  application_credential_id: string;
  application_credential_secret: string;
}

export const byCredential = (credential: Credential) => ({
  identity: {
    methods: ['application_credential'],
    application_credential: {
      id: credential.application_credential_id,
      secret: credential.application_credential_secret,
    },
  },
});

/** A login by password. It is scoped to the named project, or unscoped if the project is null. */
export const byPassword = (name: string, project: string | null, password = name) => ({
  identity: { methods: ['password'], password: { user: { name, domain: { id: 'default' }, password } } },
  ...(project !== null && { scope: { project: { name: project, domain: { id: 'default' } } } }),
});

const clientOf = (url: string, token: string): Client => ({
  token,
  get: (path, headers) => send(url, 'GET', path, { token, headers }),
  post: (path, body, headers) => send(url, 'POST', path, { token, body, headers }),
  put: (path, body) => send(url, 'PUT', path, { token, body }),
  patch: (path, body) => send(url, 'PATCH', path, { token, body }),
  delete: (path) => send(url, 'DELETE', path, { token }),
});

async function send(
  url: string,
  method: string,
  path: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> | undefined },
): Promise<Answer> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...(token && { 'x-auth-token': token }), 'openstack-api-version': 'compute 2.90', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5_000),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

/** The id of the object in an answer. The object is the value of the answer's only key, e.g. `server`. */
export function idIn({ status, body }: Answer): string {
  const [object] = Object.values(z.record(z.string(), z.unknown()).parse(body));
  const parsed = z.object({ id: z.string() }).safeParse(object);
  if (!parsed.success) throw new Error(`no object in ${status} ${JSON.stringify(body)}`);
  return parsed.data.id;
}

export function rowsIn({ body }: Answer): Record<string, unknown>[] {
  const [rows] = Object.values(z.record(z.string(), z.unknown()).parse(body));
  return z.array(z.record(z.string(), z.unknown())).parse(rows);
}

export const namesIn = (answer: Answer) => rowsIn(answer).map(({ name }) => name);
