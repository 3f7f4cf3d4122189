import { expect, test } from 'vitest';
import { treeText } from '../output/tree.ts';
import { clusterTree } from './cluster-tree.ts';
import { problemsText } from './problems-text.ts';

const ERROR = {
  ...{ code: 'QUOTA_EXCEEDED' as const, message: 'No room for a volume.', step: 'ensureServer' },
  ...{ at: '2026-11-27T12:00:00Z', retryable: true, owner: 'user' as const },
};
const NODE = {
  ...{
    role: 'agent' as const,
    state: 'OK' as const,
    runtime_state: 'active',
    addresses: ['10.0.0.1'],
    k8s_version: 'v1',
  },
  ...{ last_error: null, failed_servers: [] },
  initial_data: {
    ...{ flavor_name: 'm', vcpu: 2, ram: 4096, system_volume_size: 65_536, system_volume_type: 'fast' },
    data_volumes: [{ mount_point: '/data', size: 1500, volume_type: null }],
  },
};
const CLUSTER = { name: 'demo', state: 'OK' as const, runtime_state: '', kubernetes_version: 'v1', project_name: 'P' };
const NOTHING = { pools: [], machines: [], node_groups: [] };

test('a cluster of nodes has servers before agents, sorted, with volumes and errors', () => {
  const failed = { instance_backend_id: 'i', at: ERROR.at, code: ERROR.code, message: 'Gone.', request_id: null };
  const nodes = [
    {
      ...NODE,
      name: 'agent-2',
      state: 'ERRED' as const,
      runtime_state: '',
      last_error: ERROR,
      failed_servers: [failed],
    },
    { ...NODE, name: 'agent-1' },
    { ...NODE, name: 'server-1', role: 'server' as const },
  ];
  expect(treeText(clusterTree({ ...CLUSTER, nodes }, NOTHING))).toMatchSnapshot();
});

const POOL = {
  ...{ uuid: 'p', name: 'workers', phase: 'ScalingUp' as const, ready: 1, quantity: 2, roles: ['worker' as const] },
  ...{ autoscaling: { min: 1, max: 3 } },
  stalled: {
    ...{ code: ERROR.code, owner: ERROR.owner, retryable: true, message: 'No room.', next_step: 'Ask for more quota.' },
  },
};
const MACHINE = {
  ...{
    name: 'm-1',
    pool_uuid: 'p',
    phase: 'Running' as const,
    kind: 'joined' as const,
    node_name: 'm-1',
    node_state: 'active',
  },
  ...{ waits_for: '', failure: '' },
};

test('a cluster of pools has their machines below them, with what they wait for, and machines of no pool', () => {
  const waiting = {
    ...MACHINE,
    name: 'm-2',
    node_name: '',
    node_state: '',
    phase: 'Pending' as const,
    waits_for: 'bootstrap',
  };
  const orphan = { ...MACHINE, name: 'm-3', pool_uuid: null, phase: null, kind: 'orphan' as const, failure: 'Lost.' };
  const parts = { pools: [POOL], machines: [MACHINE, waiting, orphan], node_groups: [] };
  expect(treeText(clusterTree({ ...CLUSTER, nodes: [] }, parts))).toMatchSnapshot();
});

const GROUP = {
  ...{ name: 'default', role: 'worker', flavor_id: 'm1', availability_zone: 'az1', auto_scaling_enabled: false },
  ...{ node_count: 2, min_node_count: 1, max_node_count: null },
  ...{ present_node_count: 2, ready_node_count: 1, updated_node_count: 2 },
};

test.each([
  ['with its flavor and zone', {}, ['└─ node group default  worker  1 of 2 ready  m1  az1', '']],
  [
    'with the bounds of its autoscaler',
    { auto_scaling_enabled: true, max_node_count: 5 },
    ['└─ node group default  worker  1 of 2 ready  m1  az1  autoscaling 1 to 5', ''],
  ],
  [
    'with machines that are replaced',
    { updated_node_count: 1, availability_zone: '' },
    ['└─ node group default  worker  1 of 2 ready  m1', '   └─ 1 of 2 machines are as wanted', ''],
  ],
])('a cluster of Cluster API has node groups: %s', (_, given, lines) => {
  const tree = treeText(clusterTree({ ...CLUSTER, nodes: [] }, { ...NOTHING, node_groups: [{ ...GROUP, ...given }] }));
  expect(tree.split('\n').slice(1)).toEqual(lines);
});

const WELL = {
  ...{ ...CLUSTER, progress: 100, current_step: '', last_error: null, drift: [], operations: [], upgrade: null },
  hibernation: { status: 'AWAKE' as const, since: null },
};

test('nothing is said of a cluster that is well', () => {
  expect(problemsText(WELL, 'try again')).toBe('');
});

test('it is said what a cluster does, how it differs, what has failed, who corrects it and how', () => {
  const operation = {
    ...{
      kind: 'snapshot' as const,
      state: 'running' as const,
      number: 1,
      phase: 'p',
      text: 'Snapshot is taken',
      percent: 40,
    },
    ...{ snapshot: null, restore_rke_config: null, started_at: ERROR.at, phase_since: ERROR.at, ended_at: null },
    stalled: POOL.stalled,
  };
  const drift = {
    kind: 'NODE_MISSING' as const,
    node_uuid: null,
    name: 'n1',
    message: 'Its server is gone.',
    since: ERROR.at,
  };
  expect(
    problemsText(
      {
        ...{ ...WELL, state: 'UPDATING', progress: 30, current_step: 'Upgrading', last_error: ERROR },
        ...{ drift: [drift], operations: [operation], hibernation: { status: 'WAKING', since: null } },
        upgrade: { from_version: 'v1', to_version: 'v2', upgraded_nodes: 1 },
      },
      'try again',
    ),
  ).toMatchSnapshot();
});
