import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Answered, ApiUnderTest } from '../_worlds/api-under-test.ts';

const text = z.string();
const textHeaders = (headers: NodeJS.Dict<string | string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));

async function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  return chunks.length === 0 ? undefined : Buffer.concat(chunks).toString();
}

/**
 * `call`: the method and path of a request, with `{uuid}` instead of each uuid. `keys`: the sorted names of the fields
 * in its body.
 */
export type ServedCall = { call: string; keys: string[] };
const callOf = (method: string, url: string): string =>
  `${method} ${url.split('?')[0]?.replaceAll(/[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/g, '{uuid}')}`;
const keysOf = (body: string | undefined): string[] =>
  body ? Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(body))).sort() : [];

/** Serves the API at a local address, for clients that run as separate programs. */
export async function serveApi(api: Pick<ApiUnderTest, 'ask'>) {
  const asked: string[] = [];
  const calls: ServedCall[] = [];
  const answerTo = async (incoming: IncomingMessage): Promise<Answered> => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await bodyOf(incoming);
    asked.push(`${method} ${url.split('?')[0]}`);
    calls.push({ call: callOf(method, url), keys: keysOf(body) });
    const sent = { ...textHeaders(headers), 'x-forwarded-proto': 'http' };
    return api.ask(method, url, { headers: sent, ...(body !== undefined && { body }) });
  };
  const server = createServer((incoming, outgoing) => {
    answerTo(incoming).then(
      ({ status, headers, text: body }) => {
        const plain = Object.entries(headers).map(([name, value]) => [name, text.parse(value)] as const);
        outgoing.writeHead(status, Object.fromEntries(plain)).end(body);
      },
      (error: unknown) => outgoing.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = z.custom<AddressInfo>().parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/api/`,
    asked,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
