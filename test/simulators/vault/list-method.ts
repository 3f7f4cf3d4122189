import type { Duplex } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { z } from 'zod';

const unparsed = z.looseObject({ rawPacket: z.instanceof(Buffer).optional() });

/**
 * Accepts `LIST`, Vault's own method. Node's HTTP parser refuses unknown methods, but its error has the raw bytes of
 * the request. Such a request is answered like `GET` with `?list=true`, and the connection is closed.
 */
export function acceptListMethod(app: FastifyInstance): void {
  app.server.removeAllListeners('clientError');
  app.server.on('clientError', (error: Error, socket: Duplex) => {
    const request = parseList(unparsed.parse(error).rawPacket?.toString('latin1') ?? '');
    if (!request) return socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    return app.inject(request).then(
      ({ statusCode, statusMessage, body }) => {
        const head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\ncontent-type: application/json\r\nconnection: close`;
        socket.end(`${head}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      },
      () => socket.destroy(),
    );
  });
}

function parseList(packet: string): InjectOptions | undefined {
  const [line = '', ...rest] = (packet.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const url = /^LIST (\S+) HTTP\/1\.1$/.exec(line)?.[1];
  if (url === undefined) return undefined;
  const headers = rest.map((text) => [text.split(':')[0] ?? '', text.split(':').slice(1).join(':').trim()] as const);
  const kept = headers.filter(([name]) => !/^(content-length|transfer-encoding|connection)$/i.test(name));
  return { method: 'GET', url: `${url}${url.includes('?') ? '&' : '?'}list=true`, headers: Object.fromEntries(kept) };
}
