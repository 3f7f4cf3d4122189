import { describe, expect, test } from 'vitest';
import { ruleChanges } from './rule-changes.ts';

const ssh = { protocol: 'tcp', fromPort: 22, toPort: 22, cidr: '10.0.0.0/8', description: 'SSH' } as const;
const icmp = { protocol: 'icmp', cidr: '0.0.0.0/0', description: 'Ping' } as const;
const inwards = { direction: 'ingress', ethertype: 'IPv4' } as const;
const seen = { ...inwards, id: 'r1', protocol: 'tcp', fromPort: 22, toPort: 22, cidr: '10.0.0.0/8' } as const;

describe('the rules of a group against those it is to have', () => {
  test('nothing is missing when what is admitted is the same, whatever the descriptions say', () => {
    expect(ruleChanges([ssh], [seen])).toEqual({ missing: [], surplus: [] });
  });

  test('another address, port, protocol, direction or version of IP is another rule', () => {
    for (const other of [
      { ...seen, cidr: '10.1.0.0/16' },
      { ...seen, toPort: 23 },
      { ...seen, protocol: 'udp' },
      { ...seen, direction: 'egress' },
      { ...seen, ethertype: 'IPv6' },
    ] as const) {
      expect(ruleChanges([ssh], [other])).toEqual({ missing: [ssh], surplus: [other] });
    }
  });

  test('a rule without ports meets one without ports', () => {
    const ping = { ...inwards, id: 'r2', protocol: 'icmp', cidr: '0.0.0.0/0' } as const;
    expect(ruleChanges([icmp], [ping])).toEqual({ missing: [], surplus: [] });
  });

  test('a rule for the ICMP of IPv6 meets one that Neutron calls by another name', () => {
    const wanted = { ...icmp, ethertype: 'IPv6', cidr: '::/0' } as const;
    const ping = { ...inwards, ethertype: 'IPv6', id: 'r2', protocol: 'ipv6-icmp', cidr: '::/0' } as const;
    expect(ruleChanges([wanted], [ping])).toEqual({ missing: [], surplus: [] });
  });

  test.each(['tcp', 'udp'] as const)(
    'a rule for all ports of %s meets one that Neutron keeps without any',
    (protocol) => {
      const wanted = { ...ssh, protocol, fromPort: 1, toPort: 65_535 };
      const kept = { ...inwards, id: 'r2', protocol, cidr: ssh.cidr } as const;
      expect(ruleChanges([wanted], [kept])).toEqual({ missing: [], surplus: [] });
      expect(ruleChanges([{ ...wanted, fromPort: 2 }], [kept]).surplus).toEqual([kept]);
    },
  );

  test('rules for all outgoing traffic, or for members of a group, are left alone', () => {
    const outwards = { ...inwards, id: 'r3', direction: 'egress', protocol: null } as const;
    const members = { ...inwards, id: 'r4', protocol: null } as const;
    expect(ruleChanges([], [outwards, members])).toEqual({ missing: [], surplus: [] });
  });
});
