import type { SecurityGroupRule } from '#shared/domain/planning/cloud-facts';
import type { SecurityRule } from './security-rules.ts';

/** A rule as read from the cloud, with the fields that decide which traffic it permits. */
type SeenRule = Omit<SecurityGroupRule, 'remoteGroupId' | 'description'>;

/** Neutron's name for ICMP over IPv6 is `ipv6-icmp`. Paddock calls both kinds `icmp`. */
const protocolOf = (protocol: string | null) => (protocol === 'ipv6-icmp' ? 'icmp' : protocol);

function admits(rule: Partial<SeenRule> & Pick<SeenRule, 'protocol'>): string {
  const { direction = 'ingress', ethertype = 'IPv4', protocol, fromPort = null, toPort = null, cidr = null } = rule;
  // For all TCP or UDP ports Neutron stores no range.
  const isEveryPort =
    (rule.protocol === 'tcp' || rule.protocol === 'udp') && rule.fromPort === 1 && rule.toPort === 65_535;
  const ports = isEveryPort ? [null, null] : [fromPort, toPort];
  return JSON.stringify([direction, ethertype, protocolOf(protocol), ports, cidr]);
}

/**
 * The rules to add to a group and the rules to remove from it. Two kinds of rules have no address and are not compared:
 * rules that name another group, and Neutron's default rules for outgoing traffic.
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
