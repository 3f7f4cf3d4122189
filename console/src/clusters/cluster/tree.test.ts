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

test('nodes without pools are grouped by role, in the order of their numbers, with their volumes', () => {
  const nodes = [node('agent', 'a-1'), node('server', 's-10'), node('server', 's-2', 'CREATING')];
  const [servers, agents] = treeOf({ nodes, pools: [], machines: [] });
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
  expect(treeOf({ nodes: [node('server', 's')], pools: [], machines: [] }).map(({ label }) => label)).toEqual([
    'Servers',
  ]);
});

test('a pool has its own machines only, and a machine says what it waits for', () => {
  const machines = [machine('m-1', true), machine('m-2', false), { ...machine('other', true), pool_uuid: 'q' }];
  const [workers] = treeOf({ nodes: [], pools: [pool], machines });
  expect(workers?.details).toEqual(['worker', '1 of 2 machines ready']);
  expect(workers?.children.map(({ label, state, note }) => [label, state, note])).toEqual([
    ['m-1', 'OK', ''],
    ['m-2', 'Provisioning', 'the server boots'],
  ]);
});
