import ipaddr from 'ipaddr.js';

/** How requests to other systems are sent: through an HTTP proxy, except to the hosts in `noProxy`. */
export type Outbound = {
  /** For example `http://proxy.example.org:3128`. Undefined if there is no proxy. */
  proxyUrl?: string | undefined;
  /**
   * Hosts that are called without the proxy: host names (`vault.internal`), domains with all hosts below them
   * (`.internal`), addresses and networks (`10.0.0.0/8`).
   */
  noProxy: readonly string[];
};

export const DIRECT: Outbound = { noProxy: [] };

/** Requests to this machine itself never use a proxy. */
const LOOPBACK = ['localhost', '127.0.0.0/8', '::1/128'];

/**
 * The proxy for a URL. Undefined if its host is called without the proxy. Host names are compared as text, without DNS.
 */
export function proxyFor(address: string, { proxyUrl, noProxy }: Outbound): string | undefined {
  if (proxyUrl === undefined) return undefined;
  const host = new URL(address).hostname.replaceAll(/[[\]]/g, '').replace(/\.$/, '').toLowerCase();
  return [...LOOPBACK, ...noProxy].some((entry) => matches(host, entry.toLowerCase())) ? undefined : proxyUrl;
}

function matches(host: string, entry: string): boolean {
  if (entry.startsWith('.')) return host.endsWith(entry) || host === entry.slice(1);
  return host === entry || (ipaddr.isValid(host) && ipaddr.isValidCIDR(entry) && isWithin(host, entry));
}

function isWithin(host: string, network: string): boolean {
  const [address, [base, bits]] = [ipaddr.process(host), ipaddr.parseCIDR(network)];
  return base.kind() === address.kind() && address.match(base, bits);
}
