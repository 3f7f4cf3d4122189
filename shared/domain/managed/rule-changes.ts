import type { SecurityGroupRule } from '../cloud-facts.ts';
import type { SecurityRule } from './security-rules.ts';

/** A rule as a cloud shows it, of which only what it admits is compared. */
type SeenRule = Omit<SecurityGroupRule, 'remoteGroupId' | 'description'>;

/** Neutron calls the ICMP of IPv6 by a name of its own. */
const protocolOf = (protocol: string | null) => (protocol === 'ipv6-icmp' ? 'icmp' : protocol);

function admits({
  direction = 'ingress',
  ethertype = 'IPv4',
  ...rule
}: Partial<SeenRule> & Pick<SeenRule, 'protocol'>): string {
  const { protocol, fromPort = null, toPort = null, cidr = null } = rule;
  return JSON.stringify([direction, ethertype, protocolOf(protocol), fromPort, toPort, cidr]);
}

/**
 * What a group lacks of the rules it is to have, and what it has besides that names an address. Rules towards groups, and those
 * that let everything out of a new group, name none and are not compared.
 */
export function ruleChanges<T extends SeenRule>(
  wanted: readonly SecurityRule[],
  seen: readonly T[],
): { missing: SecurityRule[]; surplus: T[] } {
  const compared = seen.filter(({ cidr }) => cidr !== undefined);
  const there = new Set(compared.map(admits));
  const asked = new Set(wanted.map(admits));
  return {
    missing: wanted.filter((rule) => !there.has(admits(rule))),
    surplus: compared.filter((rule) => !asked.has(admits(rule))),
  };
}
