import { expect, test } from 'vitest';
import { aCopiedObject, owns } from '#test/copied-objects';
import { CLUSTER_LABEL } from '../../planning/naming.ts';
import { objectsOfCluster } from './objects-of-cluster.ts';

const UUID = '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61';
const OTHER = '00000000000000000000000000000001';
const OF_CLUSTER = 'cluster.x-k8s.io/cluster-name';
const cluster = (name: string, uuid: string) =>
  aCopiedObject('Cluster', name, {
    labels: { [CLUSTER_LABEL]: uuid },
    fields: { spec: { topology: { class: 'paddock-openstack-v1' } } },
  });
const ours = cluster('kube-1', UUID);
const theirs = cluster('kube-2', OTHER);
const taken = (...objects: Parameters<typeof objectsOfCluster>[0]) =>
  objectsOfCluster([ours, theirs, ...objects], { uuid: UUID, capiName: 'kube-1' }).map(
    ({ kind, metadata }) => `${kind} ${metadata.name}`,
  );

const plane = aCopiedObject('KubeadmControlPlane', 'kube-1-cp', { owners: [ours] });
const machine = aCopiedObject('Machine', 'kube-1-cp-a', { owners: [plane] });
const ref = { kind: 'OpenStackMachineTemplate', name: 'paddock-openstack-v1-worker' };
const ofClass = aCopiedObject('ClusterClass', 'paddock-openstack-v1', {
  fields: { spec: { workers: { machineDeployments: [{ template: { infrastructure: { ref } } }] } } },
});

test.each([
  [
    'what the cluster owns, directly or not',
    [machine, plane],
    ['Machine kube-1-cp-a', 'KubeadmControlPlane kube-1-cp'],
  ],
  [
    'Secrets that have Cluster API’s label and no owner',
    [aCopiedObject('Secret', 'kube-1-ca', { labels: { [OF_CLUSTER]: 'kube-1' } })],
    ['Secret kube-1-ca'],
  ],
  [
    'what has Paddock’s label, and what that owns',
    ((set) => [set, aCopiedObject('ClusterResourceSetBinding', 'kube-1', { owners: [set] })])(
      aCopiedObject('ClusterResourceSet', 'kube-1-network-driver', { labels: { [CLUSTER_LABEL]: UUID } }),
    ),
    ['ClusterResourceSet kube-1-network-driver', 'ClusterResourceSetBinding kube-1'],
  ],
  [
    'its ClusterClass, with the templates that it names',
    [ofClass, aCopiedObject(ref.kind, ref.name), aCopiedObject('ClusterClass', 'another')],
    ['ClusterClass paddock-openstack-v1', `${ref.kind} ${ref.name}`],
  ],
  [
    'what is labelled to be moved',
    [aCopiedObject('ConfigMap', 'ours', { labels: { 'clusterctl.cluster.x-k8s.io/move': '' } })],
    ['ConfigMap ours'],
  ],
  ['nothing that belongs to nobody', [aCopiedObject('Secret', 'token-of-somebody')], []],
  ['nothing of other clusters', [aCopiedObject('Machine', 'kube-2-a', { labels: { [OF_CLUSTER]: 'kube-2' } })], []],
  [
    'nothing of other clusters that a shared object owns',
    [ofClass, owns(ofClass, aCopiedObject('Secret', 'kube-2-x', { labels: { [CLUSTER_LABEL]: OTHER } }))],
    ['ClusterClass paddock-openstack-v1'],
  ],
])('a copy takes %s (S3-020, M6)', (_, objects, wanted) => {
  expect(taken(...objects).toSorted()).toEqual(['Cluster kube-1', ...wanted].toSorted());
});

test('a cluster of the name without Paddock’s label is not copied', () => {
  const named = aCopiedObject('Cluster', 'kube-1');
  expect(objectsOfCluster([named, machine], { uuid: UUID, capiName: 'kube-1' })).toEqual([]);
});
