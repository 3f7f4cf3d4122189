import { expect, test } from 'vitest';
import { newNodeBody, newNodeText } from './new-node.ts';

const LIKE = {
  role: 'agent' as const,
  initial_data: {
    ...{ flavor: '2', flavor_name: 'm', vcpu: 2, ram: 4096, image: 'i', subnet: 's', tenant: 't', security_groups: [] },
    ...{ system_volume_size: 81_920, system_volume_type: 'fast' },
    data_volumes: [{ size: 10_240, mount_point: '/data', filesystem: 'ext4', volume_type: 'slow' }],
  },
};
const CLUSTER = { uuid: 'c', tenant_uuid: 't' };
const MATERIAL = {
  subnet: 'uuid of s',
  flavor: 'uuid of m',
  volumeTypes: { fast: 'uuid of fast', slow: 'uuid of slow' },
};
const SAME = {
  ...{ cluster: 'c', role: 'agent', subnet: 'uuid of s', flavor: 'uuid of m' },
  ...{ system_volume_size: 81_920, system_volume_type: 'uuid of fast' },
  data_volumes: [{ size: 10_240, mount_point: '/data', filesystem: 'ext4', volume_type: 'uuid of slow' }],
};

test.each([
  [{}, SAME],
  [{ flavor: 'uuid of l' }, { ...SAME, flavor: 'uuid of l' }],
  [{ disk: 64 }, { ...SAME, system_volume_size: 65_536 }],
])('a new node has the volumes and types of the node that is copied, but for %j', (differences, body) => {
  expect(newNodeBody(LIKE, CLUSTER, MATERIAL, differences)).toEqual(body);
});

test.each([
  [{}, '80 GB (fast)'],
  [{ disk: 64 }, '64 GB (fast)'],
])('with %j, it is said that the system volume has %s, and which data volumes come with it', (differences, system) => {
  expect(newNodeText(LIKE, { name: 'm', cores: 2, ram: 4096 }, differences)).toBe(
    `Makes one agent of m: 2 vCPU, 4 GB, with a system volume of ${system}, /data 10 GB (slow). The cluster stays OK meanwhile.`,
  );
});
