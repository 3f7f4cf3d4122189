import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { Agent, type buildConnector } from 'undici';
import { type Outbound, proxyFor } from '#shared/domain/_core/outbound';
import { connectByProxy } from './connect-by-proxy.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** A backend's address, and how to verify it. */
export type Trust = {
  baseUrl: string;
  /** Default: true. */
  verifyTls?: boolean;
  /** PEM certificates to trust, besides the system's. */
  caBundle?: string;
  /** PEM, for backends that authenticate by client certificate. */
  clientCertificate?: { certificate: string; key: string };
};

const agents = new Map<string, Agent>();

/** One pool of connections for each origin, trust and proxy, for the lifetime of the process. */
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

/** Uses CONNECT, also for plain HTTP. */
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
