import { describe, expect, test } from 'vitest';
import { clusterClass } from './cluster-class.ts';

describe.each(['openstack', 'in-memory'] as const)('the ClusterClass for %s', (infrastructure) => {
  const objects = clusterClass(infrastructure, 1);
  const byKind = (kind: string) => objects.find((one) => one.kind === kind);

  test('replaces machines with all four brakes set (T60)', () => {
    const machineHealthCheck = { maxUnhealthy: '40%', nodeStartupTimeout: '20m' };
    const strategy = { remediation: { maxInFlight: '20%' } };
    expect(byKind('ClusterClass')).toMatchObject({
      spec: {
        controlPlane: { machineHealthCheck },
        workers: { machineDeployments: [{ machineHealthCheck, strategy }] },
      },
    });
    const remediationStrategy = { maxRetry: 3, retryPeriod: '10m', minHealthyPeriod: '1h' };
    expect(byKind('KubeadmControlPlaneTemplate')).toMatchObject({
      spec: { template: { spec: { remediationStrategy } } },
    });
  });

  test('ends every drain, detachment and deletion (M16)', () => {
    const times = { nodeDrainTimeout: '15m', nodeVolumeDetachTimeout: '5m', nodeDeletionTimeout: '10m' };
    expect(byKind('ClusterClass')).toMatchObject({
      spec: { controlPlane: times, workers: { machineDeployments: [times] } },
    });
  });

  test('renews certificates before they expire (M18)', () => {
    expect(byKind('KubeadmControlPlaneTemplate')).toMatchObject({
      spec: { template: { spec: { rolloutBefore: { certificatesExpiryDays: 21 } } } },
    });
  });

  test('refers to its own templates only (M10)', () => {
    const text = JSON.stringify(byKind('ClusterClass'));
    const named = [...text.matchAll(/"kind":"(\w+)","name":"([\w-]+)"/g)].map(([, kind, name]) => `${kind} ${name}`);
    expect(named.sort()).toEqual(
      objects
        .filter(({ kind }) => kind !== 'ClusterClass')
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .sort(),
    );
  });
});
