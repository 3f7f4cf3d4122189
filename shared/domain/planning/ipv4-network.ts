import ipaddr from 'ipaddr.js';

/** An IPv4 network. Its first and last address are numbers, which can be compared. */
export type Ipv4Network = { first: number; last: number; prefix: number };

const toNumber = (address: string): number =>
  ipaddr.IPv4.parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256 + byte, 0);

/** An IPv4 address as a number. Undefined for any other text. */
export const addressNumber = (text: string): number | undefined =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ? toNumber(text) : undefined;

/** The address that a number stands for: `167772161` is `10.0.0.1`. */
export const addressOf = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

/**
 * Parses a network. Bits after the prefix are ignored, as in Waldur: `10.1.1.7/24` becomes `10.1.1.0/24`
 * (docs/spec/managed-clusters.md#addresses). Undefined for any other text.
 */
export function parseNetwork(text: string): Ipv4Network | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return undefined;
  return {
    first: toNumber(ipaddr.IPv4.networkAddressFromCIDR(text).toString()),
    last: toNumber(ipaddr.IPv4.broadcastAddressFromCIDR(text).toString()),
    prefix: Number(text.split('/')[1]),
  };
}

/** The network as text. Bits after the prefix are zero. */
export const cidrOf = ({ first, prefix }: Ipv4Network): string => `${addressOf(first)}/${prefix}`;

export const overlap = (a: Ipv4Network, b: Ipv4Network): boolean => a.first <= b.last && b.first <= a.last;

export const isWithin = (inner: Ipv4Network, outer: Ipv4Network): boolean =>
  outer.first <= inner.first && inner.last <= outer.last;
