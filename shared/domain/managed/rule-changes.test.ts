import { describe, expect, test } from 'vitest';
import { ruleChanges } from './rule-changes.ts';

const ssh = { protocol: 'tcp', fromPort: 22, toPort: 22, cidr: '10.0.0.0/8', description: 'SSH' } as const;
const icmp = { protocol: 'icmp', cidr: '0.0.0.0/0', description: 'Ping' } as const;
const seen = { id: 'r1', direction: 'ingress', protocol: 'tcp', fromPort: 22, toPort: 22, cidr: '10.0.0.0/8' } as const;

describe('the rules of a group against those it is to have', () => {
  test('nothing is missing when what is admitted is the same, whatever the descriptions say', () => {
    expect(ruleChanges([ssh], [seen])).toEqual({ missing: [], surplus: [] });
  });

  test('another address, port or protocol is another rule', () => {
    for (const other of [
      { ...seen, cidr: '10.1.0.0/16' },
      { ...seen, toPort: 23 },
      { ...seen, protocol: 'udp' },
    ]) {
      expect(ruleChanges([ssh], [other])).toEqual({ missing: [ssh], surplus: [other] });
    }
  });

  test('a rule without ports meets one without ports', () => {
    const ping = { id: 'r2', direction: 'ingress', protocol: 'icmp', cidr: '0.0.0.0/0' } as const;
    expect(ruleChanges([icmp], [ping])).toEqual({ missing: [], surplus: [] });
  });

  test('what lets out, or lets members of a group in, is left alone', () => {
    const outwards = { id: 'r3', direction: 'egress', protocol: null } as const;
    const members = { id: 'r4', direction: 'ingress', protocol: null } as const;
    expect(ruleChanges([], [outwards, members])).toEqual({ missing: [], surplus: [] });
  });
});
