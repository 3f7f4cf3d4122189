import { NODE_CAPACITY, nodeRequested } from './node-capacity.ts';
import { actionLinks, normanObject } from './norman-view.ts';
import type { RancherNode } from './rancher-objects.ts';

/** A v3 node. What only a kubelet can tell (versions, quantities, conditions) is missing until the node is active. */
export function nodeView(node: RancherNode, baseUrl: string) {
  const active = node.phase === 'active';
  return normanObject(baseUrl, {
    type: 'node',
    collection: 'nodes',
    id: node.id,
    clusterId: node.clusterId,
    name: '',
    nodeName: active ? node.requestedHostname : '',
    requestedHostname: node.requestedHostname,
    hostname: node.requestedHostname,
    ipAddress: node.address,
    created: node.createdAt,
    ...node.roles,
    imported: true,
    unschedulable: node.unschedulable,
    state: nodeState(node),
    transitioning: active ? 'no' : 'yes',
    transitioningMessage: active ? '' : 'waiting to register with Kubernetes',
    labels: active ? kubeletLabels(node) : node.labels,
    annotations: {
      'cluster.x-k8s.io/machine': node.machineName,
      'cluster.x-k8s.io/cluster-namespace': 'fleet-default',
    },
    actions: actionLinks(baseUrl, `nodes/${node.id}`, nodeActions(node)),
    conditions: active ? [...KUBELET_CONDITIONS, ...drainedCondition(node)] : [{ type: 'Registered', status: 'True' }],
    ...(active && kubeletFacts(node)),
  });
}

/** Told once somebody has asked for a drain, and until the node takes workloads again. */
function drainedCondition({ drain }: RancherNode) {
  if (drain === 'none') return [];
  if (drain === 'drained') return [{ type: 'Drained', status: 'True' }];
  const isFailed = drain === 'failed';
  const message = isFailed ? 'cannot delete Pods declare no controller (use --force to override)' : '';
  const status = isFailed ? 'False' : 'Unknown';
  return [{ type: 'Drained', status, transitioning: !isFailed, error: isFailed, message }];
}

export function nodeState({ phase, drain, unschedulable, rolling }: RancherNode): string {
  if (phase !== 'active') return 'registering';
  if (rolling === 'restarting') return 'unavailable';
  if (drain === 'draining' || drain === 'drained') return drain;
  return unschedulable ? 'cordoned' : 'active';
}

/** Only workers that Kubernetes knows can be cordoned or drained; Rancher offers the action on no other node. */
export function nodeActions(node: RancherNode): string[] {
  const state = nodeState(node);
  if (!node.roles.worker || state === 'registering') return [];
  if (state === 'draining') return ['stopDrain'];
  return [...(state === 'drained' ? [] : ['drain']), node.unschedulable ? 'uncordon' : 'cordon'];
}

const KUBELET_CONDITIONS = [
  ...['MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => ({ type, status: 'False' })),
  ...['Ready', 'Provisioned', 'Registered'].map((type) => ({ type, status: 'True' })),
];

function kubeletLabels({ labels, roles, requestedHostname }: RancherNode): Record<string, string> {
  return {
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': requestedHostname,
    ...labels,
    ...(roles.etcd && { 'node-role.kubernetes.io/etcd': 'true' }),
    ...(roles.controlPlane && { 'node-role.kubernetes.io/control-plane': 'true' }),
    ...(roles.worker && { 'node-role.kubernetes.io/worker': 'true' }),
  };
}

function kubeletFacts(node: RancherNode) {
  return {
    capacity: NODE_CAPACITY,
    allocatable: NODE_CAPACITY,
    requested: nodeRequested(node),
    limits: { cpu: '0', memory: '0' },
    info: {
      cpu: { count: Number(NODE_CAPACITY.cpu) },
      memory: { memTotalKiB: Number.parseInt(NODE_CAPACITY.memory, 10) },
      kubernetes: { kubeletVersion: node.kubeletVersion, kubeProxyVersion: node.kubeletVersion },
      os: { operatingSystem: 'openSUSE MicroOS', kernelVersion: '6.12.0', dockerVersion: 'containerd://2.0.4-k3s2' },
    },
  };
}
