import type { NodeRoles, Taint } from '../_core/rancher-objects.ts';
import type { NewContent } from '../contents/content-types.ts';
import type { RancherMachine } from './machine-objects.ts';
import { NODE_CAPACITY } from './node-capacity.ts';

/** The Node object that a machine's kubelet makes in its cluster. */
export function kubernetesNode(machine: RancherMachine, now: number): NewContent & { body: Record<string, unknown> } {
  const { hostname, address, kubeletVersion } = machine;
  return {
    name: hostname,
    labels: nodeLabels(machine),
    annotations: {
      'node.alpha.kubernetes.io/ttl': '0',
      'rke2.io/hostname': hostname,
      'rke2.io/internal-ip': address,
      'rke2.io/node-args': '[]',
    },
    body: {
      spec: { providerID: providerIdOf(machine), taints: [...machine.taints, ...roleTaints(machine.roles), NEW] },
      status: {
        addresses: addressesOf(machine),
        ...{ allocatable: NODE_CAPACITY, capacity: NODE_CAPACITY },
        conditions: kubeletConditions(now),
        nodeInfo: nodeInfoOf(hostname, kubeletVersion),
      },
    },
  };
}

// Kubernetes gives each new Node this taint. The controller that would remove it is not simulated.
const NEW: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

export const providerIdOf = ({ hostname }: RancherMachine): string => `rke2://${hostname}`;

export const addressesOf = ({ address, hostname }: RancherMachine) => [
  { address, type: 'InternalIP' },
  { address: hostname, type: 'Hostname' },
];

/** RKE2 lets workloads onto a server only if the server is a worker, too. */
function roleTaints({ etcd, controlPlane, worker }: NodeRoles): Taint[] {
  if (worker) return [];
  return [
    ...(etcd ? [{ key: 'node-role.kubernetes.io/etcd', effect: 'NoExecute' }] : []),
    ...(controlPlane ? [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] : []),
  ];
}

function nodeLabels({ ownLabels, roles, hostname, clusterName, name, uid }: RancherMachine): Record<string, string> {
  return {
    ...ownLabels,
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': hostname,
    'kubernetes.io/os': 'linux',
    ...(roles.controlPlane && { 'node-role.kubernetes.io/control-plane': 'true' }),
    ...(roles.etcd && { 'node-role.kubernetes.io/etcd': 'true' }),
    ...(roles.worker && { 'node-role.kubernetes.io/worker': 'true' }),
    'plan.cattle.io/cluster-group': 'cluster.x-k8s.io',
    'plan.cattle.io/cluster-kind': 'Cluster',
    'plan.cattle.io/cluster-name': clusterName,
    'plan.cattle.io/machine-group': 'cluster.x-k8s.io',
    'plan.cattle.io/machine-kind': 'Machine',
    'plan.cattle.io/machine-name': name,
    'rke.cattle.io/machine': uid,
  };
}

/** The annotations that Cluster API writes onto a Node once Cluster API has found the Node. */
export const machineAnnotations = ({ namespace, clusterName, name }: RancherMachine): Record<string, string> => ({
  'cluster.x-k8s.io/annotations-from-machine': '',
  'cluster.x-k8s.io/cluster-name': clusterName,
  'cluster.x-k8s.io/cluster-namespace': namespace,
  'cluster.x-k8s.io/labels-from-machine': '',
  'cluster.x-k8s.io/machine': name,
});

/** The conditions of a node whose kubelet is silent. */
export function lostKubelet(now: number) {
  const message = 'Kubelet stopped posting node status.';
  return kubeletConditions(now).map((ready) => ({ ...ready, status: 'Unknown', reason: 'NodeStatusUnknown', message }));
}

export function kubeletConditions(now: number) {
  const time = `${new Date(now).toISOString().slice(0, 19)}Z`;
  const message = 'KubeletReady';
  return [
    {
      ...{ type: 'Ready', status: 'True', reason: 'KubeletReady', message },
      ...{ lastHeartbeatTime: time, lastTransitionTime: time },
    },
  ];
}

export const nodeInfoOf = (hostname: string, version: string) => ({
  architecture: 'amd64',
  bootID: 'x',
  containerRuntimeVersion: 'containerd://2.0.4-k3s2',
  kernelVersion: '6.1.0',
  kubeProxyVersion: version,
  kubeletVersion: version,
  machineID: hostname,
  operatingSystem: 'linux',
  osImage: 'Debian GNU/Linux 12',
  systemUUID: 'x',
});
