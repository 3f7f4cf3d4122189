import { describe, expect, test } from 'vitest';
import { conditions, object, seen } from '#test/seen-cluster-api';
import { observeDeletion } from './observe-deletion.ts';

describe('a deletion (M25, M37)', () => {
  test('names what blocks it, and what Cluster API says', () => {
    const server = object(
      'OpenStackServer',
      'kube-a1b2c3d4e5-x-1',
      { status: { conditions: conditions({ InstanceReady: ['False', 'Deleting instance failed:\n 409'] }) } },
      { deletionTimestamp: 'now' },
    );
    const machine = object('Machine', 'kube-a1b2c3d4e5-x-1', {}, { deletionTimestamp: 'now' });
    expect(
      observeDeletion({ ...seen(), infrastructure: [server], machines: [machine], machineDeployments: [] }),
    ).toEqual({
      isGone: false,
      left: [
        'OpenStackServer kube-a1b2c3d4e5-x-1',
        'Machine kube-a1b2c3d4e5-x-1',
        'KubeadmControlPlane kube-a1b2c3d4e5-x',
        'Cluster kube-a1b2c3d4e5',
      ],
      message:
        'Waiting for the deletion of OpenStackServer kube-a1b2c3d4e5-x-1, Machine kube-a1b2c3d4e5-x-1, KubeadmControlPlane kube-a1b2c3d4e5-x, Cluster kube-a1b2c3d4e5: Deleting instance failed: 409',
    });
  });

  test('is over when nothing is left', () => {
    const nothing = { machineDeployments: [], machines: [], infrastructure: [] };
    expect(observeDeletion(nothing)).toEqual({ isGone: true, left: [], message: '' });
  });
});
