import { describe, expect, test } from 'vitest';
import { pluginOptions } from '#shared/domain/providers/plugin-options';
import { someManagedAttributes } from '#test/builders/managed-inputs';
import { managedAttributes } from '../managed-attributes.ts';
import { machineCounts, managedMachines } from './managed-machines.ts';

/** The managed example of docs/requirements.md#s0-v-examples-in-the-seed. */
const example = pluginOptions.parse({
  deployment_mode: 'managed',
  managed_rancher_server_flavor_name: 'm1.large',
  managed_rancher_server_system_volume_size_gb: 80,
  managed_rancher_worker_system_volume_size_gb: 40,
  managed_rancher_load_balancer_flavor_name: 'm1.medium',
});
const order = someManagedAttributes({
  workerNodesCount: 3,
  workerNodesFlavorName: 'm1.xlarge',
  workerNodesDataVolumeSizeMb: 102_400,
  installLonghorn: true,
  workerNodesLonghornVolumeSizeMb: 204_800,
});

describe('parts of machines', () => {
  test('have all sizes of the seed’s example, 20 GB and no data volume by default (S0-309, S0-310, S0-311)', () => {
    expect(managedMachines(order, example)).toEqual({
      server: { flavorName: 'm1.large', systemVolume: { sizeMb: 81_920 }, dataVolumes: [] },
      worker: {
        flavorName: 'm1.xlarge',
        systemVolume: { sizeMb: 40_960 },
        dataVolumes: [
          { sizeMb: 102_400, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' },
          { sizeMb: 204_800, mountPoint: '/opt/longhorn_storage', filesystem: 'btrfs' },
        ],
      },
      loadBalancer: { flavorName: 'm1.medium', systemVolume: { sizeMb: 20_480 }, dataVolumes: [] },
    });
  });

  test('have an offering’s options in GB and an order’s sizes in MB (S0-228, S0-230, S0-232, S0-235, S0-237)', () => {
    const options = pluginOptions.parse({
      managed_rancher_server_system_volume_size_gb: 50,
      managed_rancher_server_system_volume_type_name: 'a',
      managed_rancher_server_data_volume_size_gb: 100,
      managed_rancher_server_data_volume_type_name: 'b',
      managed_rancher_worker_system_volume_size_gb: 30,
      managed_rancher_worker_system_volume_type_name: 'c',
      managed_rancher_load_balancer_system_volume_size_gb: 25,
      managed_rancher_load_balancer_system_volume_type_name: 'd',
      managed_rancher_load_balancer_data_volume_size_gb: 10,
      managed_rancher_load_balancer_data_volume_type_name: 'e',
    });
    const { server, worker, loadBalancer } = managedMachines(
      { ...order, workerNodesDataVolumeTypeName: 'f', workerNodesLonghornVolumeTypeName: 'g' },
      options,
    );
    expect([server.systemVolume, server.dataVolumes]).toMatchObject([
      { sizeMb: 51_200, typeName: 'a' },
      [{ sizeMb: 102_400, typeName: 'b', mountPoint: '/opt/rke2_storage', filesystem: 'btrfs' }],
    ]);
    expect([worker.systemVolume, worker.dataVolumes]).toMatchObject([
      { sizeMb: 30_720, typeName: 'c' },
      [
        { sizeMb: 102_400, typeName: 'f' },
        { sizeMb: 204_800, typeName: 'g' },
      ],
    ]);
    expect([loadBalancer.systemVolume, loadBalancer.dataVolumes]).toEqual([
      { sizeMb: 25_600, typeName: 'd' },
      [{ sizeMb: 10_240, typeName: 'e' }],
    ]);
  });

  test('have 64 GB of system volume by default', () => {
    const { server, worker } = managedMachines(order, pluginOptions.parse({}));
    expect([server.systemVolume.sizeMb, worker.systemVolume.sizeMb]).toEqual([65_536, 65_536]);
  });

  test('have a Longhorn volume only if Longhorn is chosen, and no volume of size 0 (S0-333)', () => {
    const { worker } = managedMachines({ ...order, installLonghorn: false, workerNodesDataVolumeSizeMb: 0 }, example);
    expect(worker.dataVolumes).toEqual([]);
  });
});

test('a tenant has three servers, the ordered workers and one load balancer (S0-327, S0-330, S0-332)', () => {
  expect(machineCounts(order)).toEqual({ server: 3, worker: 3, loadBalancer: 1 });
});

test('an offering that is chosen twice counts once', () => {
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)];
  const parsed = managedAttributes.parse({ ...order, openstackOfferingUuids: [one, two, one] });
  expect(parsed.openstackOfferingUuids).toEqual([one, two]);
});
