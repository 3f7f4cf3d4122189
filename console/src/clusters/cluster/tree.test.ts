import { expect, test } from 'vitest';
import { treeOf } from './tree.ts';

const node = (role: 'server' | 'agent', name: string, state: 'OK' | 'CREATING' = 'OK') => ({
  ...{ uuid: name, name, role, state, runtime_state: 'active', addresses: ['10.0.0.4'], k8s_version: 'v1.31.7+rke2r1' },
  initial_data: {
    ...{ flavor_name: 'm1.medium', vcpu: 2, ram: 4096, system_volume_size: 65_536, system_volume_type: null },
    data_volumes: [{ size: 10_240, mount_point: '/data', filesystem: 'ext4', volume_type: 'ssd' }],
  },
  last_error: null,
});
const pool = {
  uuid: 'p',
  name: 'workers',
  roles: ['worker' as const],
  quantity: 2,
  ready: 1,
  phase: 'ScalingUp' as const,
};
const machine = (name: string, is_ready: boolean) => ({
  ...{ name, node_name: '', pool_uuid: 'p', phase: 'Provisioning' as const, is_ready, failure: '', server_name: '' },
  waits_for: is_ready ? '' : 'the server boots',
});

const NOTHING = { driver: 'rancher-custom' as const, nodes: [], pools: [], machines: [], groups: [] };

test('nodes without pools are grouped by role, in the order of their numbers, with their volumes', () => {
  const nodes = [node('agent', 'a-1'), node('server', 's-10'), node('server', 's-2', 'CREATING')];
  const [servers, agents] = treeOf({ ...NOTHING, nodes });
  expect([servers?.label, servers?.details, servers?.children.map(({ label }) => label)]).toEqual([
    'Servers',
    ['1 of 2 nodes OK'],
    ['s-2', 's-10'],
  ]);
  expect(agents?.children[0]?.children.map(({ label, details }) => [label, ...details])).toEqual([
    ['System volume', '64 GB'],
    ['/data', '10 GB', 'ssd'],
  ]);
});

test('a role without nodes is not shown', () => {
  expect(treeOf({ ...NOTHING, nodes: [node('server', 's')] }).map(({ label }) => label)).toEqual(['Servers']);
});

test('a pool has its own machines only, and a machine says what it waits for', () => {
  const machines = [machine('m-1', true), machine('m-2', false), { ...machine('other', true), pool_uuid: 'q' }];
  const [workers] = treeOf({ ...NOTHING, driver: 'rancher-pools', pools: [pool], machines });
  expect(workers?.details).toEqual(['worker', '1 of 2 machines ready']);
  expect(workers?.children.map(({ label, state, note }) => [label, state, note])).toEqual([
    ['m-1', 'OK', ''],
    ['m-2', 'Provisioning', 'the server boots'],
  ]);
});

const group = (
  name: string,
  role: string,
  changes: { updated_node_count?: number; auto_scaling_enabled?: boolean },
) => ({
  ...{ uuid: name, name, role, node_count: 3, ready_node_count: 1, present_node_count: 2, updated_node_count: 2 },
  ...{ flavor_id: 'm1.medium', availability_zone: '', auto_scaling_enabled: false, ...changes },
});

test('a cluster of Cluster API has node groups with their numbers, and says while machines are replaced', () => {
  const groups = [
    group('default-master', 'master', {}),
    group('default-worker', 'worker', { updated_node_count: 1, auto_scaling_enabled: true }),
  ];
  const items = treeOf({ ...NOTHING, driver: 'cluster-api', groups });
  expect(items.map(({ label, details, note }) => [label, details, note])).toEqual([
    ['default-master', ['control plane', '1 of 3 machines ready', 'm1.medium'], ''],
    [
      'default-worker',
      ['worker', '1 of 3 machines ready', 'm1.medium', 'autoscaling'],
      '1 of 2 machines have the wanted settings and version',
    ],
  ]);
});
