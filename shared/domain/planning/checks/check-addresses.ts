import type { Subnet, TenantFacts } from '../cloud-facts.ts';
import { addressNumber } from '../ipv4-network.ts';
import type { NodeSpec } from '../node-spec.ts';

/**
 * The number of free addresses in a subnet's pools. Undefined for IPv6, where addresses do not run out. Neutron shows
 * this number only to administrators. Therefore the number is computed from the pools and the ports that a member sees.
 * Ports that Neutron will create later, such as DHCP ports, are not subtracted, so that every order that fits is
 * accepted.
 */
export function freeAddresses(
  { id, pools }: Subnet,
  { addresses }: Pick<TenantFacts, 'addresses'>,
): number | undefined {
  const ranges = pools.map(({ start, end }) => ({ first: addressNumber(start), last: addressNumber(end) }));
  const taken = new Set(addresses.filter(({ subnetId }) => subnetId === id).map(({ address }) => address));
  let free = 0;
  for (const { first, last } of ranges) {
    if (first === undefined || last === undefined) return undefined;
    const within = [...taken].filter((address) => {
      const value = addressNumber(address);
      return value !== undefined && value >= first && value <= last;
    });
    free += last - first + 1 - within.length;
  }
  return free;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** Errors about subnets that have too few free addresses for the planned machines (S0-358). */
export function addressProblems(specs: readonly NodeSpec[], facts: TenantFacts): string[] {
  return facts.subnets.flatMap((subnet) => {
    const asked = specs.filter(({ subnetId }) => subnetId === subnet.id).length;
    const free = freeAddresses(subnet, facts);
    if (asked === 0 || free === undefined || asked <= free) return [];
    const left = count(free, 'free address', 'free addresses');
    return [`Subnet ${subnet.name} of tenant ${facts.tenant.name} has ${left}, but the order needs ${asked}.`];
  });
}
