import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { cloudRule, type GroupRule, plannedRules } from './cluster-security-group.ts';
import { k8sAdminRules } from './security-rules.ts';

const written = (fields: Partial<GroupRule> = {}): GroupRule => ({
  ...{ uuid: aUuid(), ethertype: 'IPv4', direction: 'ingress', protocol: 'tcp', fromPort: 22, toPort: 22 },
  ...{ cidr: '10.0.0.0/8', description: 'SSH' },
  ...fields,
});

test('the rules of a new cluster are shown as if they had been written, and are the same on the way back', () => {
  const rules = k8sAdminRules({
    managementCidrs: ['0.0.0.0/0'],
    managementPorts: [9345],
    nodeNetworks: ['10.64.0.0/24'],
  });
  expect(plannedRules(aUuid(), rules).map(cloudRule)).toEqual(rules);
});

test.each<[string, Partial<GroupRule>, object]>([
  ['-1 means all ports', { fromPort: -1, toPort: -1 }, { protocol: 'tcp', cidr: '10.0.0.0/8', description: 'SSH' }],
  ['an empty protocol means all', { protocol: '', fromPort: -1, toPort: -1 }, { protocol: null }],
  ['no CIDR means everywhere', { cidr: null }, { cidr: '0.0.0.0/0' }],
  ['no CIDR means everywhere in IPv6, too', { ethertype: 'IPv6', cidr: null }, { ethertype: 'IPv6', cidr: '::/0' }],
  ['bits of a host are left out', { cidr: '10.1.1.7/24' }, { cidr: '10.1.1.0/24' }],
  ['a rule may be for what goes out', { direction: 'egress' }, { direction: 'egress' }],
])('%s (R-9b-W10)', (_what, fields, asked) => {
  expect(cloudRule(written(fields))).toMatchObject(asked);
});

test('all ports are asked for by naming none', () => {
  expect(Object.keys(cloudRule(written({ fromPort: -1, toPort: -1 })))).not.toContain('fromPort');
});
