import { expect, test } from 'vitest';
import { aClusterApiSpec, aNodeGroup, aRenderedCluster } from '#test/builders/cluster-api-builders';
import { topologyCluster } from './topology-cluster.ts';

const render = (...[more]: Parameters<typeof aRenderedCluster>) => topologyCluster(aRenderedCluster(more));
const withGroup = (more: Parameters<typeof aNodeGroup>[0]) => render({ nodeGroups: [aNodeGroup(more)] });
/** A cluster whose first node group has these fields. */
const group = (fields: object) => ({ spec: { topology: { workers: { machineDeployments: [fields] } } } });

test('a cluster has its networks, version and machines from the order (M16, S3-027)', () => {
  const controlPlane = { ...aClusterApiSpec().controlPlane, replicas: 3 };
  expect(render({ controlPlane })).toMatchObject({
    metadata: { name: 'kube-a1b2c3d4e5', labels: { cni: 'calico-v3.31.3' } },
    spec: {
      clusterNetwork: {
        pods: { cidrBlocks: ['10.100.0.0/16'] },
        services: { cidrBlocks: ['10.254.0.0/16'] },
        serviceDomain: 'cluster.local',
      },
      topology: {
        class: 'paddock-openstack-v1',
        version: 'v1.33.5',
        controlPlane: { replicas: 3, machineHealthCheck: { enable: true } },
        workers: { machineDeployments: [{ class: 'default-worker', name: 'default-worker', replicas: 2 }] },
      },
    },
  });
});

test('each node group has values of its own (M16)', () => {
  const rendered = render({ nodeGroups: [aNodeGroup(), aNodeGroup({ name: 'big', flavorName: 'm1.xlarge' })] });
  expect(rendered).toMatchObject({
    spec: {
      topology: {
        workers: {
          machineDeployments: [
            { variables: { overrides: [{}, { name: 'workerMachine', value: { flavor: 'm1.large' } }] } },
            { variables: { overrides: [{}, { name: 'workerMachine', value: { flavor: 'm1.xlarge' } }] } },
          ],
        },
      },
    },
  });
});

test('the autoscaler chooses the number of machines, and knows the limits and the size of a node (M16, M17)', () => {
  const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' as const }];
  const rendered = withGroup({ isAutoscaled: true, min: 0, max: 5, role: 'burst', labels: { team: 'a' }, taints });
  const annotations = {
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size': '0',
    'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '5',
    'capacity.cluster-autoscaler.kubernetes.io/cpu': '4',
    'capacity.cluster-autoscaler.kubernetes.io/memory': '8192Mi',
    'capacity.cluster-autoscaler.kubernetes.io/ephemeral-disk': '40Gi',
    'capacity.cluster-autoscaler.kubernetes.io/labels':
      'team=a,node-role.kubernetes.io/burst=,node.cluster.x-k8s.io/nodegroup=default-worker',
    'capacity.cluster-autoscaler.kubernetes.io/taints': 'gpu=yes:NoSchedule',
  };
  expect(rendered).toMatchObject(group({ replicas: undefined, metadata: { annotations } }));
});

test('a group without an upper limit may have one machine more than the least (M17)', () => {
  const annotations = { 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size': '3' };
  expect(withGroup({ isAutoscaled: true, min: 2 })).toMatchObject(group({ metadata: { annotations } }));
});

test('machines have the labels that Cluster API copies to nodes (M17)', () => {
  const labels = { team: 'a', 'node.cluster.x-k8s.io/rack': '7' };
  const copied = {
    'node-role.kubernetes.io/worker': '',
    'node.cluster.x-k8s.io/nodegroup': 'default-worker',
    'node.cluster.x-k8s.io/rack': '7',
  };
  expect(withGroup({ labels })).toMatchObject(group({ metadata: { labels: copied } }));
  expect(JSON.stringify(withGroup({ labels }))).not.toContain('"team":"a"');
});

test('no machine is replaced if the cluster’s label says so', () => {
  const machineHealthCheck = { enable: false };
  expect(render({ labels: { auto_healing_enabled: 'false' } })).toMatchObject({
    spec: {
      topology: { controlPlane: { machineHealthCheck }, workers: { machineDeployments: [{ machineHealthCheck }] } },
    },
  });
});
