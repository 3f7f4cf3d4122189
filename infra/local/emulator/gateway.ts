import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { OperatorError } from '../operator-error.ts';
import { answerFromFolder } from './console-files.ts';

/** API Gateway waits 30 s for a function. This timeout is a little longer, so that the emulator can answer first. */
const UPSTREAM_TIMEOUT_MS = 35_000;
/**
 * How many calls may run at the same time. Further calls wait. For each running call the emulator starts a process,
 * which keeps its memory for a while.
 */
const MAX_AT_ONCE = 6;
/** Headers that are about one connection and not about the message (RFC 9110 §7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

export interface Gateway {
  readonly url: string;
  /**
   * After this call, the gateway forwards requests to a deployed HTTP API. Before this call, the gateway answers
   * requests with 503.
   */
  forwardTo(target: GatewayTarget): void;
  /** After this call, the gateway serves the console at `/console/` from this folder. */
  serveConsole(folder: string): void;
  close(): Promise<void>;
}

export interface GatewayTarget {
  readonly emulatorUrl: string;
  readonly apiId: string;
}

/**
 * Offers the deployed HTTP API at a plain address of this machine, as a custom domain does on AWS. The gateway forwards
 * paths unchanged, including a slash at the end. The emulator then finds the route by AWS's rules ("Routing API
 * requests" in docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html). A full match comes
 * before a greedy match, and a greedy match before `$default`. The rules do not mention a slash at the end. For the
 * emulator, `/x/` is neither `/x` nor a path below `/x`.
 * @throws OperatorError when the port is taken
 */
export async function startGateway(port: number): Promise<Gateway> {
  let target: GatewayTarget | undefined;
  let consoleFiles: string | undefined;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_AT_ONCE });
  const server = createServer((incoming, outgoing) => {
    if (consoleFiles && answerFromFolder(consoleFiles, incoming, outgoing)) return;
    if (target) forward(incoming, outgoing, target, agent);
    else refuse(outgoing, 503, 'Paddock is starting: try again in a few seconds.');
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new OperatorError(
      `Port ${port} of 127.0.0.1 is not free (${code(error)}): stop what listens there or set PADDOCK_API_PORT.`,
    );
  });
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    forwardTo: (next) => {
      target = next;
    },
    serveConsole: (folder) => {
      consoleFiles = folder;
    },
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: GatewayTarget, agent: Agent): void {
  const url = `${target.emulatorUrl}/_aws/execute-api/${target.apiId}/$default${incoming.url ?? '/'}`;
  const upstream = request(url, {
    agent,
    method: incoming.method,
    headers: forwardedHeaders(incoming),
    timeout: UPSTREAM_TIMEOUT_MS,
  });
  upstream.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  upstream.on('timeout', () => upstream.destroy(new Error('it did not answer in time')));
  upstream.on('error', (error) => {
    if (outgoing.headersSent) outgoing.destroy();
    else refuse(outgoing, 502, `The local cloud does not answer (${code(error)}): is it still running?`);
  });
  outgoing.once('close', () => upstream.destroy());
  incoming.pipe(upstream);
}

/**
 * Headers of the forwarded request. `Host` becomes the emulator's host, because the emulator finds the API by this
 * header. The caller's own `Host` is forwarded as X-Forwarded-Host.
 */
function forwardedHeaders(incoming: IncomingMessage): IncomingHttpHeaders {
  const { host, ...headers } = endToEnd(incoming.headers);
  return {
    ...headers,
    'x-forwarded-host': host ?? '',
    'x-forwarded-proto': 'http',
    'x-forwarded-for': incoming.socket.remoteAddress ?? '',
  };
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
}

function refuse(outgoing: ServerResponse, status: number, detail: string): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address ? address.port : 0;
}

function code(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
