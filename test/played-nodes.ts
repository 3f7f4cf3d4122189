import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, createServer as createTlsServer, request } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** A server that listens in place of a node's service. */
export interface PlayedService {
  close(): Promise<void>;
}

/**
 * Closing the server also closes its connections, as when a machine disappears. Otherwise, the health checks of a load
 * balancer could keep connections open.
 */
function listening(server: Server, address: string, port: number): Promise<PlayedService> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      for (const socket of sockets) socket.destroy();
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve({ close }));
  });
}

/** A service that sends its own address on each connection. */
export function playIngress(address: string, port: number): Promise<PlayedService> {
  return listening(
    createServer((socket) => {
      socket.on('error', () => undefined).end(address);
    }),
    address,
    port,
  );
}

/**
 * A self-signed certificate. A load balancer does not trust it, just as it does not trust the certificates of a
 * cluster.
 */
export function unknownCertificate(folder: string, openssl: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync(openssl, [...options, '-subj', '/CN=kube-apiserver', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

/**
 * An API server that answers `/readyz` with the current status. Every other path gets 200. The body is always the
 * server's address.
 */
export async function startApiServer(
  address: string,
  port: number,
  { status, ...certificate }: { status: number; key: string; cert: string },
): Promise<PlayedService & { become(status: number): void }> {
  let now = status;
  const server = createTlsServer({ ...certificate, keepAlive: false }, (asked, reply) => {
    reply.statusCode = asked.url === '/readyz' ? now : 200;
    reply.setHeader('connection', 'close').end(address);
  });
  const service = await listening(server, address, port);
  return {
    ...service,
    become(next) {
      now = next;
    },
  };
}

/** Returns the text that the service at the address sends. Returns an empty string if nothing answers. */
export const askIngress = (address: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect(port, address);
    socket.setTimeout(2000, () => socket.destroy());
    socket.on('data', (data) => {
      said += data.toString();
    });
    socket.on('error', () => undefined).on('close', () => resolve(said));
  });

export const askApiServer = (address: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });
    const asked = request({ host: address, port, agent, timeout: 2000 }, (reply) => {
      let said = '';
      reply.on('data', (data) => {
        said += String(data);
      });
      reply.on('end', () => resolve(said));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve('')).end();
  });

/** Free ports of this machine. All are reserved together, so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      const service = await listening(server, '127.0.0.1', 0);
      const bound = server.address();
      return { port: typeof bound === 'object' && bound ? bound.port : 0, service };
    }),
  );
  await Promise.all(servers.map(({ service }) => service.close()));
  return servers.map(({ port }) => port);
}
