import ipaddr from 'ipaddr.js';
import { Invalid } from '#shared/errors';

/** Addresses that an installation permits for web hooks, besides https addresses in public networks. */
export type HookRules = { hookNetworks: readonly string[]; hooksOverHttp: boolean };

export const notPermitted = (): Invalid =>
  new Invalid({
    destination_url: ['Hooks are delivered only to public networks, and to networks that the operator has allowed.'],
  });

const IP_LITERAL = /^(\[.*\]|[\d.]+)$/;

/**
 * Checks the address of a hook. A literal IP address is checked here. A host name is resolved and checked only when a
 * delivery connects to it. Unusual spellings of an IP address (`0x7f.1`, `2130706433`) are no problem, because `URL`
 * has normalized them.
 */
export function parseDestination(text: string, { hookNetworks, hooksOverHttp }: HookRules): URL {
  const url = new URL(text);
  const isTaken = url.protocol === 'https:' || (hooksOverHttp && url.protocol === 'http:');
  if (!isTaken) throw new Invalid({ destination_url: ['Hooks are delivered over https only.'] });
  if (url.username !== '' || url.password !== '') {
    throw new Invalid({ destination_url: ['The address of a hook must not contain a user name or password.'] });
  }
  const host = url.hostname.replaceAll(/[[\]]/g, '');
  if (IP_LITERAL.test(url.hostname) && !isPermittedAddress(host, hookNetworks)) throw notPermitted();
  return url;
}

/** The public address of Azure's metadata service for machines (`wireserver`). */
const METADATA = new Set(['168.63.129.16']);
/**
 * IPv6 ranges whose addresses contain an IPv4 address: NAT64 (RFC 6052, 8215), 6to4, Teredo and SIIT (RFC 6145). They
 * are refused, because a gateway on the way decides which IPv4 address gets the packet.
 */
const CARRYING_IPV4 = ['rfc6052', 'rfc6145', '6to4', 'teredo'];
/** IPv4-compatible addresses (RFC 4291, 2.5.5.1). `ipaddr.js` treats them as public addresses. */
const IPV4_COMPATIBLE: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('::'), 96];
/** The IPv6 range from which registries assign addresses (RFC 4291, 2.4). */
const GLOBAL_UNICAST: readonly [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];
/**
 * Ranges that no configuration can permit. `linkLocal` contains metadata services, from which machines get their
 * credentials. Addresses in `CARRYING_IPV4` can lead to such services, too.
 */
const NEVER = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast', ...CARRYING_IPV4]);
/**
 * Addresses of metadata services outside the ranges of `NEVER`: Amazon's over IPv6, Alibaba's, Oracle's and Azure's.
 */
const NEVER_ADDRESSES = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192', ...METADATA]);

/**
 * Whether a hook may be delivered to an address. The address must be public, or in a network (CIDR) that the
 * installation permits. An IPv4 address mapped into IPv6 counts as IPv4. Other IPv6 forms of IPv4 addresses are
 * refused.
 */
export function isPermittedAddress(text: string, networks: readonly string[] = []): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  if (NEVER.has(range) || NEVER_ADDRESSES.has(address.toString()) || isIpv4Compatible(address)) return false;
  return isPublic(address) || networks.some((network) => isWithin(address, network));
}

const isIpv4Compatible = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.range() !== 'loopback' && address.match(...IPV4_COMPATIBLE);

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(...GLOBAL_UNICAST));

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
}
