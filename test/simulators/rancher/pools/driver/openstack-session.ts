import { z } from 'zod';
import type { DriverFlags } from './driver-flags.ts';

/** An error with the message of the driver's library. */
export class DriverError extends Error {
  override name = 'DriverError';
}

const AGENT = 'docker-machine/v1 gophercloud/2.0.0';
const TIMEOUT = 30_000;
const FACES: Record<string, string> = { internalURL: 'internal', adminURL: 'admin' };
const catalog = z.object({
  token: z.object({
    catalog: z.array(
      z.object({
        type: z.string(),
        endpoints: z.array(z.object({ interface: z.string(), region_id: z.string().nullish(), url: z.string() })),
      }),
    ),
  }),
});
type Service = 'compute' | 'network' | 'volumev3';
/** The version that the library appends to a service's endpoint, if the endpoint lacks it. */
const VERSIONS: Partial<Record<Service, string>> = { network: '/v2.0' };

export interface OpenstackSession {
  send(service: Service, method: string, path: string, body?: unknown, microversion?: string): Promise<unknown>;
}

/**
 * Logs in to OpenStack as the driver does.
 * @throws DriverError
 */
export async function openstackSession(flags: DriverFlags, signal: AbortSignal): Promise<OpenstackSession> {
  const signals = () => AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]);
  const url = `${flags.text('authUrl').replace(/\/$/, '')}/auth/tokens`;
  const headers = { 'content-type': 'application/json', 'user-agent': AGENT };
  const body = JSON.stringify({ auth: authOf(flags) });
  const answer = await reached(fetch(url, { method: 'POST', headers, body, signal: signals() }));
  const text = await answer.text();
  if (answer.status !== 201) throw refusal('POST', url, answer.status, text);
  const services = catalog.parse(JSON.parse(text)).token.catalog;
  const token = answer.headers.get('x-subject-token') ?? '';
  const endpointOf = (service: Service): string => {
    const face = FACES[flags.text('endpointType')] ?? 'public';
    const region = flags.text('region');
    const found = services
      .find(({ type }) => type === service)
      ?.endpoints.find((one) => one.interface === face && (region === '' || one.region_id === region));
    if (!found) throw new DriverError('No suitable endpoint could be found in the service catalog.');
    return `${found.url.replace(/\/$/, '')}${VERSIONS[service] ?? ''}`;
  };
  return {
    async send(service, method, path, given, microversion) {
      const address = `${endpointOf(service)}${path}`;
      const sent = await reached(
        fetch(address, {
          method,
          headers: {
            ...{ ...headers, 'x-auth-token': token },
            ...(microversion && { 'openstack-api-version': `compute ${microversion}` }),
          },
          ...(given !== undefined && { body: JSON.stringify(given) }),
          signal: signals(),
        }),
      );
      const received = await sent.text();
      if (!sent.ok) throw refusal(method, address, sent.status, received);
      return /^[[{]/.test(received) ? JSON.parse(received) : undefined;
    },
  };
}

async function reached(asked: Promise<Response>): Promise<Response> {
  try {
    return await asked;
  } catch (error) {
    throw new DriverError(error instanceof Error ? `${error.message}: ${String(error.cause ?? '')}` : String(error));
  }
}

function refusal(method: string, url: string, status: number, body: string): DriverError {
  const where = `[${method} ${url}]`;
  const words: Record<number, string> = {
    400: `Bad request with: ${where}, error message: ${body}`,
    401: 'Authentication failed',
    403: `Request forbidden: ${where}, error message: ${body}`,
    404: 'Resource not found',
    405: 'Method not allowed',
    500: 'Internal Server Error',
  };
  const other = `Expected HTTP response code [200 201 202 204] when accessing ${where}, but got ${status} instead\n${body}`;
  return new DriverError(words[status] ?? other);
}

/** A password has priority over an application credential. */
function authOf(flags: DriverFlags) {
  const { text } = flags;
  if (text('password') !== '') return passwordAuth(flags);
  const [id, name, secret] = ['Id', 'Name', 'Secret'].map((part) => text(`applicationCredential${part}`));
  if (id) return applicationAuth({ id, secret });
  if (name) return applicationAuth({ name, secret, user: userOf(flags) });
  throw new DriverError('You must provide a password to authenticate');
}

const applicationAuth = (credential: object) => ({
  identity: { methods: ['application_credential'], application_credential: credential },
});

function passwordAuth(flags: DriverFlags) {
  const { text } = flags;
  const [tenantId, tenantName] = [text('tenantId'), text('tenantName')];
  const domain = domainOf(flags, ['tenantDomain', 'domain', 'userDomain']);
  return {
    identity: { methods: ['password'], password: { user: { ...userOf(flags), password: text('password') } } },
    ...(tenantId !== '' && { scope: { project: { id: tenantId } } }),
    ...(tenantId === '' && tenantName !== '' && { scope: { project: { name: tenantName, domain } } }),
  };
}

function userOf(flags: DriverFlags) {
  const [id, name] = [flags.text('userId'), flags.text('username')];
  if (id !== '') return { id };
  if (name === '')
    throw new DriverError('Exactly one of Username and UserID must be provided for password authentication');
  return { name, domain: domainOf(flags, ['userDomain', 'domain']) };
}

function domainOf({ text }: DriverFlags, prefixes: string[]) {
  for (const prefix of prefixes) {
    if (text(`${prefix}Id`) !== '') return { id: text(`${prefix}Id`) };
    if (text(`${prefix}Name`) !== '') return { name: text(`${prefix}Name`) };
  }
  throw new DriverError('You must provide exactly one of DomainID or DomainName to authenticate by Username');
}
