import { describe, expect, test } from 'vitest';
import { securityRuleProblem, type WrittenRule } from './security-rule-problem.ts';

const problemOf = (rule: Partial<WrittenRule>) =>
  securityRuleProblem({ ethertype: 'IPv4', protocol: 'tcp', fromPort: 443, toPort: 443, cidr: '10.0.0.0/8', ...rule });
const IN_TCP = (found: number) => [`Value should be in range [1, 65535], found ${found}`];
const IN_ICMP = (found: number) => [`Value should be in range [-1, 255], found ${found}`];
const NO_RANGE = ['Port range is not supported if protocol is not specified.'];
const ORDER = { non_field_errors: ['"from_port" should be less or equal to "to_port"'] };
const EMPTY = ['Empty value is not allowed.'];

describe('a rule of a security group', () => {
  test.each([
    ['tcp', 443, 443, undefined],
    ['udp', 1, 65_535, undefined],
    ['tcp', 443, 80, ORDER],
    ['udp', 443, -1, ORDER],
    ['tcp', -1, -1, undefined],
    ['tcp', -1, 80, { non_field_errors: ['"from_port" should not be -1 if "to_port" is defined.'] }],
    ['tcp', 0, 0, { from_port: IN_TCP(0) }],
    ['tcp', -2, 80, { from_port: IN_TCP(-2) }],
    ['tcp', 1, 70_000, { to_port: IN_TCP(70_000) }],
    ['icmp', -1, -1, undefined],
    ['icmp', 8, 0, undefined],
    ['icmp', 300, 0, { from_port: IN_ICMP(300) }],
    ['icmp', 8, 300, { to_port: IN_ICMP(300) }],
    ['icmp', -2, 0, { from_port: IN_ICMP(-2) }],
    ['', -1, -1, undefined],
    ['', 80, 80, { from_port: NO_RANGE }],
    ['', -1, 80, { to_port: NO_RANGE }],
    ['gre', 1, 1, { protocol: ['Value should be one of (tcp, udp, icmp), found gre'] }],
    ['tcp', null, 80, { from_port: EMPTY }],
    ['tcp', 80, null, { to_port: EMPTY }],
  ])('for %j from %j to %j is judged as Waldur does (R-9b-W10)', (protocol, fromPort, toPort, problem) => {
    expect(problemOf({ protocol, fromPort, toPort })).toEqual(problem);
  });

  test('for a code of ICMP without its type is refused, which Neutron does not take', () => {
    const half = { non_field_errors: ['"from_port" should not be -1 if "to_port" is defined.'] };
    expect(problemOf({ protocol: 'icmp', fromPort: -1, toPort: 5 })).toEqual(half);
    expect(problemOf({ protocol: 'icmp', fromPort: 3, toPort: -1 })).toBeUndefined();
  });

  const NOT_V4 = { cidr: ['Expected CIDR format: <0-255>.<0-255>.<0-255>.<0-255>/<0-32>'] };
  const NOT_V6 = { cidr: ['IPv6 addresses are represented as eight groups, separated by colons.'] };
  test.each([
    ['IPv4', null, undefined],
    ['IPv4', '192.0.2.0/24', undefined],
    ['IPv4', '192.0.2.0', NOT_V4],
    ['IPv4', '192.0.2.0/33', NOT_V4],
    ['IPv4', '2001:db8::/32', NOT_V4],
    ['IPv4', '', NOT_V4],
    ['IPv6', null, undefined],
    ['IPv6', '2001:db8::/32', undefined],
    ['IPv6', '192.0.2.0/24', NOT_V6],
  ] as const)('%s from %j is judged by its kind of address (R-9b-W10)', (ethertype, cidr, problem) => {
    expect(problemOf({ ethertype, cidr })).toEqual(problem);
  });
});
