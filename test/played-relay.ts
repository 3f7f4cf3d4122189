import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { type RelayedCluster, type RelayReport, relayReport } from '#shared/contracts/relay-exchange';

const TOKEN = 'token-of-the-relay';

/** A simulated Paddock that answers each relay report with `answer`. */
export type PlayedPaddock = {
  url: string;
  reports: RelayReport[];
  answer: RelayedCluster[] | 'error';
  close(): void;
};

const urlOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};

export async function playPaddock(): Promise<PlayedPaddock> {
  const server = createServer(async (asked, reply) => {
    const isKnown = asked.headers.authorization === `Bearer ${TOKEN}` && asked.url === '/webhooks/relays';
    paddock.reports.push(relayReport.parse(await json(asked)));
    reply.statusCode = isKnown && paddock.answer !== 'error' ? 200 : 503;
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ clusters: paddock.answer }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const paddock: PlayedPaddock = { url: urlOf(server), reports: [], answer: [], close: () => server.close() };
  return paddock;
}

/** The relay as a separate process, with HAProxy as its child. The caller removes the relay's folder. */
export type RunningRelay = { process: ChildProcess; output: string[] };

export function startRelay(
  folder: string,
  paddock: { url: string; token?: string },
  port: number,
  usesNamespaces: boolean,
): RunningRelay {
  const tokenFile = join(folder, 'token');
  writeFileSync(tokenFile, `${paddock.token ?? TOKEN}\n`);
  const output: string[] = [];
  const started = spawn(process.execPath, ['relay/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PADDOCK_URL: paddock.url,
      PADDOCK_TOKEN_FILE: tokenFile,
      RELAY_NAME: 'network-host-1',
      RELAY_BIND: '127.0.0.1',
      RELAY_PORT: String(port),
      RELAY_NAMESPACES: usesNamespaces ? 'yes' : 'no',
      RELAY_FOLDER: folder,
      RELAY_INTERVAL_MS: '100',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.stdout.on('data', (data: Buffer) => output.push(data.toString()));
  return { process: started, output };
}

/** Stops the relay and the HAProxy process of the relay. */
export async function stopRelay({ process: running }: RunningRelay): Promise<number | null> {
  if (running.exitCode !== null) return running.exitCode;
  running.kill('SIGTERM');
  await once(running, 'exit');
  return running.exitCode;
}

/** Opens TLS through the relay with this server name. Returns undefined if the relay closes the connection. */
export function openThrough(port: number, servername: string): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false });
    socket.once('secureConnect', () => resolve(socket));
    socket.on('error', () => resolve(undefined)).once('close', () => resolve(undefined));
  });
}

/**
 * The fingerprint of the certificate that the relay serves for a server name. Undefined if the relay closes the
 * connection.
 */
export async function fingerprintBehind(port: number, servername: string): Promise<string | undefined> {
  const socket = await openThrough(port, servername);
  const found = socket?.getPeerX509Certificate()?.fingerprint256;
  socket?.destroy();
  return found;
}
