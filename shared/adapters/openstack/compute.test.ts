import { expect, test } from 'vitest';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import { serverRequest } from './compute.ts';

const spec: NodeSpec = {
  name: 'k8s-prod-server-1',
  role: 'server',
  tenantUuid: 'a'.repeat(32),
  flavorId: '4',
  flavorName: 'm1.large',
  vcpus: 4,
  ramMb: 8192,
  imageId: 'image-1',
  subnetId: 'subnet-1',
  networkId: 'network-1',
  securityGroupIds: ['group-1'],
  systemVolumeSizeMb: 65536,
  dataVolumes: [],
};
const requestFor = (fields: Partial<NodeSpec>) =>
  serverRequest({ spec: { ...spec, ...fields }, portId: 'port-1', tags: ['cluster-1'], userData: '#cloud-config\nä' });

test('a machine boots from a volume made of its image and brings its data volumes blank, all to go with it', () => {
  const dataVolumes = [{ sizeMb: 102400, mountPoint: '/opt/rke2_storage', filesystem: 'btrfs', volumeType: 'ssd' }];
  expect(requestFor({ dataVolumes, systemVolumeType: 'hdd' }).server).toEqual({
    name: 'k8s-prod-server-1',
    flavorRef: '4',
    networks: [{ port: 'port-1' }],
    block_device_mapping_v2: [
      {
        boot_index: 0,
        source_type: 'image',
        uuid: 'image-1',
        destination_type: 'volume',
        volume_size: 64,
        volume_type: 'hdd',
        delete_on_termination: true,
      },
      {
        boot_index: -1,
        source_type: 'blank',
        destination_type: 'volume',
        volume_size: 100,
        volume_type: 'ssd',
        delete_on_termination: true,
      },
    ],
    user_data: 'I2Nsb3VkLWNvbmZpZwrDpA==',
    tags: ['cluster-1'],
  });
});

test('a volume type that was not asked for is left to the cloud', () => {
  expect(requestFor({}).server.block_device_mapping_v2[0]).not.toHaveProperty('volume_type');
});

test.each([
  [1024, 1],
  [1025, 2],
  [65536, 64],
])('%i MB are asked for as %i GB: whole ones, rounded up', (systemVolumeSizeMb, volume_size) => {
  expect(requestFor({ systemVolumeSizeMb }).server.block_device_mapping_v2[0]).toMatchObject({ volume_size });
});

test('where and with whom a machine is to be is said only when it is known', () => {
  const plain = requestFor({});
  expect(plain).not.toHaveProperty('os:scheduler_hints');
  expect(plain.server).not.toHaveProperty('availability_zone');
  const wanted = { spec: { ...spec, availabilityZone: 'north' }, portId: 'port-1', tags: [], userData: '' };
  expect(serverRequest({ ...wanted, serverGroupId: 'group-1' })).toMatchObject({
    server: { availability_zone: 'north' },
    'os:scheduler_hints': { group: 'group-1' },
  });
});
