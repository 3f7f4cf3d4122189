import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { aRenderedCluster, CALICO, everyField } from '#test/builders/cluster-api-builders';
import { clusterClass } from './cluster-class.ts';
import { renderCluster } from './render-cluster.ts';
import { topologyCluster } from './topology-cluster.ts';

const render = (more: Parameters<typeof aRenderedCluster>[0] = {}) => renderCluster(aRenderedCluster(more), CALICO);
const hashOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

test('objects come in the order in which they need each other (M9, M10)', () => {
  expect(render().map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'OpenStackClusterTemplate paddock-openstack-v1',
    'KubeadmControlPlaneTemplate paddock-openstack-v1',
    'OpenStackMachineTemplate paddock-openstack-v1-control-plane',
    'OpenStackMachineTemplate paddock-openstack-v1-worker',
    'KubeadmConfigTemplate paddock-openstack-v1-worker',
    'ClusterClass paddock-openstack-v1',
    'Secret kube-a1b2c3d4e5-cloud-config',
    'Secret kube-a1b2c3d4e5-cloud-provider',
    'ClusterResourceSet kube-a1b2c3d4e5-cloud-provider',
    'Secret kube-a1b2c3d4e5-paddock-calico-v3.31.3',
    'ClusterResourceSet kube-a1b2c3d4e5-paddock-calico-v3.31.3',
    'Cluster kube-a1b2c3d4e5',
  ]);
});

test('version 1 of the rendering never changes, so that a release of Paddock touches no running cluster (S3-023, M10)', () => {
  const everything = aRenderedCluster(everyField());
  expect({
    openstack: hashOf(clusterClass('openstack', 1)),
    'in-memory': hashOf(clusterClass('in-memory', 1)),
    plain: hashOf(topologyCluster(aRenderedCluster())),
    everything: hashOf(topologyCluster(everything)),
  }).toEqual({
    openstack: 'c55b8d9320a700c2',
    'in-memory': 'a46cd65b2a52d655',
    plain: 'e059aa691116d26f',
    everything: 'def95e440193e3f2',
  });
});

test('objects of a cluster carry its uuid, but for the class, which clusters share (M11)', () => {
  const own = render().filter(({ metadata }) => !metadata.name.startsWith('paddock-'));
  expect(new Set(own.map(({ metadata }) => metadata.labels?.['paddock.cloud/cluster']))).toEqual(
    new Set(['3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61']),
  );
});

test('a lab with simulated machines needs neither a cloud nor add-ons (S3-016)', () => {
  const { cloud, ...cluster } = aRenderedCluster({ infrastructure: 'in-memory' });
  expect(renderCluster(cluster, new Map()).map(({ kind }) => kind)).toEqual([
    'DevClusterTemplate',
    'KubeadmControlPlaneTemplate',
    'DevMachineTemplate',
    'DevMachineTemplate',
    'KubeadmConfigTemplate',
    'ClusterClass',
    'Cluster',
  ]);
});

test('a version of the class that this release does not know is refused', () => {
  expect(() => render({ classVersion: 2 })).toThrow('does not know version 2 of the ClusterClass');
});

test('a cluster in OpenStack is refused without its cloud', () => {
  const { cloud, ...cluster } = aRenderedCluster();
  expect(() => renderCluster(cluster, CALICO)).toThrow('The cloud credential of the cluster is missing.');
});
