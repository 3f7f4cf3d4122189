import ipaddr from 'ipaddr.js';
import type { Cloud } from '../cloud.ts';
import { neutronRefusal } from '../refusal.ts';
import type { FixedIp, Pool, Subnet } from './rows.ts';

/** An IPv4 address as a number, so that addresses can be compared. */
export const toNumber = (address: string): number =>
  ipaddr.IPv4.parse(address)
    .toByteArray()
    .reduce((sum, byte) => sum * 256 + byte, 0);

export const toAddress = (value: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

export const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text);

export interface Range {
  first: number;
  last: number;
}

/** A prefix as a range of numbers; undefined when it is not an IPv4 prefix. */
export function rangeOf(cidr: string): Range | undefined {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) return undefined;
  const first = toNumber(ipaddr.IPv4.networkAddressFromCIDR(cidr).toString());
  const last = toNumber(ipaddr.IPv4.broadcastAddressFromCIDR(cidr).toString());
  return { first, last };
}

export const contains = ({ first, last }: Range, address: string) =>
  toNumber(address) >= first && toNumber(address) <= last;

export const poolRange = ({ start, end }: Pool): Range => ({ first: toNumber(start), last: toNumber(end) });

export function takenAddresses(cloud: Cloud, subnetId: string): Set<string> {
  const ports = [...cloud.neutron.ports.values()];
  const inSubnet = ports.flatMap(({ fixed_ips }) => fixed_ips.filter((ip) => ip.subnet_id === subnetId));
  return new Set(inSubnet.map(({ ip_address }) => ip_address));
}

/**
 * Whether a port could have the address. It must be in the subnet, and be neither the network nor the broadcast
 * address.
 */
export function isUsable(subnet: Subnet, address: string): boolean {
  const range = rangeOf(subnet.cidr);
  if (!range || !isAddress(address)) return false;
  const value = toNumber(address);
  return value > range.first && value < range.last;
}

/**
 * A random free address of the pools, as Neutron chooses one.
 * @throws Refusal 409 IpAddressGenerationFailure when none is left
 */
export function drawAddress(cloud: Cloud, subnet: Subnet): FixedIp {
  const taken = takenAddresses(cloud, subnet.id);
  if (subnet.gateway_ip) taken.add(subnet.gateway_ip);
  const ranges = subnet.allocation_pools.map(poolRange);
  const size = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const start = Math.floor(Math.random() * size);
  for (let step = 0; step < size; step += 1) {
    const address = nthAddress(ranges, (start + step) % size);
    if (!taken.has(address)) return { subnet_id: subnet.id, ip_address: address };
  }
  const message = `No more IP addresses available on network ${subnet.network_id}.`;
  throw neutronRefusal(409, 'IpAddressGenerationFailure', message);
}

function nthAddress(ranges: Range[], index: number): string {
  let left = index;
  for (const { first, last } of ranges) {
    if (left <= last - first) return toAddress(first + left);
    left -= last - first + 1;
  }
  throw new RangeError(`no address ${index} in the pools`);
}
