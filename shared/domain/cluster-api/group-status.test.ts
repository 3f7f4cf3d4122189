import { describe, expect, test } from 'vitest';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { groupStatus, leavingGroups, updatedGroups } from './group-status.ts';

const small = aClusterApiSpec();
const [worker] = small.nodeGroups;
if (!worker) throw new Error('no group');
const gpu = { ...worker, name: 'gpu' };
const VERSION = 'v1.33.5';
const stable = { clusterApi: small, kubernetesVersion: VERSION };
const large = { ...small, nodeGroups: [...small.nodeGroups, gpu] };
const changeFrom = (spec: typeof small, kubernetesVersion = VERSION) => ({
  clusterApiChange: { before: { spec, kubernetesVersion: VERSION }, kubernetesVersion, chosen: [] },
});
const adding = { ...stable, clusterApi: large, ...changeFrom(small) };
const removing = { ...stable, ...changeFrom(large) };
const resized = { ...small, nodeGroups: [{ ...worker, replicas: worker.replicas + 1 }] };
const resizing = { ...stable, clusterApi: resized, ...changeFrom(small) };
const upgrading = { ...stable, ...changeFrom(small, 'v1.34.2') };

describe('a group of a cluster', () => {
  test.each([
    ['that was never changed', stable, 'UPDATE_COMPLETE', worker.name, 'CREATE_COMPLETE'],
    ['that is added', adding, 'UPDATE_IN_PROGRESS', 'gpu', 'CREATE_IN_PROGRESS'],
    ['beside one that is added', adding, 'UPDATE_IN_PROGRESS', worker.name, 'CREATE_COMPLETE'],
    ['that could not be added', adding, 'UPDATE_FAILED', 'gpu', 'CREATE_FAILED'],
    ['that is deleted', removing, 'UPDATE_IN_PROGRESS', 'gpu', 'DELETE_IN_PROGRESS'],
    ['that is resized', resizing, 'UPDATE_IN_PROGRESS', worker.name, 'UPDATE_IN_PROGRESS'],
    ['whose control plane stays', resizing, 'UPDATE_IN_PROGRESS', 'default-master', 'CREATE_COMPLETE'],
    ['that is upgraded', upgrading, 'UPDATE_IN_PROGRESS', 'default-master', 'UPDATE_IN_PROGRESS'],
    ['that is created', stable, 'CREATE_IN_PROGRESS', worker.name, 'CREATE_IN_PROGRESS'],
    ['that is deleted with it', stable, 'DELETE_IN_PROGRESS', worker.name, 'DELETE_IN_PROGRESS'],
  ] as const)('%s has a status of its own (M26, M42)', (_, cluster, status, name, expected) => {
    expect(groupStatus(cluster, status, name)).toBe(expected);
  });

  test('is UPDATE_COMPLETE after its update, also while another one is added (M26, M42)', () => {
    const clusterApiUpdatedGroups = updatedGroups(resizing);
    expect(clusterApiUpdatedGroups).toEqual([worker.name]);
    expect(groupStatus({ ...adding, clusterApiUpdatedGroups }, 'UPDATE_IN_PROGRESS', worker.name)).toBe(
      'UPDATE_COMPLETE',
    );
    expect(updatedGroups({ ...adding, clusterApiUpdatedGroups })).toEqual([worker.name]);
    expect(updatedGroups(upgrading)).toEqual(['default-master', worker.name]);
    expect(updatedGroups({ ...removing, clusterApiUpdatedGroups: ['gpu'] })).toEqual([]);
  });

  test('is still there while it is deleted (M26)', () => {
    expect(leavingGroups(removing)).toEqual([gpu]);
    expect(leavingGroups(stable)).toEqual([]);
  });
});
