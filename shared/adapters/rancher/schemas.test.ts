import { describe, expect, test } from 'vitest';
import { capacityOf, listedCluster, managementCluster, provisioningCluster } from './schemas.ts';

describe('as little as Rancher may show', () => {
  test('of a provisioning cluster is its name, and its id comes later (R-9b-W14)', () => {
    const metadata = { name: 'prod', state: { name: 'updating' } };
    const shown = { type: 'provisioning.cattle.io.cluster', id: 'fleet-default/prod', metadata };
    expect(provisioningCluster.parse(shown)).toEqual({
      name: 'prod',
      managementId: '',
      isBeingDeleted: false,
      kubernetesVersion: '',
      message: '',
      labels: {},
      isInstalled: false,
      requested: { snapshot: 0, restore: 0, certificates: 0, 'encryption-keys': 0 },
    });
    const assigned = { ...shown, spec: { kubernetesVersion: 'v1.31.7+rke2r1' }, status: { clusterName: 'c-m-1' } };
    expect(provisioningCluster.parse(assigned)).toMatchObject({
      name: 'prod',
      managementId: 'c-m-1',
      kubernetesVersion: 'v1.31.7+rke2r1',
    });
  });

  test('of a v3 cluster is what it is and how it is (R-9b-W14)', () => {
    expect(managementCluster.parse({ id: 'c-m-1', name: 'prod', state: 'pending' })).toEqual({
      id: 'c-m-1',
      name: 'prod',
      state: 'pending',
      message: '',
      kubernetesVersion: '',
      capacity: {},
      requested: {},
    });
  });
});

const READY = [
  { type: 'Ready', status: 'True' },
  { type: 'Connected', status: 'True' },
];

test.each([
  ['a new one of which nothing is there yet', 'active', [], 'provisioning'],
  ['one that is connected, and not ready', 'active', [{ type: 'Connected', status: 'True' }], 'provisioning'],
  ['one that is not connected any more', 'active', [READY[0], { type: 'Connected', status: 'False' }], 'provisioning'],
  ['one that is both', 'active', READY, 'active'],
  ['one that something is done to', 'updating', READY, 'updating'],
  ['one that flaps on its way', 'unavailable', [{ type: 'Connected', status: 'True' }], 'unavailable'],
])('Rancher’s word of a cluster is believed where its conditions say so: %s', (_what, state, conditions, expected) => {
  expect(managementCluster.parse({ id: 'c-m-1', name: 'prod', state, conditions }).state).toBe(expected);
});

test('figures of a cluster that no node has joined are none', () => {
  const none = { cpu: '0', memory: '0', pods: '0' };
  const shown = { id: 'c-m-1', name: 'prod', state: 'updating', version: null, capacity: none, requested: none };
  expect(managementCluster.parse(shown)).toMatchObject({ kubernetesVersion: '', capacity: {}, requested: {} });
  const busy = { ...shown, capacity: { cpu: '4', memory: '16163180Ki', pods: '110' } };
  expect(managementCluster.parse(busy).requested).toEqual(none);
});

test('a cluster’s capacity is kept with memory in Mi, what is requested as it is shown (R-9b-W12)', () => {
  const requested = { cpu: '1450m', memory: '905216Ki', pods: '13' };
  const capacity = { cpu: '24', memory: '49125240Ki', pods: '330' };
  const shown = { id: 'c-m-1', name: 'prod', state: 'active', version: { gitVersion: 'v1.31.7+rke2r1' } };
  expect(managementCluster.parse({ ...shown, capacity, requested })).toMatchObject({
    kubernetesVersion: 'v1.31.7+rke2r1',
    capacity: { cpu: '24', memory: '47973Mi', pods: '330' },
    requested,
  });
});

describe('a cluster among all', () => {
  test('is read with what may be missing', () => {
    const shown = { id: 'c-m-1', name: 'prod', state: 'updating' };
    const figures = { message: '', kubernetesVersion: '', capacity: {}, requested: {} };
    const cluster = { ...shown, ...figures, description: '', nodeCount: 0, created: '' };
    const none = { isInternal: false, labels: {}, provider: '', workers: { linux: 0, windows: 0 } };
    expect(listedCluster.parse({ ...shown, description: null })).toEqual({ ...none, cluster });
  });

  test('is Rancher’s own by its mark or by its id', () => {
    const shown = { name: 'local', state: 'active' };
    expect(listedCluster.parse({ ...shown, id: 'local' })).toMatchObject({ isInternal: true });
    expect(listedCluster.parse({ ...shown, id: 'c-1', internal: true })).toMatchObject({ isInternal: true });
  });
});

test.each([
  [
    { cpu: '24', memory: '49125240Ki', pods: '330' },
    { cpu: '24', memory: '47973Mi', pods: '330' },
  ],
  [
    { cpu: '24', pods: '330' },
    { cpu: '24', memory: '0Mi', pods: '330' },
  ],
  [{ memory: '50000Mi' }, { memory: '50000Mi' }],
  [{ memory: '8Gi' }, { memory: '8Gi' }],
])('%o is kept as %o (R-9b-W12)', (shown, kept) => {
  expect(capacityOf(shown)).toEqual(kept);
});
