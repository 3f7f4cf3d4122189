import { describe, expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/node';
import { listedCluster, managementCluster, provisioningCluster, rancherNode } from './schemas.ts';

describe('as little as Rancher may tell', () => {
  test('of a provisioning cluster is its name, and its id comes later (R-9b-W14)', () => {
    const metadata = { name: 'prod', state: { name: 'updating' } };
    const told = { type: 'provisioning.cattle.io.cluster', id: 'fleet-default/prod', metadata };
    expect(provisioningCluster.parse(told)).toEqual({
      ...{ name: 'prod', managementId: '', isBeingDeleted: false, kubernetesVersion: '', message: '' },
      ...{ labels: {}, isInstalled: false },
    });
    const assigned = { ...told, spec: { kubernetesVersion: 'v1.31.7+rke2r1' }, status: { clusterName: 'c-m-1' } };
    expect(provisioningCluster.parse(assigned)).toMatchObject({
      ...{ name: 'prod', managementId: 'c-m-1', kubernetesVersion: 'v1.31.7+rke2r1' },
    });
  });

  test('of a management cluster is what it is and how it is (R-9b-W14)', () => {
    expect(managementCluster.parse({ id: 'c-m-1', name: 'prod', state: 'pending' })).toEqual({
      ...{ id: 'c-m-1', name: 'prod', state: 'pending', message: '' },
      ...{ kubernetesVersion: '', capacity: {}, requested: {} },
    });
  });

  test('of a node is its host name and how it is (R-9b-W14)', () => {
    const told = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'registering' };
    expect(rancherNode.parse(told)).toEqual({
      clusterId: 'c-m-1',
      node: {
        ...{ id: told.id, hostname: 'prod-1', state: 'registering', message: '' },
        ...{ facts: NO_FACTS, roles: [], actions: [] },
      },
    });
  });
});

test.each([
  [
    { status: 'Unknown', transitioning: true },
    { status: 'Unknown', transitioning: true, error: false },
  ],
  [
    { status: 'False', error: true },
    { status: 'False', transitioning: false, error: true },
  ],
  [
    { status: 'False', reason: 'Error' },
    { status: 'False', transitioning: false, error: true },
  ],
])('a node’s drain is read where it is told of: %o (S0-416)', (told, drained) => {
  const named = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'active' };
  const conditions = [
    { type: 'Ready', status: 'True' },
    { type: 'Drained', ...told },
  ];
  const actions = { cordon: 'https://rancher.example.org/v3/nodes/1?action=cordon', drain: '…' };
  expect(rancherNode.parse({ ...named, conditions, actions }).node).toMatchObject({
    ...{ drained, actions: ['cordon', 'drain'] },
  });
});

test('a cluster’s capacity is kept with memory in Mi, what is requested as it is told (R-9b-W12)', () => {
  const requested = { cpu: '1450m', memory: '905216Ki', pods: '13' };
  const capacity = { cpu: '24', memory: '49125240Ki', pods: '330' };
  const told = { id: 'c-m-1', name: 'prod', state: 'active', version: { gitVersion: 'v1.31.7+rke2r1' } };
  expect(managementCluster.parse({ ...told, capacity, requested })).toMatchObject({
    kubernetesVersion: 'v1.31.7+rke2r1',
    capacity: { cpu: '24', memory: '47973Mi', pods: '330' },
    requested,
  });
});

test.each([
  [{ etcd: true, controlPlane: true, worker: false }, ['etcd', 'controlplane']],
  [{ etcd: false, controlPlane: false, worker: true }, ['worker']],
  [{ labels: { 'node-role.kubernetes.io/worker': 'true' } }, ['worker']],
  [{ labels: { 'node-role.kubernetes.io/control-plane': 'true' } }, ['controlplane']],
])('a node’s roles are read from Rancher’s fields and from Kubernetes’ labels: %o', (told, roles) => {
  const named = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'active' };
  expect(rancherNode.parse({ ...named, ...told }).node.roles).toEqual(roles);
});

describe('a cluster among all', () => {
  test('is told with what may be missing', () => {
    const told = { id: 'c-m-1', name: 'prod', state: 'active' };
    const figures = { message: '', kubernetesVersion: '', capacity: {}, requested: {} };
    const cluster = { ...told, ...figures, description: '', nodeCount: 0, created: '' };
    expect(listedCluster.parse({ ...told, description: null })).toEqual({ isInternal: false, cluster });
  });

  test('is Rancher’s own by its mark or by its id', () => {
    const told = { name: 'local', state: 'active' };
    expect(listedCluster.parse({ ...told, id: 'local' })).toMatchObject({ isInternal: true });
    expect(listedCluster.parse({ ...told, id: 'c-1', internal: true })).toMatchObject({ isInternal: true });
  });
});
