import { describe, expect, test } from 'vitest';
import { anOfferedCloud, managedPlan, nodesOf, zones } from '#test/builders/managed-inputs';
import type { ManagedAttributes } from '../managed-attributes.ts';
import type { ManagedPlan } from './managed-plan.ts';
import type { ManagedPlanFacts } from './plan-managed.ts';
import { tenantCounts } from './tenant-count-quotas.ts';

const countsOf = (planned: ManagedPlan) => {
  const { tenants, securityGroups } = planned;
  const ofRole = (role: string) => nodesOf(planned).filter((node) => node.role === role).length;
  return {
    tenants: tenants.length,
    networks: new Set(tenants.map(({ network }) => network.cidr)).size,
    securityGroups: tenants.length * securityGroups.length,
    loadBalancers: tenants.filter(({ loadBalancer }) => loadBalancer.name !== '').length,
    servers: ofRole('server'),
    workers: ofRole('agent'),
    machines: tenants.reduce((sum, tenant) => sum + tenantCounts(planned, tenant).instances, 0),
  };
};

describe('a managed plan', () => {
  test('of one zone and three workers has seven machines (S0-362)', () => {
    expect(countsOf(managedPlan({ attributes: { workerNodesCount: 3 } }))).toEqual({
      tenants: 1,
      networks: 1,
      securityGroups: 2,
      loadBalancers: 1,
      servers: 3,
      workers: 3,
      machines: 7,
    });
  });

  test('of three zones and three workers in each has twenty-one (S0-319, S0-363, S0-364, S0-365)', () => {
    expect(countsOf(managedPlan({ attributes: { workerNodesCount: 3 }, clouds: zones }))).toEqual({
      tenants: 3,
      networks: 3,
      securityGroups: 6,
      loadBalancers: 3,
      servers: 9,
      workers: 9,
      machines: 21,
    });
  });

  test('names tenants by zone, and numbers nodes across all tenants (R-9b-W4, S0-318)', () => {
    const planned = managedPlan({ clouds: zones });
    expect(planned.tenants.map(({ name }) => name)).toEqual([
      'os-tenant-acme-web-1-az1',
      'os-tenant-acme-web-1-az2',
      'os-tenant-acme-web-1-az3',
    ]);
    expect(planned.tenants[1]?.nodes.map(({ name }) => name)).toEqual([
      'k8s-prod-1-rancher-node-server-4',
      'k8s-prod-1-rancher-node-server-5',
      'k8s-prod-1-rancher-node-server-6',
      'k8s-prod-1-rancher-node-agent-3',
      'k8s-prod-1-rancher-node-agent-4',
    ]);
    expect(new Set(nodesOf(planned).map(({ name }) => name)).size).toBe(15);
  });

  test('skips names that are taken', () => {
    const [first] = nodesOf(managedPlan({}, { takenNames: new Set(['k8s-prod-1-rancher-node-server-1']) }));
    expect(first?.name).toBe('k8s-prod-1-rancher-node-server-2');
  });

  test('spreads etcd members over the zones, or has them on every server', () => {
    const members = (etcdMembers: 'spread' | 'all') =>
      managedPlan({ clouds: zones }, { etcdMembers }).tenants.map(
        ({ nodes }) => nodes.filter(({ roles }) => roles?.includes('etcd')).length,
      );
    expect(members('spread')).toEqual([2, 2, 1]);
    expect(members('all')).toEqual([3, 3, 3]);
  });

  test('without workers gives their role to the servers (S0-244)', () => {
    const roles = nodesOf(managedPlan({ attributes: { workerNodesCount: 0 } })).map((node) => node.roles);
    expect(roles).toEqual(Array.from({ length: 3 }, () => ['etcd', 'controlplane', 'worker']));
  });

  test('opens each tenant’s members to the other tenants’ networks, and to no others (S0-354, S0-355)', () => {
    const { tenants } = managedPlan({ clouds: zones });
    expect([...new Set(tenants[0]?.defaultGroupRules.map(({ cidr }) => cidr))]).toEqual([
      '10.64.1.0/24',
      '10.64.2.0/24',
    ]);
    expect(managedPlan().tenants[0]?.defaultGroupRules).toEqual([]);
  });

  test('writes what it opens in two security groups (S0-325)', () => {
    const { securityGroups } = managedPlan(
      {},
      { management: { managementCidrs: ['192.0.2.0/24'], managementPorts: [8443] } },
    );
    expect(securityGroups.map(({ name }) => name)).toEqual(['k8s_admin', 'k8s_public']);
    expect(securityGroups[0]?.rules.map(({ fromPort, cidr }) => [fromPort, cidr])).toEqual([
      [22, '192.0.2.0/24'],
      [6443, '192.0.2.0/24'],
      [8443, '192.0.2.0/24'],
      [6443, '10.64.0.0/24'],
    ]);
  });

  test('opens administration only to networks that the provider or the order names', () => {
    const closed = { management: { managementCidrs: [], managementPorts: [8443] } };
    const adminRules = (attributes: Partial<ManagedAttributes>, facts: Partial<ManagedPlanFacts> = closed) =>
      managedPlan({ attributes }, facts).securityGroups[0]?.rules.map(({ fromPort, cidr }) => `${fromPort} ${cidr}`);
    const ofNodes = '6443 10.64.0.0/24';
    const own = ['22 198.51.100.0/24', '6443 198.51.100.0/24', '8443 198.51.100.0/24'];
    expect(adminRules({})).toEqual([ofNodes]);
    expect(adminRules({ managementCidrs: ['198.51.100.0/24'] })).toEqual([...own, ofNodes]);
    const both = { management: { managementCidrs: ['192.0.2.0/24'], managementPorts: [] } };
    expect(adminRules({ managementCidrs: ['198.51.100.0/24', '192.0.2.0/24'] }, both)).toEqual([
      ...['22 192.0.2.0/24', '6443 192.0.2.0/24', '22 198.51.100.0/24', '6443 198.51.100.0/24'],
      ofNodes,
    ]);
  });

  test('requires the reserved network', () => {
    expect(() => managedPlan({}, { networks: new Map() })).toThrow('no node network was allocated');
  });

  test('reports what a cloud no longer has', () => {
    expect(() => managedPlan({ clouds: [anOfferedCloud({ images: [] })] })).toThrow(
      'Image ubuntu-24.04 is not available',
    );
    expect(() => managedPlan({ clouds: [anOfferedCloud({ externalNetworks: [] })] })).toThrow(
      'External network public',
    );
  });
});

test('a tenant contains as many objects as its quotas allow', () => {
  const planned = managedPlan({ attributes: { workerNodesCount: 9 }, clouds: zones }, { allocateFloatingIps: true });
  const [tenant] = planned.tenants;
  const rules = planned.securityGroups.reduce((sum, group) => sum + group.rules.length, 0);
  expect(tenant && tenantCounts(planned, tenant)).toEqual({
    instances: 13,
    serverGroups: 2,
    serverGroupMembers: 9,
    volumes: 26,
    networks: 1,
    subnets: 1,
    routers: 1,
    ports: 16,
    floatingIps: 13,
    securityGroups: 3,
    securityGroupRules: 4 + (tenant?.defaultGroupRules.length ?? 0) + 2 * 2 + rules,
  });
});
