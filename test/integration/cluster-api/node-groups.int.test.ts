import { beforeEach, describe, expect, test } from 'vitest';
import { createNodeGroup, deleteNodeGroup, updateNodeGroup } from '#shared/app/cluster-api/change-node-groups';
import { getNodeGroup, listNodeGroups } from '#shared/app/cluster-api/list-node-groups';
import { resizeCluster } from '#shared/app/cluster-api/resize-cluster';
import type { GroupFields, NewGroup } from '#shared/domain/cluster-api/change/wanted-group';
import { carriedOut, changeDeps, refused } from '../_worlds/cluster-api-changes.ts';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf } from '../_worlds/step-world.ts';

const world = await clusterApiWorldPerFile();
const begun = await readyCluster(world);
beforeEach(() => world.management.clearFaults());

const deps = changeDeps(world);
const path = { clusterText: begun.cluster.uuid, correlationId: 'correlation-9' };
const create = (group: Partial<NewGroup> & { name: string }, isDryRun = false) =>
  createNodeGroup(deps, world.owner, {
    ...path,
    readRequest: () => ({ group: { role: 'worker', ...group }, isDryRun }),
  });
const update = (groupText: string, fields: GroupFields, isDryRun = false) =>
  updateNodeGroup(deps, world.owner, { ...path, groupText, readRequest: () => ({ fields, isDryRun }) });
const remove = (groupText: string, isDryRun = false) =>
  deleteNodeGroup(deps, world.owner, { ...path, groupText, readRequest: () => ({ isDryRun }) });
const find = (groupText: string) => getNodeGroup(deps, world.owner, { clusterText: path.clusterText, groupText });
const names = async () => (await listNodeGroups(deps, world.owner, path.clusterText)).map(({ name }) => name);

describe('a node group', () => {
  test('is added, shown by its name and its uuid, and deleted with its machines (M26, M28)', async () => {
    const { plan, ...accepted } = await create({ name: 'gpu', nodeCount: 2, flavor: 'm1.large', min: 1, max: 3 });
    expect(plan).toMatchObject({
      changes: [{ group: 'gpu', field: 'name', class: 'in-place' }],
      steps: [{ kind: 'create', group: 'gpu', count: 2 }],
    });
    await carriedOut(world, begun, { plan, ...accepted });
    const group = await find('gpu');
    expect(group).toMatchObject({ isDefault: false, counts: { total: 2, ready: 2 }, spec: { flavorName: 'm1.large' } });
    expect(await find(group.uuid)).toEqual(group);
    const { plan: removal, ...removed } = await remove('gpu');
    expect(removal.steps).toMatchObject([{ kind: 'delete', group: 'gpu', count: 2 }]);
    await carriedOut(world, begun, { plan: removal, ...removed });
    expect(await names()).toEqual(['default-master', 'default-worker']);
  });

  test('with which the cluster was made cannot be deleted (M26)', async () => {
    for (const name of ['default-worker', 'default-master']) {
      await expect(remove(name)).rejects.toMatchObject({ name: 'Conflict', message: expect.stringContaining(name) });
    }
    await expect(remove('gpu')).rejects.toMatchObject({ name: 'NotFound' });
  });

  test('is refused by its fields: name, role, flavor, bounds, labels and taints (M26)', async () => {
    expect(Object.keys(await refused(create({ name: 'default-worker' })))).toEqual(['name']);
    expect(
      await refused(
        create({
          ...{ name: 'Big_One', role: 'master', flavor: 'none', min: 4, max: 2, nodeCount: 5 },
          ...{ labels: { 'a b': '' }, taints: [{ key: 'a b', value: '', effect: 'NoSchedule' }] },
        }),
      ),
    ).toEqual({
      name: [expect.stringContaining('small letters')],
      role: ['A cluster has one group of control plane machines. Resize this group instead.'],
      flavor_id: [expect.stringContaining('has no flavor none')],
      max_node_count: ['Enter at least 4, which is `min_node_count`.'],
      node_labels: [expect.any(String)],
      node_taints: [expect.any(String)],
      node_count: ['Enter at most 2, the `max_node_count` of the group.'],
    });
  });

  test('has bounds that a number follows, or is refused for (M23, M26)', async () => {
    const { plan } = await update('default-worker', { min: 2, max: 3 }, true);
    expect(plan).toMatchObject({
      changes: [{ field: 'node_count' }, { field: 'min_node_count' }, { field: 'max_node_count' }],
      steps: [{ kind: 'create', group: 'default-worker', count: 1 }],
    });
    expect(await refused(update('default-worker', { min: 2, nodeCount: 1 }, true))).toEqual({
      node_count: ['Enter at least 2, the `min_node_count` of the group.'],
    });
  });

  test('gets labels of Cluster API in place, and those of the kubelet with new machines (M17, M26)', async () => {
    const inPlace = await update('default-worker', { labels: { 'node.cluster.x-k8s.io/tier': 'a' } }, true);
    const rolled = await update('default-worker', { labels: { 'example.org/tier': 'a' } });
    expect([inPlace.plan, rolled.plan]).toMatchObject([
      { changes: [{ field: 'node_labels', class: 'in-place' }], steps: [] },
      {
        changes: [{ field: 'node_labels', class: 'rolls-workers' }],
        steps: [{ kind: 'replace', group: 'default-worker', count: 1, atOnce: 1 }],
      },
    ]);
    const before = rolled.plan.steps[0]?.machines[0] ?? '';
    await carriedOut(world, begun, rolled);
    const { plan } = await update('default-worker', { labels: { 'example.org/tier': 'b' } }, true);
    expect(plan.steps[0]?.machines).toHaveLength(1);
    expect(plan.steps[0]?.machines).not.toContain(before);
  });

  test('of the control plane has a number and a flavor only (M26)', async () => {
    expect(Object.keys(await refused(update('default-master', { min: 3 }, true)))).toEqual(['non_field_errors']);
    const { plan } = await update('default-master', { flavor: 'm1.large' }, true);
    expect(plan.changes).toEqual([{ group: 'default-master', field: 'flavor_id', class: 'rolls-control-plane' }]);
  });
});

test('a number that a person sets for an autoscaled group is reached once, and then the autoscaler’s (M17, M23)', async () => {
  await carriedOut(world, begun, await create({ name: 'burst', isAutoscaled: true, min: 1, max: 3, nodeCount: 2 }));
  const stored = async () =>
    (await clusterOf(world, begun)).clusterApi?.nodeGroups.find(({ name }) => name === 'burst');
  expect((await find('burst')).counts.ready).toBe(2);
  expect(await stored()).toMatchObject({ replicas: 2 });
  expect((await stored())?.isCountDue).toBeUndefined();

  const api = await world.clusterApi.open(world.managementSettings);
  const deployment = { apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'MachineDeployment' };
  const [found] = await api.list(deployment, { 'topology.cluster.x-k8s.io/deployment-name': 'burst' });
  await api.apply({ ...deployment, metadata: { name: found?.metadata.name ?? '' }, spec: { replicas: 3 } });
  await carriedOut(world, begun, await update('default-worker', { labels: {} }));
  expect((await find('burst')).counts.ready).toBe(3);

  for (const kept of [{ min: 2 }, { isAutoscaled: false }]) {
    expect((await update('burst', kept, true)).plan.steps, JSON.stringify(kept)).toEqual([]);
  }
  await carriedOut(world, begun, await update('burst', { min: 0 }));
  expect((await find('burst')).counts.ready).toBe(3);
  expect((await update('burst', { max: 2 }, true)).plan.steps).toMatchObject([{ kind: 'delete', count: 1 }]);

  const resize = { group: 'burst', nodeCount: 1, machines: [], isDryRun: false };
  const tried = await resizeCluster(deps, world.owner, { ...path, readRequest: () => ({ ...resize, isDryRun: true }) });
  expect(tried.plan.steps).toMatchObject([{ kind: 'delete', group: 'burst', count: 2 }]);
  await carriedOut(world, begun, await resizeCluster(deps, world.owner, { ...path, readRequest: () => resize }));
  expect((await find('burst')).counts.ready).toBe(1);
  expect(
    await refused(resizeCluster(deps, world.owner, { ...path, readRequest: () => ({ ...resize, nodeCount: 4 }) })),
  ).toEqual({ node_count: ['Enter at most 3, the `max_node_count` of the group.'] });
});
