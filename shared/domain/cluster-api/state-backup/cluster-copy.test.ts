import { expect, test } from 'vitest';
import { aCopiedObject } from '#test/copied-objects';
import { copiedObject, copyBlocker } from './cluster-copy.ts';

const cluster = aCopiedObject('Cluster', 'kube-1', {
  fields: { status: { infrastructureReady: true, controlPlaneReady: true } },
});
const machine = aCopiedObject('Machine', 'a', { fields: { status: { nodeRef: { name: 'a' } } } });

test.each([
  ['nothing', [cluster, machine], undefined],
  ['a missing Cluster', [machine], 'The management cluster does not have the cluster.'],
  ['a Cluster that is being made', [aCopiedObject('Cluster', 'kube-1')], 'Cluster API has not made the cluster yet.'],
  ['a machine that is no node yet', [cluster, aCopiedObject('Machine', 'b')], 'Machine b is not a node yet.'],
  [
    'an object that is being deleted',
    [cluster, aCopiedObject('Secret', 's', { metadata: { deletionTimestamp: '2026-11-01T00:00:00Z' } })],
    'Secret s is being deleted.',
  ],
])('%s is what makes a copy wait (S3-020, M6)', (_, objects, wanted) => {
  expect(copyBlocker(objects)).toBe(wanted);
});

test('a copied object has no status, version or time, and keeps what it needs to be made again', () => {
  const object = aCopiedObject('Machine', 'a', {
    ...{ labels: { of: 'kube-1' }, owners: [cluster] },
    metadata: { finalizers: ['machine.cluster.x-k8s.io'], managedFields: [{}], generation: 3 },
    fields: { spec: { version: 'v1.33.5' }, status: { phase: 'Running' } },
  });
  expect(copiedObject(object)).toEqual({
    ...{ apiVersion: 'v1', kind: 'Machine', spec: { version: 'v1.33.5' } },
    metadata: {
      ...{ name: 'a', uid: 'uid of Machine a', labels: { of: 'kube-1' }, finalizers: ['machine.cluster.x-k8s.io'] },
      ownerReferences: [expect.objectContaining({ kind: 'Cluster', controller: true, blockOwnerDeletion: true })],
    },
  });
});
