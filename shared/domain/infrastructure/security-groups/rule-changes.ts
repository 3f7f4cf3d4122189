import type { SecurityGroupRule } from '#shared/domain/planning/cloud-facts';
import type { SecurityRule } from './security-rules.ts';

/** A rule from the cloud, with the fields that decide which traffic it lets through. */
type SeenRule = Omit<SecurityGroupRule, 'remoteGroupId' | 'description'>;

/** Neutron calls ICMP over IPv6 `ipv6-icmp`. Paddock uses the name `icmp` for IPv4 and IPv6. */
const protocolOf = (protocol: string | null) => (protocol === 'ipv6-icmp' ? 'icmp' : protocol);

function admits(rule: Partial<SeenRule> & Pick<SeenRule, 'protocol'>): string {
  const { direction = 'ingress', ethertype = 'IPv4', protocol, fromPort = null, toPort = null, cidr = null } = rule;
  // Neutron stores no range of ports if a rule is for all TCP or UDP ports.
  const isEveryPort =
    (rule.protocol === 'tcp' || rule.protocol === 'udp') && rule.fromPort === 1 && rule.toPort === 65_535;
  const ports = isEveryPort ? [null, null] : [fromPort, toPort];
  return JSON.stringify([direction, ethertype, protocolOf(protocol), ports, cidr]);
}

/**
 * The rules that must be added to a group, and the rules that must be removed from the group. Two kinds of rules have
 * no address and are not compared: rules that name another group, and Neutron's own rules for outgoing traffic.
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
