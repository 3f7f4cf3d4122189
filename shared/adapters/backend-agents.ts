import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import { type ConnectionOptions, connect, getCACertificates } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { type Outbound, proxyFor } from '#shared/domain/_core/outbound-proxy';

const CONNECT_TIMEOUT_MS = 10_000;

export type Trust = {
  baseUrl: string;
  /** Whether to verify the backend's certificate. Default: true. */
  verifyTls?: boolean;
  /** PEM certificates that are trusted in addition to the system's certificates. */
  caBundle?: string;
  /** Client certificate and key as PEM, for backends that authenticate clients by certificate. */
  clientCertificate?: { certificate: string; key: string };
};

const agents = new Map<string, Agent>();

/**
 * The connection pool of a backend. Backends with equal origin, TLS settings and proxy share one pool. A pool lives as
 * long as the process.
 */
export function agentFor(trust: Trust, outbound: Outbound): Agent {
  const { baseUrl, verifyTls, caBundle, clientCertificate } = trust;
  const proxy = proxyFor(baseUrl, outbound);
  const key = JSON.stringify([new URL(baseUrl).origin, verifyTls, caBundle, clientCertificate, proxy]);
  const known = agents.get(key);
  if (known) return known;
  const connect = proxy === undefined ? { ...tlsOf(trust), timeout: CONNECT_TIMEOUT_MS } : byProxy(proxy, tlsOf(trust));
  const agent = new Agent({ connect });
  agents.set(key, agent);
  return agent;
}

const tlsOf = ({ verifyTls = true, caBundle, clientCertificate }: Trust) => ({
  rejectUnauthorized: verifyTls,
  ...(caBundle && { ca: [...getCACertificates('default'), caBundle] }),
  ...(clientCertificate && { cert: clientCertificate.certificate, key: clientCertificate.key }),
});

/** Connects through a proxy by a CONNECT tunnel, even for plain HTTP. */
const byProxy =
  (proxy: string, tls: ConnectionOptions): buildConnector.connector =>
  ({ hostname, port, protocol }, done) => {
    const isSecure = protocol === 'https:';
    const target = { hostname, port: Number(port || (isSecure ? 443 : 80)) };
    connectByProxy({ ...target, proxy, timeoutMs: CONNECT_TIMEOUT_MS }, isSecure ? tls : undefined).then(
      (socket) => done(null, socket),
      (cause: Error) => done(cause, null),
    );
  };

/**
 * The error when a proxy opens no tunnel. Messages show its `code`, such as `PROXY_403` for a proxy that answered 403.
 */
class ProxyFailure extends Error {
  readonly code: string;
  constructor(code: string) {
    super(`the proxy opened no tunnel (${code})`);
    this.name = 'ProxyFailure';
    this.code = code;
  }
}

type Target = { hostname: string; port: number };
type Options = Target & { proxy: string; timeoutMs: number };

/** Opens a tunnel through the proxy by CONNECT (RFC 9110 §9.3.6). */
function openTunnel({ proxy, hostname, port, timeoutMs }: Options): Promise<Socket> {
  const at = new URL(proxy);
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const options: RequestOptions = {
    host: at.hostname.replaceAll(/[[\]]/g, ''),
    method: 'CONNECT',
    path: authority,
    headers: { host: authority },
    port: at.port || (at.protocol === 'https:' ? 443 : 80),
    // This connection belongs to the tunnel alone, so it must not return to a pool.
    agent: false,
  };
  return new Promise((resolve, reject) => {
    const asked = (at.protocol === 'https:' ? httpsRequest : httpRequest)(options);
    const timer = setTimeout(() => asked.destroy(new ProxyFailure('PROXY_TIMEOUT')), timeoutMs);
    asked.once('close', () => clearTimeout(timer));
    asked.once('error', reject);
    asked.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
      } else {
        socket.destroy();
        reject(new ProxyFailure(`PROXY_${statusCode}`));
      }
    });
    asked.end();
  });
}

/**
 * Starts TLS with the target through the tunnel. Node verifies the target's certificate, so the proxy cannot read the
 * traffic.
 */
function secure(tunnel: Socket, { hostname, timeoutMs }: Options, trust: ConnectionOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const name = isIP(hostname) === 0 ? { servername: hostname } : {};
    const socket = connect({ ...trust, ...name, socket: tunnel, host: hostname });
    const timer = setTimeout(() => socket.destroy(new ProxyFailure('PROXY_TIMEOUT')), timeoutMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      socket.off('error', reject);
      resolve(socket);
    });
  });
}

/**
 * Connects to a target through an HTTP proxy, with TLS if `trust` is given. Rejects with an Error that has a `code`.
 * undici's own ProxyAgent is not used, because it repeats a request for ever if a proxy closes the connection without
 * an answer.
 */
export async function connectByProxy(options: Options, trust?: ConnectionOptions): Promise<Socket> {
  const tunnel = await openTunnel(options);
  return trust === undefined ? tunnel : secure(tunnel, options, trust);
}

/**
 * The connection pool of `agent`, for a client library that does not limit the size of answers. `take` gets each part
 * of an answer, and throws when the answer is too large.
 */
export const observedAgent = (agent: Agent, take: (part: Uint8Array) => void): Dispatcher =>
  agent.compose((dispatch) => (options, handler) => {
    const observed: Dispatcher.DispatchHandler = {
      onRequestStart: (...given) => handler.onRequestStart?.(...given),
      // Removes the header Content-Encoding, so that the client does not decompress the answer: a small compressed
      // answer could become very large.
      onResponseStart: (controller, status, { 'content-encoding': _, ...headers }, text) =>
        handler.onResponseStart?.(controller, status, headers, text),
      onResponseData(controller, part) {
        take(part);
        handler.onResponseData?.(controller, part);
      },
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    };
    return dispatch(options, observed);
  });
