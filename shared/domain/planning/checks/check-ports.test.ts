import { describe, expect, test } from 'vitest';
import { aNodeRequest, aSecurityGroup, aSubnet } from '#test/builders/order-inputs';
import { facts, orderOf, plan } from '#test/planning';
import type { SecurityGroupRule } from '../cloud-facts.ts';
import { portProblems } from './check-ports.ts';

const GROUP = { id: 'group-1', name: 'default' };
const serverAndAgent = plan(orderOf(aNodeRequest(facts), aNodeRequest(facts, { role: 'agent' })));
const problems = (rules: Partial<SecurityGroupRule>[], nodes = serverAndAgent) =>
  portProblems(nodes, { ...facts, securityGroups: [aSecurityGroup(GROUP, ...rules)] });
const tcp = (fromPort: number, toPort = fromPort) => ({ protocol: 'tcp', fromPort, toPort });
const udp = (fromPort: number, toPort = fromPort) => ({ protocol: 'udp', fromPort, toPort });

const FROM_ONE_ANOTHER = { remoteGroupId: GROUP.id };
const NEEDED = [tcp(9345), tcp(6443), tcp(10250), udp(8472)];
const refusalOf = (ports: string) => [
  `Security groups of tenant ${facts.tenant.name} do not let its nodes reach each other on ${ports}.`,
];

describe('groups that let nodes reach each other are accepted (S0-359)', () => {
  test.each([
    ['the default one, for its members', [FROM_ONE_ANOTHER]],
    ['for everybody', [{}]],
    ['for a range around the subnet', [{ cidr: '10.0.0.0/8' }]],
    ['for a part of the subnet that may contain the nodes', [{ cidr: '10.20.7.0/24' }]],
    ['just for the ports that are needed', NEEDED],
    ['for all ports of both protocols, by number', [{ protocol: '6' }, { protocol: '17' }]],
    ['for any protocol by its name', [{ protocol: 'any' }]],
    ['for ranges of ports', [tcp(6000, 11_000), udp(8000, 9000)]],
  ])('%s', (_, rules) => {
    expect(problems(rules)).toEqual([]);
  });

  test('nothing is checked for a single node, nor for an IPv6 subnet', () => {
    expect(problems([], serverAndAgent.slice(0, 1))).toEqual([]);
    const ipv6 = { ...facts, subnets: [aSubnet({ cidr: 'fd00::/64' })], securityGroups: [aSecurityGroup(GROUP)] };
    expect(portProblems(serverAndAgent, ipv6)).toEqual([]);
  });
});

describe('groups that certainly keep nodes apart are reported, with the ports (S0-359)', () => {
  const ALL = 'tcp 9345 (RKE2 supervisor), tcp 6443 (Kubernetes API), tcp 10250 (kubelet), udp 8472 (Cilium VXLAN)';
  test.each([
    ['without rules', [], ALL],
    ['for IPv6 only', [{ ethertype: 'IPv6' as const }], ALL],
    ['for other networks', [{ cidr: '10.21.0.0/16' }], ALL],
    ['for members of another group', [{ remoteGroupId: 'group-2' }], ALL],
    ['for ping', [{ protocol: 'icmp' }], ALL],
    ['without UDP', [{ protocol: 'tcp' }], 'udp 8472 (Cilium VXLAN)'],
    ['without one port', NEEDED.slice(1), 'tcp 9345 (RKE2 supervisor)'],
  ])('%s', (_, rules, ports) => {
    expect(problems(rules)).toEqual(refusalOf(ports));
  });

  test('servers also need etcd’s ports, which may be in several rules', () => {
    const servers = plan(orderOf(aNodeRequest(facts), aNodeRequest(facts), aNodeRequest(facts, { role: 'agent' })));
    expect(problems(NEEDED, servers)).toEqual(refusalOf('tcp 2379 and 2380 (etcd)'));
    expect(problems([...NEEDED, tcp(2379)], servers)).toEqual(refusalOf('tcp 2379 and 2380 (etcd)'));
    expect(problems([...NEEDED, tcp(2379), tcp(2380)], servers)).toEqual([]);
  });

  test('groups without rules for outgoing traffic keep them apart too', () => {
    const { rules, ...group } = aSecurityGroup(GROUP, FROM_ONE_ANOTHER);
    const silent = { ...group, rules: rules.filter(({ direction }) => direction === 'ingress') };
    expect(portProblems(serverAndAgent, { ...facts, securityGroups: [silent] })).toEqual(refusalOf(ALL));
  });
});
