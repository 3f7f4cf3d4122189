import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { z } from 'zod';

/**
 * `SILENT` and `CLOSED` are used instead of an HTTP status. `SILENT`: the proxy sends no answer. `CLOSED`: the proxy
 * closes the connection without an answer.
 */
export const SILENT = 0;
export const CLOSED = 1;

export type ConnectProxy = {
  url: string;
  /** `host:port` of each CONNECT, the oldest first. */
  asked: string[];
  /** For each `host:port`, how the proxy refuses a CONNECT: an HTTP status, `SILENT` or `CLOSED`. */
  refusals: Map<string, number>;
  stop(): Promise<void>;
};

/** An HTTP proxy that supports only CONNECT. It connects every host name to 127.0.0.1, so no DNS is needed. */
export async function startConnectProxy(): Promise<ConnectProxy> {
  const asked: string[] = [];
  const refusals = new Map<string, number>();
  const sockets = new Set<Socket>();
  const server = createServer((_request, reply) => reply.writeHead(405).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '' }, client: Socket) => {
    asked.push(url);
    client.on('error', () => client.destroy());
    const status = refusals.get(url);
    if (status === SILENT) return;
    if (status === CLOSED) return void client.destroy();
    if (status !== undefined) {
      client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`);
      return;
    }
    const target = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.custom<AddressInfo>().parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    refusals,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
