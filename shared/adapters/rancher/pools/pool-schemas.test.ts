import { describe, expect, test } from 'vitest';
import { seenDerived, seenProvisioning } from './infrastructure.ts';
import { capiCluster, deployment, etcdSnapshot, machineTemplate, plannedControlPlane } from './pool-schemas.ts';

describe('as little as Rancher may show', () => {
  test('of a MachineDeployment is its name and its template (R-9b-W14)', () => {
    const template = { spec: { infrastructureRef: null } };
    expect(deployment.parse({ metadata: { name: 'prod-workers' }, spec: { template } })).toEqual({
      clusterName: '',
      shown: {
        ...{ name: 'prod-workers', poolName: '', phase: 'Unknown', templateName: '' },
        ...{ desired: 0, replicas: 0, upToDate: 0, available: 0 },
      },
    });
  });

  test('of a template and a snapshot is the name', () => {
    const metadata = { name: 'x' };
    expect(machineTemplate.parse({ metadata })).toEqual({
      clusterName: '',
      shown: { name: 'x', configName: '', createdAt: '' },
    });
    expect(etcdSnapshot.parse({ metadata })).toEqual({
      clusterName: '',
      shown: {
        ...{ name: 'x', isMissing: false, status: '', fileName: '', location: '', nodeName: '', createdAt: '' },
        sizeBytes: 0,
      },
    });
  });

  test('of a new cluster is nothing but that it exists', () => {
    const none = { generation: 0, phase: '', isReconciled: false, message: '' };
    expect(plannedControlPlane.parse({ status: null })).toEqual({
      managementId: '',
      operations: { snapshot: none, restore: none, certificates: none, 'encryption-keys': none },
    });
    expect(capiCluster.parse({})).toEqual({ phase: 'Unknown', isInitialized: false });
    const metadata = { name: 'prod', namespace: 'fleet-default', uid: 'u-1' };
    expect(seenProvisioning.parse({ metadata })).toEqual({ ...metadata, managementId: '' });
    expect(seenDerived.parse({ metadata })).toEqual({ ...metadata, owners: [] });
  });
});

test.each([
  ['in the present API of Cluster API', { upToDateReplicas: 2 }],
  ['in the one before', { updatedReplicas: 2 }],
])('machines of the present template are counted %s (T34)', (_what, numbers) => {
  const labels = { 'rke.cattle.io/rke-machine-pool-name': 'workers' };
  const template = { metadata: { labels }, spec: { infrastructureRef: { name: 'prod-workers-0a1b2c3d' } } };
  const parsed = deployment.parse({
    metadata: { name: 'prod-workers' },
    spec: { clusterName: 'prod', replicas: 3, template },
    status: { phase: 'ScalingUp', replicas: 3, availableReplicas: 1, ...numbers },
  });
  expect(parsed).toEqual({
    clusterName: 'prod',
    shown: {
      ...{ name: 'prod-workers', poolName: 'workers', phase: 'ScalingUp', templateName: 'prod-workers-0a1b2c3d' },
      ...{ desired: 3, replicas: 3, upToDate: 2, available: 1 },
    },
  });
});

test('a snapshot whose file is gone, or that was not completed, says so (T45)', () => {
  const parsed = etcdSnapshot.parse({
    metadata: { name: 'prod-local-x', creationTimestamp: '2026-11-26T04:00:00Z' },
    spec: { clusterName: 'prod' },
    snapshotFile: { name: 'x', location: 'file:///x', nodeName: 'prod-servers-1', size: 5, status: 'failed' },
    status: { missing: true },
  });
  expect(parsed).toEqual({
    clusterName: 'prod',
    shown: {
      ...{ name: 'prod-local-x', isMissing: true, status: 'failed', fileName: 'x', location: 'file:///x' },
      ...{ nodeName: 'prod-servers-1', createdAt: '2026-11-26T04:00:00Z', sizeBytes: 5 },
    },
  });
});

test('each kind of operation has its own number and phase, and all the same wait (T45, T46, T47)', () => {
  const message = 'waiting for encryption key rotation stage to be finished';
  const { managementId, operations } = plannedControlPlane.parse({
    spec: { managementClusterName: 'c-m-1' },
    status: {
      ...{ etcdSnapshotCreate: { generation: 4 }, etcdSnapshotCreatePhase: 'Finished' },
      ...{ etcdSnapshotRestore: { generation: 1, name: 'x' }, etcdSnapshotRestorePhase: 'Failed' },
      ...{ rotateEncryptionKeys: { generation: 2 }, rotateEncryptionKeysPhase: 'Rotate' },
      certificateRotationGeneration: 3,
      conditions: [{ type: 'Reconciled', status: 'Unknown', message }],
    },
  });
  const waiting = { isReconciled: false, message };
  expect(managementId).toBe('c-m-1');
  expect(operations).toEqual({
    snapshot: { generation: 4, phase: 'Finished', ...waiting },
    restore: { generation: 1, phase: 'Failed', ...waiting },
    certificates: { generation: 3, phase: '', ...waiting },
    'encryption-keys': { generation: 2, phase: 'Rotate', ...waiting },
  });
});

test.each([
  ['True', true],
  ['False', false],
  ['Unknown', false],
])('a control plane whose condition says %s has run: %s (T48)', (status, isInitialized) => {
  const conditions = [{ type: 'ControlPlaneInitialized', status }];
  const shown = { status: { phase: 'Provisioned', conditions } };
  expect(capiCluster.parse(shown)).toEqual({ phase: 'Provisioned', isInitialized });
});
