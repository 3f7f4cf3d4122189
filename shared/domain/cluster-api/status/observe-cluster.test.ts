import { describe, expect, test } from 'vitest';
import {
  cluster,
  conditions,
  controlPlane,
  creating,
  deployment,
  failedServer,
  later,
  object,
  QUOTA,
  READY,
  seen,
  updating,
  wanted,
} from '#test/seen-cluster-api';
import { observeCluster, type Waiting } from './observe-cluster.ts';
import type { SeenCluster } from './seen-cluster.ts';

type Row = [what: string, seen: SeenCluster, waiting: Waiting, state: string, step: string, blocker?: object];

describe('what Cluster API shows (M37)', () => {
  test.each<Row>([
    ['no cluster yet', seen({ cluster: undefined }), creating, 'pending', 'Cluster API'],
    ['no condition yet', seen({ cluster: object('Cluster', 'kube-a1b2c3d4e5') }), creating, 'pending', 'Cluster API'],
    [
      'no cluster after two minutes',
      seen({ cluster: undefined }),
      { ...creating, waitedMs: 120_000 },
      'stalled',
      'Cluster API',
      { error: 'OperationStalled' },
    ],
    [
      'no cluster during a change',
      seen({ cluster: undefined }),
      updating,
      'stalled',
      'Cluster API',
      { error: 'OperationStalled' },
    ],
    [
      'infrastructure that is not ready',
      seen({
        cluster: cluster({ ControlPlaneInitialized: 'False' }, { InfrastructureReady: 'False', Available: 'False' }),
      }),
      creating,
      'creating',
      'infrastructure',
    ],
    [
      'a quota of the user’s in Nova',
      seen({ cluster: cluster({}, { Available: 'False' }), infrastructure: [failedServer(QUOTA)] }),
      creating,
      'blocked',
      'nodes',
      { error: 'BackendQuotaExceeded', message: '"cores" quota is over limit. Used: 20, limit: 20, asked: 4.' },
    ],
    [
      'a quota of the user’s in Octavia',
      seen({
        cluster: cluster({}, { Available: 'False' }),
        infrastructure: [
          object('OpenStackCluster', 'kube-a1b2c3d4e5-x', {
            status: { failureMessage: 'Quota has been met for resources: Load Balancer' },
          }),
        ],
      }),
      creating,
      'blocked',
      'nodes',
      { error: 'BackendQuotaExceeded', message: 'Quota has been met for resources: Load Balancer' },
    ],
    [
      'a cloud without room',
      seen({
        cluster: cluster({}, { Available: 'False' }),
        infrastructure: [failedServer('No valid host was found.')],
      }),
      creating,
      'blocked',
      'nodes',
      { error: 'ProvisioningFailed', message: 'No valid host was found.' },
    ],
    [
      'a control plane that is not initialized',
      seen({
        cluster: cluster({ ControlPlaneInitialized: 'False' }, { Available: 'False' }),
        controlPlane: controlPlane(3, 1),
      }),
      creating,
      'creating',
      'control plane: 1 of 3 machines',
    ],
    [
      'no control plane yet',
      seen({ cluster: cluster({}, { Available: 'False' }), controlPlane: undefined }),
      creating,
      'creating',
      'control plane: 0 of 3 machines',
    ],
    [
      'Ready of v1beta1 before there is any worker',
      seen({ cluster: cluster({}, { Available: 'False' }), machineDeployments: [deployment('default-worker', 2, 0)] }),
      creating,
      'creating',
      'node group default-worker: 0 of 2 machines',
    ],
    ['everything as wanted', seen(), creating, 'active', ''],
    [
      'everything as wanted by numbers, from a Cluster API without v1beta2',
      seen({
        cluster: object('Cluster', 'kube-a1b2c3d4e5', {
          status: { conditions: conditions({ ...READY, TopologyReconciled: 'True' }) },
        }),
      }),
      creating,
      'active',
      '',
    ],
    [
      'a node group with machines of an older form',
      seen({ machineDeployments: [deployment('default-worker', 2, 2, { updatedReplicas: 1 })] }),
      updating,
      'updating',
      'node group default-worker: 1 of 2 machines',
    ],
    [
      'a control plane with machines of an older form',
      seen({ controlPlane: controlPlane(3, 3, { updatedReplicas: 2 }) }),
      updating,
      'updating',
      'control plane: 2 of 3 machines',
    ],
    [
      'a machine too many',
      seen({ machineDeployments: [deployment('default-worker', 2, 2, { replicas: 3 })] }),
      updating,
      'updating',
      'node group default-worker: 2 of 2 machines',
    ],
    [
      'a number that Cluster API has not taken',
      seen({ machineDeployments: [deployment('default-worker', 1, 1)] }),
      updating,
      'updating',
      'node group default-worker: 0 of 2 machines',
    ],
    [
      'a version that Cluster API has not taken',
      seen({
        controlPlane: object('KubeadmControlPlane', 'x', {
          spec: { replicas: 3, version: 'v1.32.9' },
          status: { replicas: 3, readyReplicas: 3, updatedReplicas: 3 },
        }),
      }),
      updating,
      'updating',
      'control plane: 0 of 3 machines',
    ],
    ['a rollout that goes on', seen({ cluster: cluster({}, { RollingOut: 'True' }) }), updating, 'updating', 'nodes'],
    [
      'a node group that nobody wants any more',
      seen({ machineDeployments: [deployment('default-worker', 2, 2), deployment('old', 0, 0)] }),
      updating,
      'updating',
      'deletion of kube-a1b2c3d4e5-old-x',
    ],
    [
      'a failed control plane of a cluster as wanted',
      seen({ controlPlane: controlPlane(3, 3, { failureMessage: 'etcd is gone' }) }),
      updating,
      'degraded',
      '',
      { message: 'etcd is gone' },
    ],
    [
      'a failed control plane during a change',
      seen({ controlPlane: controlPlane(3, 2, { failureMessage: 'etcd is gone' }) }),
      updating,
      'degraded',
      'control plane: 2 of 3 machines',
      { message: 'etcd is gone' },
    ],
    [
      'a creation that takes too long',
      seen({
        cluster: cluster({}, { Available: ['False', '* WorkersAvailable:\n  * none'] }),
        machineDeployments: [deployment('default-worker', 2, 1)],
      }),
      later(creating),
      'stalled',
      'node group default-worker: 1 of 2 machines',
      {
        error: 'BootstrapTimeout',
        message:
          'Not done within 1800 s, at the step node group default-worker: 1 of 2 machines. Cluster API says: * WorkersAvailable: * none',
      },
    ],
    [
      'a change that takes too long',
      seen({ controlPlane: controlPlane(3, 2) }),
      later(updating),
      'stalled',
      'control plane: 2 of 3 machines',
      { error: 'UpgradeTimeout' },
    ],
    [
      'a deletion that nobody has ordered',
      seen({
        cluster: object('Cluster', 'x', { status: { conditions: conditions(READY) } }, { deletionTimestamp: 'now' }),
      }),
      updating,
      'deleting',
      'deletion',
    ],
  ])('as %s', (_, what, waiting, state, step, blocker) => {
    const observation = observeCluster(what, wanted, waiting);
    expect([observation.state, observation.step]).toEqual([state, step]);
    if (blocker === undefined) expect(observation).not.toHaveProperty('blocker');
    else expect(observation.blocker).toMatchObject(blocker);
  });
});

test('a cluster is not as wanted while it has control plane machines that are to be replaced by their age (M18)', () => {
  const since = '2026-03-01T12:00:00.000Z';
  const renewed = { ...wanted, spec: { ...wanted.spec, controlPlaneNewerThan: since } };
  const server = (creationTimestamp: string) => {
    const labels = { 'cluster.x-k8s.io/control-plane': '' };
    return object('Machine', 'server', {}, { labels, creationTimestamp });
  };
  const observed = (...machines: SeenCluster['machines']) => observeCluster(seen({ machines }), renewed, updating);
  expect(observed(server('2026-03-01T11:59:59Z'))).toMatchObject({
    state: 'updating',
    step: expect.stringMatching(/^control plane: /),
  });
  expect(observed(server('2026-03-01T12:00:00Z'))).toMatchObject({ state: 'active' });
});
