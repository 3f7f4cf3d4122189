import { expect, test } from 'vitest';
import type { RancherMachine } from '../machines/machine-objects.ts';
import { plannerMessage } from './planner-message.ts';

const VERSION = 'v1.31.7+rke2r1';
const ROLES = { etcd: true, controlPlane: true, worker: false };
const machine = (name: string, given: Partial<RancherMachine> = {}): RancherMachine => ({
  ...{ clusterId: 'c-m-1', namespace: 'fleet-default', clusterName: 'blue', name, machineId: name, hostname: name },
  ...{ address: '10.0.0.7', roles: ROLES, ownLabels: {}, taints: [], labels: {}, annotations: {} },
  ...{
    uid: name,
    custom: { uid: name, labels: {}, annotations: {} },
    createdAt: '',
    resourceVersion: 1,
    stage: 'running',
    isPlanned: true,
  },
  ...{ isInitNode: false, kubeletVersion: VERSION, rolling: 'none', ...given },
});
const first = machine('s1', { isInitNode: true });
const agent = machine('a1', { roles: { etcd: false, controlPlane: false, worker: true } });
const joining = { stage: 'bootstrapped', kubeletVersion: '' } as const;
const ofPool = (message: string) => ({
  ...{ pool: 'work', deployment: 'blue-work', set: { name: 'blue-work-x', uid: 'x' }, message, isUp: false },
  infrastructure: 'creating' as const,
});

test.each<[string, RancherMachine[], string | undefined]>([
  ['nothing when all machines run the wanted release', [first, agent], undefined],
  [
    'for roles while there is no worker',
    [first, machine('s2')],
    'waiting for at least one control plane, etcd, and worker node to be registered',
  ],
  [
    'for the last members of etcd that leave',
    [{ ...first, deletionStep: 'preTerminateHook' }, agent],
    'waiting for all etcd machines to be deleted',
  ],
  [
    'for one server, with what it waits for there',
    [first, agent, machine('s2', joining)],
    'configuring etcd node(s) s2: Waiting for CustomMachine to report spec.providerID, waiting for agent to check in and apply initial plan',
  ],
  [
    'for the server of a machine that Rancher makes (T43)',
    [first, agent, machine('s2', { ...joining, pool: ofPool('creating server [fleet-default/s2]') })],
    'configuring etcd node(s) s2: creating server [fleet-default/s2], waiting for agent to check in and apply initial plan',
  ],
  [
    'for many servers, by three of their names',
    [first, agent, ...['s5', 's4', 's3', 's2'].map((name) => machine(name, joining))],
    'configuring etcd node(s) s2,s3,s4 and 1 more',
  ],
  [
    'for a drain before what comes after it',
    [first, { ...agent, rolling: 'draining' }, machine('a2', { roles: agent.roles, kubeletVersion: 'v1.30.1+rke2r1' })],
    'draining worker node(s) a1: draining node',
  ],
  [
    'for a kubelet in the new release, on the first server before the others',
    [{ ...first, kubeletVersion: 'v1.30.1+rke2r1', rolling: 'restarting' }, agent],
    'configuring bootstrap node(s) s1: waiting for kubelet to update',
  ],
  [
    'for a snapshot when all members of etcd are new',
    [machine('s2', { stage: 'bootstrapped', isPlanned: false }), agent],
    expect.stringMatching(/Restoration from etcd snapshot is required\.$/),
  ],
])('the planner waits %s', (_what, machines, message) => {
  expect(plannerMessage({ machines, spec: { kubernetesVersion: VERSION }, isActive: true })).toEqual(message);
});
