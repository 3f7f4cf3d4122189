import type { SecurityGroupRule } from '#shared/domain/planning/cloud-facts';
import type { SecurityRule } from './security-rules.ts';

/** A rule in the cloud. Only the traffic that it permits is compared. */
type SeenRule = Omit<SecurityGroupRule, 'remoteGroupId' | 'description'>;

/** Neutron calls ICMP of IPv6 by another name than we do. */
const protocolOf = (protocol: string | null) => (protocol === 'ipv6-icmp' ? 'icmp' : protocol);

function admits(rule: Partial<SeenRule> & Pick<SeenRule, 'protocol'>): string {
  const { direction = 'ingress', ethertype = 'IPv4', protocol, fromPort = null, toPort = null, cidr = null } = rule;
  // Neutron stores the range of all TCP or UDP ports as no range.
  const isEveryPort =
    (rule.protocol === 'tcp' || rule.protocol === 'udp') && rule.fromPort === 1 && rule.toPort === 65_535;
  const ports = isEveryPort ? [null, null] : [fromPort, toPort];
  return JSON.stringify([direction, ethertype, protocolOf(protocol), ports, cidr]);
}

/**
 * Which of the wanted rules a group lacks, and which other rules it has. Rules without an address are not compared:
 * those for another group, and Neutron's default rules for outgoing traffic.
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
