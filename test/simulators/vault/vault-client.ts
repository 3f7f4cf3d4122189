import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { manualClock } from '../_kit/manual-clock.ts';
import { serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../vault.ts';

const printed = z.object({ root_token: z.string() });
const anyObject = z.record(z.string(), z.unknown());
const authSchema = z.object({ auth: z.looseObject({ client_token: z.string(), accessor: z.string() }) });

export interface VaultAnswer {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Starts a Vault simulator on a real socket, for tests that use it as clients do. Its clock moves only with `advance`.
 */
export async function startVault() {
  const clock = manualClock();
  const definition = simulator([], clock);
  const { url, close } = await serveSimulator(definition);
  const { root_token: root } = printed.parse(definition.credentials(url));

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await fetch(`${url}/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(5000),
    });
    const received = await answer.text();
    return { status: answer.status, body: received === '' ? {} : anyObject.parse(JSON.parse(received)) };
  }
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    send(method, path, body, { 'x-vault-token': token });
  const admin = as(root);
  return {
    ...{ url, close, root, definition, send, as, admin },
    advance: clock.advance,
    state: async () => anyObject.parse(await (await fetch(`${url}/_sim/state`)).json()),
    tokenWith: async (...policies: string[]) => tokenIn((await admin('POST', 'auth/token/create', { policies })).body),
    async writePolicy(name: string, paths: Record<string, string[]>) {
      const rules = Object.entries(paths).map(([path, capabilities]) => [path, { capabilities }] as const);
      const policy = JSON.stringify({ path: Object.fromEntries(rules) });
      return admin('PUT', `sys/policies/acl/${name}`, { policy });
    },
  };
}

export type TestVault = Awaited<ReturnType<typeof startVault>>;

export const tokenIn = (body: unknown): string => authSchema.parse(body).auth.client_token;

/** Sends `LIST` on a raw socket, because Node's HTTP clients refuse unknown methods. */
export async function rawList(url: string, path: string, token: string): Promise<VaultAnswer> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`LIST /v1/${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nx-vault-token: ${token}\r\n\r\n`);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body: anyObject.parse(JSON.parse(body)) };
}
