import ipaddr from 'ipaddr.js';

/** Of the public ranges, those where clouds answer their own machines: Azure's wire server. */
const METADATA = new Set(['168.63.129.16']);
/** Never, whatever is configured: where a cloud tells its machines their credentials. */
const NEVER = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast']);
/** … of those that are not link-local: Amazon's over IPv6, Alibaba's and Oracle's. */
const NEVER_ADDRESSES = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192', ...METADATA]);

/**
 * Whether a hook may be delivered to an address: public ones, and the networks (CIDR) that the installation names. An IPv4 address that is
 * written within an IPv6 one is what it is; of the other ways in which IPv6 carries IPv4 (6to4, Teredo, NAT64) none is public.
 */
export function isPermittedAddress(text: string, networks: readonly string[] = []): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  const range = address.range();
  if (NEVER.has(range) || NEVER_ADDRESSES.has(address.toString())) return false;
  return range === 'unicast' || networks.some((network) => isWithin(address, network));
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: string): boolean {
  const [base, bits] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, bits);
}
