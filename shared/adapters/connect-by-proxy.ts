import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type Socket } from 'node:net';
import { type ConnectionOptions, connect } from 'node:tls';

/** `code` is the text for messages: `PROXY_403` for such an answer of the proxy. */
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

/** Opens a tunnel through the proxy: CONNECT of RFC 9110 §9.3.6. */
function openTunnel({ proxy, hostname, port, timeoutMs }: Options): Promise<Socket> {
  const at = new URL(proxy);
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`;
  const options: RequestOptions = {
    ...{ host: at.hostname.replaceAll(/[[\]]/g, ''), method: 'CONNECT', path: authority, headers: { host: authority } },
    port: at.port || (at.protocol === 'https:' ? 443 : 80),
    // A tunnel is one connection, which its caller keeps.
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

/** TLS with the target through the tunnel. Its certificate is verified here; the proxy cannot read the traffic. */
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
 * A connection to a target through an HTTP proxy, with TLS if `trust` is given. Rejects with an Error that has a
 * `code`. undici's own ProxyAgent repeats requests for ever when a proxy closes a connection without an answer.
 */
export async function connectByProxy(options: Options, trust?: ConnectionOptions): Promise<Socket> {
  const tunnel = await openTunnel(options);
  return trust === undefined ? tunnel : secure(tunnel, options, trust);
}
