import type { SecurityGroupRule } from '#shared/domain/planning/cloud-facts';
import type { SecurityRule } from './security-rules.ts';

/** A rule in the cloud. Only what it permits is compared. */
type SeenRule = Omit<SecurityGroupRule, 'remoteGroupId' | 'description'>;

/** Neutron has another name for ICMP of IPv6. */
const protocolOf = (protocol: string | null) => (protocol === 'ipv6-icmp' ? 'icmp' : protocol);

function admits(rule: Partial<SeenRule> & Pick<SeenRule, 'protocol'>): string {
  const { direction = 'ingress', ethertype = 'IPv4', protocol, fromPort = null, toPort = null, cidr = null } = rule;
  // All ports of TCP or UDP: Neutron stores such a range as none.
  const isEveryPort =
    (rule.protocol === 'tcp' || rule.protocol === 'udp') && rule.fromPort === 1 && rule.toPort === 65_535;
  const ports = isEveryPort ? [null, null] : [fromPort, toPort];
  return JSON.stringify([direction, ethertype, protocolOf(protocol), ports, cidr]);
}

/**
 * Which rules a group lacks, and which other rules with an address it has. Rules for groups, and the default rules for
 * outgoing traffic, have no address and are not compared.
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
