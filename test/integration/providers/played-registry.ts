import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

export type PlayedRegistry = { url: string; stop(): Promise<void> };
type Options = {
  user: string;
  password: string;
  /**
   * If true, the registry refers callers to a token service, as Docker Hub and Harbor do. Otherwise the registry itself
   * checks the account.
   */
  byToken?: boolean;
};
type Answer = { status: number; challenge?: string };

/** A simulated registry: its entry point (`GET /v2/`) and, with `byToken`, its token service. */
export async function playRegistry({ user, password, byToken = false }: Options): Promise<PlayedRegistry> {
  const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const isKnown = ({ headers }: IncomingMessage): boolean => headers.authorization === basic;
  const frontDoor = (request: IncomingMessage): Answer => {
    if (byToken) return { status: 401, challenge: `Bearer realm="${url()}/token",service="played"` };
    return isKnown(request) ? { status: 200 } : { status: 401, challenge: 'Basic realm="played"' };
  };
  const answer = (request: IncomingMessage): Answer => {
    if (request.url === '/v2/') return frontDoor(request);
    if (!byToken || !request.url?.startsWith('/token?service=played&')) return { status: 404 };
    return { status: isKnown(request) ? 200 : 401 };
  };
  const server = createServer((request, reply) => send(reply, answer(request)));
  const url = () => `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: url(), stop: () => new Promise((resolve) => void server.close(() => resolve())) };
}

function send(reply: ServerResponse, { status, challenge }: Answer): void {
  reply.writeHead(status, {
    'content-type': 'application/json',
    ...(challenge !== undefined && { 'www-authenticate': challenge }),
  });
  reply.end('{}');
}
