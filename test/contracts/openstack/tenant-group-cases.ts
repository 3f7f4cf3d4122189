import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ruleChanges } from '#shared/domain/infrastructure/security-groups/rule-changes';
import type { SecurityRule } from '#shared/domain/infrastructure/security-groups/security-rules';
import type { OpenStack } from '#shared/ports/openstack';
import type { CloudUnderTest } from './cloud-under-test.ts';

/**
 * Rules for egress, IPv6 and types of ICMP. The second element is the protocol's name in the cloud, if the cloud uses
 * another name.
 */
const FURTHER_RULES: [rule: SecurityRule, protocol?: string][] = [
  [{ direction: 'egress', protocol: 'tcp', fromPort: 443, toPort: 443, cidr: '10.64.0.0/24', description: 'out' }],
  [{ direction: 'egress', protocol: null, cidr: '10.64.0.0/16', description: '' }],
  [{ ethertype: 'IPv6', protocol: 'tcp', fromPort: 80, toPort: 443, cidr: '::/0', description: 'web' }],
  [{ ethertype: 'IPv6', protocol: null, cidr: 'fd00:1::/64', description: '' }],
  [
    {
      direction: 'egress',
      ethertype: 'IPv6',
      protocol: 'udp',
      fromPort: 53,
      toPort: 53,
      cidr: 'fd00::/8',
      description: '',
    },
  ],
  [{ ethertype: 'IPv6', protocol: 'icmp', cidr: 'fd00:1::/64', description: 'ping' }, 'ipv6-icmp'],
  [{ ethertype: 'IPv6', protocol: 'icmp', fromPort: 128, toPort: 0, cidr: '::/0', description: '' }, 'ipv6-icmp'],
  [{ protocol: 'icmp', fromPort: 8, toPort: 0, cidr: '10.64.0.0/24', description: 'echo' }],
  [{ protocol: 'icmp', fromPort: 3, cidr: '10.64.0.0/24', description: '' }],
];
const WRONG_RULES: SecurityRule[] = [
  { protocol: 'tcp', fromPort: 0, toPort: 80, cidr: '10.64.0.0/24', description: '' },
  { ethertype: 'IPv6', protocol: 'tcp', fromPort: 80, toPort: 80, cidr: '10.64.0.0/24', description: '' },
  { ethertype: 'IPv4', protocol: 'tcp', fromPort: 80, toPort: 80, cidr: 'fd00::/64', description: '' },
  { protocol: 'icmp', toPort: 0, cidr: '10.64.0.0/24', description: '' },
  { protocol: 'icmp', fromPort: 256, toPort: 0, cidr: '10.64.0.0/24', description: '' },
  { protocol: 'tcp', fromPort: 80, cidr: '10.64.0.0/24', description: '' },
];

export function tenantGroupCases(cloud: () => CloudUnderTest): void {
  describe('groups of a tenant', () => {
    let openstack: OpenStack;
    const cleanUp: (() => Promise<void>)[] = [];
    beforeAll(async () => {
      openstack = await cloud().open();
    });
    afterEach(async () => {
      for (const undo of cleanUp.splice(0).reverse()) await undo();
    });

    async function newGroup() {
      const group = await openstack.createSecurityGroup({ name: `k8s_admin-${randomUUID()}`, description: 'first' });
      cleanUp.push(() => openstack.deleteSecurityGroup(group.id));
      return group;
    }
    const groupNow = async (id: string) => (await openstack.listSecurityGroups()).find((group) => group.id === id);
    const rulesInwards = async (id: string) =>
      (await groupNow(id))?.rules
        .filter(({ direction }) => direction === 'ingress')
        .map(({ id: _id, direction: _in, ethertype: _four, ...rule }) => rule);

    test('a new security group allows all outgoing traffic; it can get another description, and can be deleted twice', async () => {
      const group = await newGroup();
      expect(group.rules.map(({ direction }) => direction)).toEqual(['egress', 'egress']);
      expect(await groupNow(group.id)).toMatchObject({ name: group.name, description: 'first' });
      await openstack.updateSecurityGroup(group.id, { description: 'second' });
      expect(await groupNow(group.id)).toMatchObject({ name: group.name, description: 'second' });
      await openstack.deleteSecurityGroup(group.id);
      expect(await groupNow(group.id)).toBeUndefined();
      await openstack.deleteSecurityGroup(group.id);
    });

    const RULES: SecurityRule[] = [
      { protocol: 'tcp', fromPort: 22, toPort: 22, cidr: '0.0.0.0/0', description: 'ssh' },
      { protocol: 'udp', fromPort: 30_000, toPort: 32_767, cidr: '10.64.0.0/24', description: '' },
      { protocol: 'icmp', cidr: '10.64.0.0/24', description: 'ping' },
      { protocol: null, cidr: '10.65.0.0/24', description: 'all' },
    ];
    test.each(RULES)('a rule like %o is shown as it was given; a second one like it is fine', async (rule) => {
      const { id } = await newGroup();
      await openstack.createSecurityGroupRule(id, rule);
      await openstack.createSecurityGroupRule(id, { ...rule, description: 'again' });
      expect(await rulesInwards(id)).toEqual([rule]);
    });
    test('a rule for an address is shown for its network', async () => {
      const { id } = await newGroup();
      const rule = { protocol: 'tcp', fromPort: 1, toPort: 2, cidr: '10.0.0.5/8', description: '' } as const;
      await openstack.createSecurityGroupRule(id, rule);
      expect(await rulesInwards(id)).toEqual([{ ...rule, cidr: '10.0.0.0/8' }]);
    });
    test.each(FURTHER_RULES)(
      'a rule like %o is shown as it was given, and neither missing nor one too many at the next look',
      async (rule, protocolThere) => {
        const { id, rules: initial } = await newGroup();
        await openstack.createSecurityGroupRule(id, rule);
        await openstack.createSecurityGroupRule(id, { ...rule, description: 'again' });
        const rules = (await groupNow(id))?.rules ?? [];
        const made = rules.filter((it) => !initial.some((own) => own.id === it.id));
        const { direction = 'ingress', ethertype = 'IPv4' } = rule;
        expect(made).toEqual([
          { id: expect.any(String), ...rule, direction, ethertype, protocol: protocolThere ?? rule.protocol },
        ]);
        expect(ruleChanges([rule], rules)).toEqual({ missing: [], surplus: [] });
      },
    );
    test('a rule for outgoing traffic that a new group allows anyway is there already', async () => {
      const { id, rules: initial } = await newGroup();
      for (const [ethertype, cidr] of [['IPv4', '0.0.0.0/0'] as const, ['IPv6', '::/0'] as const]) {
        const everything = { direction: 'egress', ethertype, protocol: null, cidr, description: '' } as const;
        await openstack.createSecurityGroupRule(id, everything);
      }
      expect((await groupNow(id))?.rules).toEqual(initial);
    });
    test.each(['tcp', 'udp'] as const)(
      'a rule of %s for all ports is shown without any, and neither missing nor one too many at the next look',
      async (protocol) => {
        const { id } = await newGroup();
        const rule = { protocol, fromPort: 1, toPort: 65_535, cidr: '10.64.0.0/24', description: '' } as const;
        await openstack.createSecurityGroupRule(id, rule);
        expect(await rulesInwards(id)).toEqual([{ protocol, cidr: rule.cidr, description: '' }]);
        expect(ruleChanges([rule], (await groupNow(id))?.rules ?? [])).toEqual({ missing: [], surplus: [] });
      },
    );
    test.each(WRONG_RULES)('a rule like %o is refused', async (rule) => {
      const { id, rules: initial } = await newGroup();
      const making = openstack.createSecurityGroupRule(id, rule);
      await expect(making).rejects.toMatchObject({ name: 'BackendRejected' });
      expect((await groupNow(id))?.rules).toEqual(initial);
    });
    test('a deleted rule is gone, twice too', async () => {
      const { id } = await newGroup();
      for (const rule of RULES) await openstack.createSecurityGroupRule(id, rule);
      const ssh = (await groupNow(id))?.rules.find(({ fromPort }) => fromPort === 22);
      await openstack.deleteSecurityGroupRule(ssh?.id ?? '');
      expect((await rulesInwards(id))?.map(({ description }) => description).sort()).toEqual(['', 'all', 'ping']);
      await openstack.deleteSecurityGroupRule(ssh?.id ?? '');
    });
    test('the default group admits its own members, and takes further rules', async () => {
      const standard = (await openstack.listSecurityGroups()).find(({ name }) => name === 'default');
      const id = standard?.id ?? '';
      const own = { protocol: null, remoteGroupId: id, description: '' };
      expect(await rulesInwards(id)).toEqual([own, own]);
      await openstack.createSecurityGroupRule(id, { protocol: null, cidr: '10.65.0.0/24', description: 'x' });
      const made = (await groupNow(id))?.rules.find(({ cidr }) => cidr === '10.65.0.0/24');
      await openstack.deleteSecurityGroupRule(made?.id ?? '');
      expect(await rulesInwards(id)).toHaveLength(2);
    });
    test('one that a port has is in use', async () => {
      const group = await newGroup();
      const { networkId, subnetId } = cloud().cloud.project;
      const port = await openstack.createPort({ name: 'p', networkId, subnetId, securityGroupIds: [group.id] });
      cleanUp.push(() => openstack.deletePort(port.id));
      await expect(openstack.deleteSecurityGroup(group.id)).rejects.toMatchObject({ name: 'BackendConflict' });
    });
    test('a used-up quota of groups is reported as one', async () => {
      await openstack.listSecurityGroups();
      await cloud().cloud.withQuota('network', { security_group: 1 }, () =>
        expect(newGroup()).rejects.toMatchObject({ name: 'BackendQuotaExceeded' }),
      );
    });

    test.each(['soft-anti-affinity', 'anti-affinity'] as const)(
      'a server group with %s is found, and goes twice',
      async (policy) => {
        const name = `k8s-${randomUUID()}`;
        const made = await openstack.createServerGroup({ name, policy });
        expect(made).toMatchObject({ name, policy, serverIds: [] });
        expect(await openstack.listServerGroups()).toEqual([made]);
        const { sessions } = cloud().sessions();
        const neighbour = await sessions.openWith(cloud().settings.uuid, cloud().cloud.otherProject.credential);
        expect(await neighbour.listServerGroups()).toEqual([]);
        await openstack.deleteServerGroup(made.id);
        expect(await openstack.listServerGroups()).toEqual([]);
        await openstack.deleteServerGroup(made.id);
      },
    );
    test('a used-up quota of server groups is reported as one', async () => {
      await cloud().cloud.withQuota('compute', { server_groups: 0 }, () =>
        expect(openstack.createServerGroup({ name: 'x', policy: 'anti-affinity' })).rejects.toMatchObject({
          name: 'BackendQuotaExceeded',
        }),
      );
    });
  });
}
