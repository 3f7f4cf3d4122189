import { describe, expect, test } from 'vitest';
import { anOfferedCloud, managedPlan, nodesOf } from '#test/builders/managed-inputs';
import { completeNode } from './complete-node.ts';

describe('machines', () => {
  const longhorn = {
    workerNodesDataVolumeSizeMb: 51_200,
    workerNodesDataVolumeTypeName: 'hdd-slow',
    installLonghorn: true,
    workerNodesLonghornVolumeSizeMb: 102_400,
    workerNodesLonghornVolumeTypeName: 'ssd-fast',
    sshPublicKey: 'ssh-ed25519 AAAA',
  };
  const options = { managed_rancher_worker_system_volume_size_gb: 30 };
  const dynamic = anOfferedCloud({ storageMode: 'dynamic', availabilityZone: 'nova' });

  test('have the order’s sizes unchanged, and the offering’s sizes in MB (R-9-102, S0-246, S0-247, S0-251, S0-334, S0-335)', () => {
    const worker = managedPlan({ attributes: longhorn, options, clouds: [dynamic] }).tenants[0]?.nodes.at(-1);
    expect(worker).toEqual({
      name: 'k8s-prod-1-rancher-node-agent-2',
      role: 'agent',
      roles: ['worker'],
      flavorId: '2',
      flavorName: 'worker',
      vcpus: 4,
      ramMb: 8192,
      imageId: 'image-1',
      availabilityZone: 'nova',
      systemVolumeSizeMb: 30_720,
      dataVolumes: [
        { sizeMb: 51_200, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs', volumeType: 'hdd-slow' },
        { sizeMb: 102_400, mountPoint: '/opt/longhorn_storage', filesystem: 'btrfs', volumeType: 'ssd-fast' },
      ],
      sshPublicKey: 'ssh-ed25519 AAAA',
    });
  });

  test('have the same sizes as in the tenant’s limits (R-9-103)', () => {
    const [tenant] = managedPlan({
      attributes: { ...longhorn, workerNodesDataVolumeSizeMb: 25_600, workerNodesLonghornVolumeSizeMb: 51_200 },
    }).tenants;
    const [, , , worker] = tenant?.nodes ?? [];
    expect(worker?.dataVolumes.map(({ sizeMb }) => sizeMb)).toEqual([25_600, 51_200]);
    const machines = tenant ? [...tenant.nodes, tenant.loadBalancer] : [];
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
    expect(tenant?.limits).toEqual({
      cores: sum(machines.map(({ vcpus }) => vcpus)),
      ram: sum(machines.map(({ ramMb }) => ramMb)),
      storage: sum(machines.flatMap((it) => [it.systemVolumeSizeMb, ...it.dataVolumes.map(({ sizeMb }) => sizeMb)])),
    });
  });

  test('that are servers have the offering’s flavor, volumes and types (S0-227, S0-231, S0-331)', () => {
    const server = managedPlan({
      options: {
        managed_rancher_server_system_volume_type_name: 'ssd-fast',
        managed_rancher_server_data_volume_type_name: 'hdd-slow',
      },
      clouds: [dynamic],
    }).tenants[0]?.nodes[0];
    expect(server).toMatchObject({
      flavorId: '3',
      systemVolumeSizeMb: 51_200,
      systemVolumeType: 'ssd-fast',
      dataVolumes: [{ sizeMb: 102_400, volumeType: 'hdd-slow', mountPoint: '/opt/rke2_storage' }],
    });
  });

  test('that balance load have the address .10 of their network (S0-324, S0-347)', () => {
    const types = {
      managed_rancher_load_balancer_system_volume_type_name: 'ssd-fast',
      managed_rancher_load_balancer_data_volume_type_name: 'hdd-slow',
    };
    expect(managedPlan({ options: types, clouds: [dynamic] }).tenants[0]?.loadBalancer).toEqual({
      name: 'k8s-lb-prod-1',
      address: '10.64.0.10',
      flavorId: '1',
      flavorName: 'lb',
      vcpus: 2,
      ramMb: 4096,
      imageId: 'image-1',
      availabilityZone: 'nova',
      systemVolumeSizeMb: 20_480,
      systemVolumeType: 'ssd-fast',
      dataVolumes: [{ sizeMb: 10_240, volumeType: 'hdd-slow' }],
    });
  });

  test('have volumes of named types only if either offering says dynamic (S0-236, S0-238)', () => {
    const types = { managed_rancher_server_system_volume_type_name: 'ssd-fast' };
    expect(nodesOf(managedPlan({ options: types }))[0]).not.toHaveProperty('systemVolumeType');
    expect(nodesOf(managedPlan({ options: { ...types, storage_mode: 'dynamic' } }))[0]?.systemVolumeType).toBe(
      'ssd-fast',
    );
  });

  test('get floating IPs of the cloud’s external network if the provider says so', () => {
    expect(nodesOf(managedPlan())[0]).not.toHaveProperty('floatingNetworkId');
    const given = nodesOf(managedPlan({}, { allocateFloatingIps: true }));
    expect(given.map(({ floatingNetworkId }) => floatingNetworkId)).toEqual(Array.from(given, () => 'network-1'));
  });

  test('are complete once their tenant exists', () => {
    const nodes = nodesOf(managedPlan());
    const place = { tenantUuid: 'a'.repeat(32), subnetId: 's', networkId: 'n', securityGroupIds: ['g'] };
    expect(nodes.map((node) => completeNode(node, place))).toEqual(nodes.map((node) => ({ ...node, ...place })));
  });
});
