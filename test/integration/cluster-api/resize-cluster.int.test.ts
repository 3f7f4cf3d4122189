import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listNodeGroups } from '#shared/app/cluster-api/list-node-groups';
import { resizeCluster } from '#shared/app/cluster-api/resize-cluster';
import { applyCluster } from '#shared/app/cluster-api/steps/apply-cluster';
import { beginClusterApiChange } from '#shared/app/cluster-api/steps/change-records';
import { deleteCluster } from '#shared/app/cluster-api/steps/delete-cluster';
import { beginOrder } from '#shared/app/clusters/steps/begin-order';
import { recordFailure } from '#shared/app/clusters/steps/record-failure';
import { deleteCluster as terminateCluster } from '#shared/app/marketplace/terminate-resource';
import { carriedOut, changeDeps, refused, underChange } from '../_worlds/cluster-api-changes.ts';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf, EVENTUALLY } from '../_worlds/step-world.ts';
import { withQuota } from '../infrastructure/cloud-quota.ts';

const world = await clusterApiWorldPerFile();
const begun = await readyCluster(world, { masterCount: 1, nodeCount: 2 });
beforeEach(() => world.management.clearFaults());

type Asked = { nodeCount: number; group?: string; machines?: string[]; isDryRun?: boolean };
const resize = (asked: Asked) =>
  resizeCluster(changeDeps(world), world.owner, {
    ...{ clusterText: begun.cluster.uuid, correlationId: 'correlation-9' },
    readRequest: () => ({ group: 'default-worker', machines: [], isDryRun: false, ...asked }),
  });
const groups = () => listNodeGroups(changeDeps(world), world.owner, begun.cluster.uuid);
const countsIn = async (name: string) => (await groups()).find((group) => group.name === name)?.counts.ready;
const machines = async () => {
  const api = await world.clusterApi.open(world.managementSettings);
  const kind = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine' };
  const { backendId } = await clusterOf(world, begun);
  return (await api.list(kind, { 'cluster.x-k8s.io/cluster-name': backendId })).map(({ metadata }) => metadata.name);
};
const workers = async () => (await machines()).filter((name) => name.includes('default-worker'));

describe('the number of machines of a node group', () => {
  test('is shown with those that Cluster API has, beside the control plane (M16, M41)', async () => {
    expect(await groups()).toMatchObject([
      { name: 'default-master', role: 'master', isDefault: true, counts: { total: 1, ready: 1, updated: 1 } },
      { name: 'default-worker', role: 'worker', isDefault: true, counts: { total: 2, ready: 2, updated: 2 } },
    ]);
  });

  test('is planned by a dry run, which writes nothing (M23)', async () => {
    const before = await clusterOf(world, begun);
    const { plan, isAccepted } = await resize({ nodeCount: 3, isDryRun: true });
    expect(isAccepted).toBe(false);
    expect(plan).toEqual({
      changes: [{ group: 'default-worker', field: 'node_count', class: 'in-place' }],
      steps: [{ kind: 'create', group: 'default-worker', count: 1, machines: [], atOnce: 1 }],
      objects: [`Cluster ${before.backendId}`],
    });
    expect(await clusterOf(world, begun)).toEqual(before);
  });

  test('grows, and the cluster is OK when all machines are nodes (M23, M28)', async () => {
    await carriedOut(world, begun, await resize({ nodeCount: 3 }));
    const cluster = await clusterOf(world, begun);
    expect(cluster).toMatchObject({ state: 'OK', runtimeState: 'active', currentStep: '' });
    expect(cluster.clusterApiChange).toBeUndefined();
    expect(await countsIn('default-worker')).toBe(3);
  });

  test('shrinks by the machines that a person has chosen (M23, M28)', async () => {
    const [, chosen = ''] = await workers();
    const { plan, ...accepted } = await resize({ nodeCount: 2, machines: [chosen] });
    expect(plan.steps).toEqual([{ kind: 'delete', group: 'default-worker', count: 1, machines: [chosen], atOnce: 1 }]);
    await carriedOut(world, begun, { plan, ...accepted });
    expect(await workers()).not.toContain(chosen);
    expect(await countsIn('default-worker')).toBe(2);
  });

  test('may be none at all, and some again (M23, M40)', async () => {
    await carriedOut(world, begun, await resize({ nodeCount: 0 }));
    expect(await countsIn('default-worker')).toBe(0);
    await carriedOut(world, begun, await resize({ nodeCount: 1 }));
    expect(await countsIn('default-worker')).toBe(1);
  });

  test('stays as it is if it is asked for again (M23)', async () => {
    const { version } = await clusterOf(world, begun);
    const { plan, isAccepted } = await resize({ nodeCount: 1 });
    expect([isAccepted, plan.steps, plan.objects]).toEqual([false, [], []]);
    expect((await clusterOf(world, begun)).version).toBe(version);
  });
});

test('control plane machines are added one by one, and an even number is refused (M23)', async () => {
  expect(await refused(resize({ group: 'default-master', nodeCount: 2 }))).toEqual({
    node_count: [expect.stringContaining('Enter an odd number')],
  });
  await carriedOut(world, begun, await resize({ group: 'default-master', nodeCount: 3 }));
  expect(await countsIn('default-master')).toBe(3);
});

test('a group or a machine that the cluster does not have is refused by its field (M23)', async () => {
  expect(await refused(resize({ group: 'gpu', nodeCount: 1 }))).toEqual({
    nodegroup: ['The cluster has no node group gpu.'],
  });
  expect(await refused(resize({ nodeCount: 0, machines: ['nobody'] }))).toEqual({
    nodes_to_remove: ['The group has no machine nobody.'],
  });
  const [first = ''] = await workers();
  expect(await refused(resize({ nodeCount: 1, machines: [first] }))).toEqual({
    nodes_to_remove: ['This change removes 0 of the 1 machines of the group, so name at most 0 machines.'],
  });
});

test('more machines than the quotas of the tenant have room for are refused before anything is written (M23)', async () => {
  const { version } = await clusterOf(world, begun);
  await withQuota(world, 'compute', { instances: 2 }, async () => {
    expect(await refused(resize({ nodeCount: 4 }))).toEqual({
      node_count: [expect.stringContaining('"instances" quota is over limit. Used: 0, limit: 2, asked: 3.')],
    });
  });
  expect((await clusterOf(world, begun)).version).toBe(version);
});

test('a change that failed says so, and the same or another one goes on with it (M23, M24)', async () => {
  const failed = underChange(begun, await resize({ nodeCount: 2 }));
  await expect(resize({ nodeCount: 3 })).rejects.toMatchObject({ name: 'Conflict' });
  const failure = { error: 'BackendUnavailable', cause: 'no answer', failedStep: 'ApplyCluster' };
  await recordFailure.call(world.deps, { ...failed.target, ...failure });
  expect(await clusterOf(world, begun)).toMatchObject({ state: 'ERRED', lastError: { step: 'ApplyCluster' } });
  const again = await resize({ nodeCount: 2 });
  expect(again.plan.steps).toMatchObject([{ kind: 'create', count: 1 }]);
  await carriedOut(world, begun, again);
  expect(await countsIn('default-worker')).toBe(2);
  expect((await clusterOf(world, begun)).lastError).toBeUndefined();
});

test('a cluster is not deleted while it is being changed, but after the change has failed (M24, M28)', async () => {
  const changing = underChange(begun, await resize({ nodeCount: 3 }));
  for (const step of [beginClusterApiChange, applyCluster]) await step.call(world.deps, changing.target);
  const asked = { uuidText: begun.cluster.uuid, correlationId: 'correlation-9' };
  const terminate = () => terminateCluster(changeDeps(world), world.owner, asked);
  await expect(terminate()).rejects.toMatchObject({ name: 'Conflict' });
  const failure = { error: 'UpgradeTimeout', cause: 'too late', failedStep: 'WatchCluster' };
  await recordFailure.call(world.deps, { ...changing.target, ...failure });
  await terminate();
  const { uuid: clusterUuid, operationUuid = '' } = await clusterOf(world, begun);
  const target = { clusterUuid, operationUuid };
  await beginOrder.run(world.deps, target);
  const remove = () => deleteCluster.call(world.deps, target);
  await vi.waitFor(async () => expect(await remove()).toEqual({ gone: true }), EVENTUALLY);
  await expect(applyCluster.call(world.deps, changing.target)).rejects.toMatchObject({ name: 'Superseded' });
});
