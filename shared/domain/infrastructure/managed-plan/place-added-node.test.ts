import { describe, expect, test } from 'vitest';
import { newRecord } from '#shared/domain/_core/record';
import { anOfferedCloud, managedPlan, someManagedOptions } from '#test/builders/managed-inputs';
import type { ClusterTenant } from '../cluster-tenant.ts';
import { type AddedNodePlace, placeAddedNode, withoutNode } from './place-added-node.ts';
import type { UnnamedNode } from './plan-added-node.ts';
import { tenantCounts } from './tenant-count-quotas.ts';

const UUID = 'a'.repeat(32);
const cloud = anOfferedCloud();
/** The tenant of example W1, with three servers, two workers and a load balancer. */
function aTenant(given: Parameters<typeof managedPlan>[0] = {}, fields: Partial<ClusterTenant> = {}): ClusterTenant {
  const plan = managedPlan({ clouds: [cloud], ...given });
  const [planned] = plan.tenants;
  if (!planned) throw new Error('nothing was planned');
  const { defaultGroupRules: _, ...tenant } = planned;
  return {
    ...newRecord('b'.repeat(32), new Date('2026-03-01T12:00:00.000Z')),
    ...{ ...tenant, clusterUuid: 'c'.repeat(32), place: 0, counts: tenantCounts(plan, planned), securityGroups: [] },
    made: { securityGroupIds: {}, serverGroupIds: {} },
    ...fields,
  };
}
const placeOf = (tenant: ClusterTenant, fields: Partial<AddedNodePlace> = {}): AddedNodePlace => ({
  ...{ clusterName: 'k8s-prod-1', cloud, options: someManagedOptions(), tenant, tenants: [tenant], takenNames: [] },
  ...fields,
});
const worker = (fields: Partial<UnnamedNode> = {}): UnnamedNode => ({
  ...{ role: 'agent', flavorId: '2', flavorName: 'worker', vcpus: 4, ramMb: 8192, imageId: 'image-1' },
  systemVolumeSizeMb: 51_200,
  dataVolumes: [{ sizeMb: 102_400, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' }],
  ...fields,
});

describe('a node that is added', () => {
  test('raises the limits of a full tenant by its needs: W1 with two workers becomes W1 with three (R-9b-W1, R-9b-W3)', () => {
    const tenant = aTenant();
    expect(tenant.limits).toEqual({ cores: 34, ram: 69_632, storage: 798_720 });
    const { node, tenant: wider } = placeAddedNode(worker(), UUID, placeOf(tenant));
    expect(wider.limits).toEqual({ cores: 38, ram: 77_824, storage: 952_320 });
    expect(node).toMatchObject({ uuid: UUID, name: 'k8s-prod-1-rancher-node-agent-3' });
    expect(wider.nodes).toEqual([...tenant.nodes, node]);
    const { instances, volumes, ports, serverGroupMembers } = tenant.counts;
    const more = { instances: instances + 1, volumes: volumes + 2, ports: ports + 1 };
    expect(wider.counts).toEqual({ ...tenant.counts, ...more, serverGroupMembers });
  });

  test('changes no limit that suffices, and adds none (R-9b-W3)', () => {
    const limits = { cores: 100, ram: -1, storage: 798_720 };
    const { tenant } = placeAddedNode(worker(), UUID, placeOf(aTenant({}, { limits })));
    expect(tenant.limits).toEqual({ cores: 100, ram: -1, storage: 952_320 });
  });

  test('counts by volume type if the cloud does, and counts volumes without a type as the default type', () => {
    const dynamic = anOfferedCloud({ storageMode: 'dynamic', defaultVolumeType: 'ssd-fast' });
    const tenant = aTenant({ clouds: [dynamic] });
    const before = tenant.limits['gigabytes_ssd-fast'] ?? 0;
    const added = worker({
      dataVolumes: [{ sizeMb: 1024, mountPoint: '/data', filesystem: 'ext4', volumeType: 'hdd-slow' }],
    });
    const { tenant: wider } = placeAddedNode(added, UUID, placeOf(tenant, { cloud: dynamic }));
    expect(wider.limits).toMatchObject({ 'gigabytes_ssd-fast': before + 51_200, 'gigabytes_hdd-slow': 1024 });
  });

  test('has a name that no other node has, even one in another tenant', () => {
    const tenant = aTenant();
    const other = { ...aTenant(), nodes: [{ ...worker(), name: 'k8s-prod-1-rancher-node-agent-3' }] };
    const place = placeOf(tenant, { tenants: [tenant, other], takenNames: ['k8s-prod-1-rancher-node-agent-4'] });
    expect(placeAddedNode(worker(), UUID, place).node.name).toBe('k8s-prod-1-rancher-node-agent-5');
  });

  test('must keep the total of all tenants within the offering’s maximum (R-9b-W2)', () => {
    const tenant = aTenant();
    const other = { ...aTenant(), uuid: 'd'.repeat(32) };
    const within = (max: number) =>
      placeOf(tenant, {
        tenants: [tenant, other],
        options: someManagedOptions({ managed_rancher_tenant_max_cpu: max }),
      });
    expect(placeAddedNode(worker(), UUID, within(72)).tenant.limits.cores).toBe(38);
    expect(() => placeAddedNode(worker(), UUID, within(71))).toThrow(
      'The requested total cores limit 72 cores exceeds the maximum allowed 71 cores for tenants.',
    );
  });
});

describe('a removed node', () => {
  test('lowers the limits of its tenant to those before', () => {
    const tenant = aTenant();
    const { node, tenant: wider } = placeAddedNode(worker(), UUID, placeOf(tenant));
    const { nodes, limits, counts } = tenant;
    expect(withoutNode({ ...tenant, ...wider }, node.name, cloud)).toEqual({ nodes, limits, counts });
  });

  test('lowers them too if it was planned with the cluster: W1 with two workers becomes W1 with one (R-9b-W1)', () => {
    const tenant = aTenant();
    const name = tenant.nodes.find(({ role }) => role === 'agent')?.name ?? '';
    expect(withoutNode(tenant, name, cloud).limits).toEqual({ cores: 30, ram: 61_440, storage: 645_120 });
  });

  test('lowers no limit below the remaining need, and adds none', () => {
    const tenant = aTenant({}, { limits: { cores: 32, ram: -1, storage: 100 } });
    const name = tenant.nodes.find(({ role }) => role === 'agent')?.name ?? '';
    expect(withoutNode(tenant, name, cloud).limits).toEqual({ cores: 30, ram: -1, storage: 100 });
  });

  test('in an unknown cloud changes the plan only, and changes nothing if it was removed before', () => {
    const tenant = aTenant();
    const name = tenant.nodes[0]?.name ?? '';
    const left = withoutNode(tenant, name, undefined);
    expect(left.limits).toEqual(tenant.limits);
    expect(left.nodes).toHaveLength(tenant.nodes.length - 1);
    const { nodes, limits, counts } = { ...tenant, ...left };
    expect(withoutNode({ ...tenant, ...left }, name, cloud)).toEqual({ nodes, limits, counts });
  });
});
