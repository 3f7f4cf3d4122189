import ipaddr from 'ipaddr.js';
import type { FieldErrors } from '#shared/errors';

/**
 * A rule as a caller sends it. Port -1 means all ports, an empty protocol means all protocols, and no CIDR means all
 * addresses.
 */
export type WrittenRule = {
  ethertype: 'IPv4' | 'IPv6';
  protocol: string;
  fromPort: number | null;
  toPort: number | null;
  cidr: string | null;
};

const ALL = -1;
const MAX_PORT = 65_535;
const outside = (lowest: number, highest: number, found: number): string[] => [
  `Value should be in range [${lowest}, ${highest}], found ${found}`,
];

type Ports = { from_port: number; to_port: number };
/** The error about the first wrong port. Undefined if both ports pass the check. */
function faultyPort(ports: Ports, faultOf: (port: number) => string[] | undefined): FieldErrors | undefined {
  for (const field of ['from_port', 'to_port'] as const) {
    const fault = faultOf(ports[field]);
    if (fault) return { [field]: fault };
  }
  return undefined;
}

const halfProblem = ({ from_port, to_port }: Ports): FieldErrors | undefined =>
  from_port === ALL && to_port !== ALL
    ? { non_field_errors: ['"from_port" should not be -1 if "to_port" is defined.'] }
    : undefined;

function rangeProblem(ports: Ports): FieldErrors | undefined {
  if (ports.from_port > ports.to_port) {
    return { non_field_errors: ['"from_port" should be less or equal to "to_port"'] };
  }
  const half = halfProblem(ports);
  if (half) return half;
  return faultyPort(ports, (port) =>
    port !== ALL && (port < 1 || port > MAX_PORT) ? outside(1, MAX_PORT, port) : undefined,
  );
}

function portsProblem(protocol: string, ports: Ports): FieldErrors | undefined {
  switch (protocol) {
    case 'tcp':
    case 'udp':
      return rangeProblem(ports);
    case 'icmp': {
      const fault = faultyPort(ports, (port) => (port < ALL || port > 255 ? outside(ALL, 255, port) : undefined));
      // Waldur accepts an ICMP code without an ICMP type, but Neutron refuses it.
      return fault ?? halfProblem(ports);
    }
    case '':
      return faultyPort(ports, (port) =>
        port === ALL ? undefined : ['Port range is not supported if protocol is not specified.'],
      );
    default:
      return { protocol: [`Value should be one of (tcp, udp, icmp), found ${protocol}`] };
  }
}

function cidrProblem({ ethertype, cidr }: WrittenRule): FieldErrors | undefined {
  if (cidr === null) return undefined;
  if (ethertype === 'IPv6') {
    if (ipaddr.IPv6.isValidCIDR(cidr)) return undefined;
    return { cidr: ['IPv6 addresses are represented as eight groups, separated by colons.'] };
  }
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) return undefined;
  return { cidr: ['Expected CIDR format: <0-255>.<0-255>.<0-255>.<0-255>/<0-32>'] };
}

/**
 * The error about a security group rule, with Waldur's text (docs/spec/waldur-rancher.md#security-group-rules).
 * Undefined for a valid rule.
 */
export function securityRuleProblem(rule: WrittenRule): FieldErrors | undefined {
  const { protocol, fromPort, toPort } = rule;
  if (toPort === null) return { to_port: ['Empty value is not allowed.'] };
  if (fromPort === null) return { from_port: ['Empty value is not allowed.'] };
  return cidrProblem(rule) ?? portsProblem(protocol, { from_port: fromPort, to_port: toPort });
}
