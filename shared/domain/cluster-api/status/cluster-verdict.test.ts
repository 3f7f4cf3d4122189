import { describe, expect, test } from 'vitest';
import { aNodeGroup } from '#test/builders/cluster-api-builders';
import {
  conditions,
  controlPlane,
  creating,
  deployment,
  failedServer,
  later,
  NEW,
  object,
  QUOTA,
  READY,
  seen,
  updating,
  wanted,
} from '#test/seen-cluster-api';
import { clusterVerdict, observeCluster, type Waiting } from './observe-cluster.ts';
import type { SeenCluster } from './seen-cluster.ts';

describe('objects', () => {
  test('of an older form of the cluster say nothing about the latest (M37)', () => {
    const status = {
      conditions: conditions(READY),
      v1beta2: { conditions: conditions(NEW).map((one) => ({ ...one, observedGeneration: 3 })) },
    };
    const at = (generation: number) =>
      observeCluster(seen({ cluster: object('Cluster', 'x', { status }, { generation }) }), wanted, updating).state;
    expect([at(3), at(4)]).toEqual(['active', 'updating']);
  });

  test('of an autoscaled group have the number that the autoscaler has chosen (M37)', () => {
    const autoscaled = {
      ...wanted,
      spec: { ...wanted.spec, nodeGroups: [aNodeGroup({ isAutoscaled: true, max: 9 })] },
    };
    const observed = (ready: number) =>
      observeCluster(seen({ machineDeployments: [deployment('default-worker', 5, ready)] }), autoscaled, updating);
    expect([observed(5).state, observed(4).step]).toEqual(['active', 'node group default-worker: 4 of 5 machines']);
  });
});

describe('an operation (M34, M35)', () => {
  const verdict = (what: SeenCluster, waiting: Waiting) => clusterVerdict(observeCluster(what, wanted, waiting));
  test.each([
    ['is done when everything is as wanted', verdict(seen(), creating), { kind: 'ready' }],
    [
      'is done although the control plane once has failed',
      verdict(seen({ controlPlane: controlPlane(3, 3, { failureMessage: 'x' }) }), updating),
      { kind: 'ready' },
    ],
    ['waits for machines', verdict(seen({ controlPlane: controlPlane(3, 2) }), updating), { kind: 'waiting' }],
    [
      'fails for a quota at once',
      verdict(seen({ controlPlane: undefined, infrastructure: [failedServer(QUOTA)] }), creating),
      { kind: 'failed', error: 'BackendQuotaExceeded' },
    ],
    [
      'fails at its deadline',
      verdict(seen({ controlPlane: controlPlane(3, 2) }), later(updating)),
      { kind: 'failed', error: 'UpgradeTimeout' },
    ],
    [
      'fails if somebody else deletes the cluster',
      clusterVerdict({ state: 'deleting', step: 'deletion' }),
      { kind: 'failed', error: 'TakenAway' },
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toMatchObject(expected);
  });
});
