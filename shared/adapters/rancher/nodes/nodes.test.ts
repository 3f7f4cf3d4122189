import { expect, test } from 'vitest';
import { NO_FACTS } from '#shared/domain/nodes/node';
import { nodeFactsOf, nodeFactsReply, rancherNode } from './nodes.ts';

test('a reply of Rancher with only a node’s host name and state is read (R-9b-W14)', () => {
  const shown = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'active' };
  expect(rancherNode.parse(shown)).toEqual({
    clusterId: 'c-m-1',
    machineName: '',
    node: {
      id: shown.id,
      hostname: 'prod-1',
      state: 'active',
      message: '',
      facts: NO_FACTS,
      roles: [],
      actions: [],
    },
  });
});

test.each([
  ['its annotation', { annotations: { 'cluster.x-k8s.io/machine': 'custom-1' } }],
  ['the label that the agent has given it before', { labels: { 'plan.cattle.io/machine-name': 'custom-1' } }],
])('a node’s machine is read from %s', (_what, shown) => {
  const named = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', nodeName: 'prod-1', state: 'active' };
  expect(rancherNode.parse({ ...named, ...shown })).toMatchObject({
    machineName: 'custom-1',
    node: { hostname: 'prod-1' },
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
])('a node’s drain is read from its condition: %o (S0-416)', (shown, drained) => {
  const named = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'active' };
  const conditions = [
    { type: 'Ready', status: 'True' },
    { type: 'Drained', ...shown },
  ];
  const actions = { cordon: 'https://rancher.example.org/v3/nodes/1?action=cordon', drain: '…' };
  expect(rancherNode.parse({ ...named, conditions, actions }).node).toMatchObject({
    drained,
    actions: ['cordon', 'drain'],
  });
});

test.each([
  [{ etcd: true, controlPlane: true, worker: false }, ['etcd', 'controlplane']],
  [{ etcd: false, controlPlane: false, worker: true }, ['worker']],
  [{ labels: { 'node-role.kubernetes.io/worker': 'true' } }, ['worker']],
  [{ labels: { 'node-role.kubernetes.io/control-plane': 'true' } }, ['controlplane']],
])('a node’s roles are read from Rancher’s fields and from Kubernetes’ labels: %o', (shown, roles) => {
  const named = { id: 'c-m-1:machine-1', clusterId: 'c-m-1', requestedHostname: 'prod-1', state: 'active' };
  expect(rancherNode.parse({ ...named, ...shown }).node.roles).toEqual(roles);
});

const factsIn = (reply: unknown) => nodeFactsOf(nodeFactsReply.parse(reply));

test('quantities become cores, MiB and counts, as Waldur shows them', () => {
  expect(
    factsIn({
      requested: { cpu: '380m', memory: '8002Mi', pods: '7', 'ephemeral-storage': '2Gi' },
      allocatable: { cpu: '1', memory: '16163180Ki', pods: '110', 'ephemeral-storage': '100Gi' },
      info: { os: { dockerVersion: 'containerd://2.0.4' }, kubernetes: { kubeletVersion: 'v1.31.7+rke2r1' } },
      labels: { zone: 'a' },
      annotations: { note: 'b' },
    }),
  ).toEqual({
    k8sVersion: 'v1.31.7+rke2r1',
    dockerVersion: 'containerd://2.0.4',
    cpuAllocated: 0.38,
    cpuTotal: 1,
    ramAllocated: 8002,
    ramTotal: 15784,
    podsAllocated: 7,
    podsTotal: 110,
    storageAllocated: 2048,
    storageTotal: 102_400,
    labels: { zone: 'a' },
    annotations: { note: 'b' },
  });
});

test.each([
  ['nothing', {}],
  ['null', { requested: null, allocatable: null, info: null, labels: null, annotations: null }],
])('a node has no facts, not zeros, when its kubelet has reported %s', (_what, reply) => {
  expect(factsIn(reply)).toEqual(NO_FACTS);
});
