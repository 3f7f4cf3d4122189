import { expect, test } from 'vitest';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { plannedClusterApiObjects } from './planned-objects.ts';

test('an order names the objects on the management cluster, the server groups and the machines (S3-027)', () => {
  const { capiName: _, ...planned } = aClusterApiSpec({ infrastructure: 'openstack' });
  expect(plannedClusterApiObjects(planned, 'v1.33.5')).toMatchObject({
    kubernetesVersion: 'v1.33.5',
    objects: expect.arrayContaining([
      'ClusterClass paddock-openstack-v1',
      'Secret kube-{name}-cloud-config',
      'ClusterResourceSet kube-{name}-cloud-provider',
      'Cluster kube-{name}',
    ]),
    serverGroups: ['kube-{name}', 'kube-{name}-default-worker'],
    groups: [
      { name: 'default-master', role: 'master' },
      { name: 'default-worker', role: 'worker' },
    ],
  });
});

test('machines in memory have no server groups', () => {
  const { capiName: _, ...planned } = aClusterApiSpec({ infrastructure: 'in-memory' });
  expect(plannedClusterApiObjects(planned, 'v1.33.5')).toMatchObject({ serverGroups: [] });
});
