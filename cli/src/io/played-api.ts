import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type PlayedApi = {
  url: string;
  /** All calls with their bodies, for example `GET /api/version/?page=1`. */
  calls: string[];
  close(): void;
};

/**
 * Starts an API on this machine. Each call, such as `GET /api/version/`, gets the next answer of its list. The last
 * answer is repeated. A path without answers returns 404.
 */
export async function playedApi(answers: Readonly<Record<string, readonly Response[]>>): Promise<PlayedApi> {
  const calls: string[] = [];
  const left = new Map(Object.entries(answers).map(([call, given]) => [call, [...given]]));
  const server = createServer(async (request: IncomingMessage, reply: ServerResponse) => {
    const { method, url = '' } = request;
    calls.push(`${method} ${url} ${await text(request)}`.trimEnd());
    const next = left.get(`${method} ${url.replace(/\?.*/, '')}`) ?? [];
    const answer = ((next.length > 1 ? next.shift() : next[0]) ?? NOT_FOUND).clone();
    reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, calls },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const NOT_FOUND = Response.json({ detail: 'Not found.' }, { status: 404 });
