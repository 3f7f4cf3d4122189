import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { neutronRefusal } from '../refusal.ts';
import { uuid } from './values.ts';

export const ruleCreation = z.strictObject({
  security_group_id: uuid,
  direction: z.enum(['ingress', 'egress']),
  ethertype: z
    .string()
    .transform((text) => text.replace(/^ip/i, 'IP'))
    .pipe(z.enum(['IPv4', 'IPv6']))
    .optional(),
  protocol: z.union([z.string(), z.int()]).nullish(),
  port_range_min: z.coerce.number().int().nullish(),
  port_range_max: z.coerce.number().int().nullish(),
  remote_ip_prefix: z.string().nullish(),
  remote_group_id: uuid.nullish(),
  remote_address_group_id: z.null().optional(),
  description: z.string().max(255).optional(),
  project_id: z.string().optional(),
});
export type RuleCreation = z.infer<typeof ruleCreation>;

const PROTOCOLS = new Set([
  ...['ah', 'dccp', 'egp', 'esp', 'gre', 'icmp', 'icmpv6', 'igmp', 'ipip', 'ipv6-icmp', 'ospf', 'sctp', 'tcp', 'udp'],
  'vrrp',
]);
const WITH_PORTS = new Set(['dccp', 'sctp', 'tcp', 'udp', 'udplite']);
/** Protocols that may have ports in a rule even if a client gives the protocol as a number. */
const NUMBERED: Record<string, string> = {
  1: 'icmp',
  6: 'tcp',
  17: 'udp',
  33: 'dccp',
  58: 'ipv6-icmp',
  132: 'sctp',
  136: 'udplite',
};
const ICMP = new Set(['icmp', 'icmpv6', 'ipv6-icmp']);
type Ethertype = 'IPv4' | 'IPv6';
export type RuleValues = ReturnType<typeof checkedRule>;

const invalid = (type: string, message: string) => neutronRefusal(400, type, message);

/** Checks a requested rule and returns the values that Neutron stores. */
export function checkedRule(given: RuleCreation) {
  const { direction, ethertype = 'IPv4', remote_ip_prefix, remote_group_id } = given;
  if (remote_ip_prefix && remote_group_id) {
    const message = 'Only one of remote_ip_prefix, remote_group_id or remote_address_group_id can be provided.';
    // Neutron misspells this error type.
    throw invalid('SecurityGroupMultipleRemoteEntites', message);
  }
  const protocol = protocolIn(ethertype, given.protocol);
  const ports = checkedPorts(
    NUMBERED[protocol ?? ''] ?? protocol,
    given.port_range_min ?? null,
    given.port_range_max ?? null,
  );
  const address = { remote_ip_prefix: prefixIn(ethertype, remote_ip_prefix), remote_group_id: remote_group_id ?? null };
  return { direction, ethertype, protocol, ...ports, ...address };
}

const isProtocolNumber = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= 255;

function protocolIn(ethertype: Ethertype, given: RuleCreation['protocol']): string | null {
  if (given === null || given === undefined || given === 'any') return null;
  const protocol = String(given).toLowerCase();
  if (!PROTOCOLS.has(protocol) && !WITH_PORTS.has(protocol) && !isProtocolNumber(protocol)) {
    const message = `Security group rule protocol ${protocol} not supported.`;
    throw invalid('SecurityGroupRuleInvalidProtocol', message);
  }
  if (!ICMP.has(protocol)) return protocol;
  if (ethertype === 'IPv6') return 'ipv6-icmp'; // For IPv6, the older names of the protocol are stored as `ipv6-icmp`.
  if (protocol === 'icmp') return protocol;
  const message = `Invalid ethertype ${ethertype} for protocol ${protocol}.`;
  throw invalid('SecurityGroupEthertypeConflictWithProtocol', message);
}

function prefixIn(ethertype: Ethertype, prefix: string | null | undefined): string | null {
  if (!prefix) return null;
  if (!ipaddr.isValidCIDR(prefix) && !ipaddr.isValid(prefix)) {
    throw invalid('InvalidCIDR', `Invalid CIDR ${prefix} given as IP prefix.`);
  }
  if (ethertype === `IPv${isIP(prefix.split('/')[0] ?? '')}`) return prefix;
  const message = `Conflicting value ethertype ${ethertype} for CIDR ${prefix}`;
  throw invalid('SecurityGroupRuleParameterConflict', message);
}

type Ports = { port_range_min: number | null; port_range_max: number | null };

function checkedPorts(protocol: string | null, port_range_min: number | null, port_range_max: number | null): Ports {
  // Neutron stores the range of all ports as no range.
  if (port_range_min === 1 && port_range_max === 65_535) return { port_range_min: null, port_range_max: null };
  const ports = { port_range_min, port_range_max };
  if (port_range_min === null && port_range_max === null) return ports;
  if (protocol === null) {
    throw invalid('SecurityGroupProtocolRequiredWithPorts', 'Must also specify protocol if port range is given.');
  }
  if (WITH_PORTS.has(protocol)) checkRange(ports);
  else if (ICMP.has(protocol)) checkIcmp(ports);
  else {
    const message = `Ports cannot be specified for protocol ${protocol}. Ports are only supported for DCCP, SCTP, TCP, UDP, UDPLITE.`;
    throw invalid('SecurityGroupInvalidProtocolForPort', message);
  }
  return ports;
}

function checkRange({ port_range_min: min, port_range_max: max }: Ports): void {
  if (min === 0 || max === 0) throw invalid('SecurityGroupInvalidPortValue', 'Invalid value for port 0');
  if (min !== null && max !== null && min >= 1 && max <= 65_535 && min <= max) return;
  const message = 'For TCP/UDP protocols, port_range_min must be <= port_range_max';
  throw invalid('SecurityGroupInvalidPortRange', message);
}

function checkIcmp({ port_range_min: type, port_range_max: code }: Ports): void {
  const values = [['type', 'port_range_min', type] as const, ['code', 'port_range_max', code] as const];
  for (const [field, attr, value] of values) {
    if (value === null || (value >= 0 && value <= 255)) continue;
    const message = `Invalid value for ICMP ${field} (${attr}) ${value}. It must be 0 to 255.`;
    throw invalid('SecurityGroupInvalidIcmpValue', message);
  }
  if (type !== null || code === null) return;
  const message = `ICMP code (port-range-max) ${code} is provided but ICMP type (port-range-min) is missing.`;
  throw invalid('SecurityGroupMissingIcmpType', message);
}
