import { once } from 'node:events';
import { createServer } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { ServerCertificate } from './certificate-authority.ts';

/**
 * A second socket for the same routes, over TLS on a free port. Its requests are counted, and planned faults apply to
 * them, as at the first socket.
 */
export async function listenOverTls(
  app: FastifyInstance,
  { key, certificate: cert }: ServerCertificate,
  host: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer({ key, cert }, (request, response) => app.routing(request, response));
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : address;
  return {
    url: `https://${host}:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
