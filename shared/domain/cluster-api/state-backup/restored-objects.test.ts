import { expect, test } from 'vitest';
import { aCopiedObject } from '#test/copied-objects';
import { inOrderOfOwners, restoredObject } from './restored-objects.ts';

const ofClass = aCopiedObject('ClusterClass', 'v1');
const template = aCopiedObject('OpenStackMachineTemplate', 'v1-worker', { owners: [ofClass] });
const cluster = aCopiedObject('Cluster', 'kube-1', { fields: { spec: { topology: { class: 'v1' } } } });
const plane = aCopiedObject('KubeadmControlPlane', 'cp', { owners: [cluster] });
const authority = aCopiedObject('Secret', 'kube-1-ca', { owners: [plane] });
const machine = aCopiedObject('Machine', 'a', { owners: [plane] });
const credential = aCopiedObject('Secret', 'kube-1-cloud-config');

test('owners are created before what they own, and shared objects before the cluster (S3-020)', () => {
  const objects = [machine, authority, plane, cluster, credential, template, ofClass];
  const names = inOrderOfOwners(objects).map(({ metadata }) => metadata.name);
  expect(names).toEqual(['v1', 'v1-worker', 'kube-1', 'cp', 'kube-1-ca', 'kube-1-cloud-config', 'a']);
});

test('objects that own each other are all created', () => {
  const first = aCopiedObject('Machine', 'first', { owners: [aCopiedObject('Machine', 'second')] });
  const second = aCopiedObject('Machine', 'second', { owners: [first] });
  expect(inOrderOfOwners([first, second])).toHaveLength(2);
});

test('an owner has its new uid, and one that is not there is left out (S3-020)', () => {
  const both = aCopiedObject('Machine', 'a', { owners: [plane, aCopiedObject('MachineSet', 'gone')] });
  const restored = restoredObject(both, new Map([[plane.metadata.uid, 'new']]), 'v');
  expect(restored.metadata).not.toHaveProperty('uid');
  expect(restored.metadata.ownerReferences).toEqual([
    expect.objectContaining({ kind: 'KubeadmControlPlane', uid: 'new', controller: true }),
  ]);
});

test('the Cluster is paused and names the copy that it comes from (S3-020)', () => {
  expect(restoredObject(cluster, new Map(), 'version-1')).toMatchObject({
    metadata: { annotations: { 'paddock.cloud/restored-from': 'version-1' } },
    spec: { paused: true, topology: { class: 'v1' } },
  });
  expect(restoredObject(plane, new Map(), 'version-1')).not.toHaveProperty('spec');
});
