import { expect, test } from 'vitest';
import type { RancherMachine } from '#test/simulators/rancher/machines/machine-objects';
import { byDeletionOrder } from './machine-sets.ts';

const machine = (name: string, more: Partial<RancherMachine> = {}): RancherMachine => ({
  ...{ clusterId: 'c-m-1', namespace: 'fleet-default', clusterName: 'blue', name, machineId: name, hostname: name },
  ...{ address: '', roles: { etcd: false, controlPlane: false, worker: true }, ownLabels: {}, taints: [], labels: {} },
  ...{
    annotations: {},
    uid: name,
    custom: { uid: name, labels: {}, annotations: {} },
    createdAt: '2026-11-26T01:00:00Z',
  },
  ...{ resourceVersion: 1, stage: 'running', isPlanned: true, isInitNode: false, kubeletVersion: '', rolling: 'none' },
  ...more,
});

test('machines go in order: those on their way out, the chosen, the unhealthy, the oldest (T24, T29)', () => {
  const machines = [
    machine('young', { createdAt: '2026-11-26T02:00:00Z' }),
    machine('old'),
    machine('unhealthy', {
      createdAt: '2026-11-26T02:00:00Z',
      health: { why: { reason: 'NodeDeleted', message: '' } },
    }),
    machine('chosen', { createdAt: '2026-11-26T02:00:00Z', annotations: { 'cluster.x-k8s.io/delete-machine': '' } }),
    machine('going', { createdAt: '2026-11-26T02:00:00Z', deletedAt: '2026-11-26T03:00:00Z' }),
  ];
  const names = byDeletionOrder(machines).map(({ name }) => name);
  expect(names).toEqual(['going', 'chosen', 'unhealthy', 'old', 'young']);
});
