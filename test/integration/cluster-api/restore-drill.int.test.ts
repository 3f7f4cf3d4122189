import { expect, test } from 'vitest';
import { KINDS } from '#shared/domain/cluster-api/kubernetes-object';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf } from '../_worlds/step-world.ts';
import { isAvailable, namesOf, twoManagements } from '../_worlds/two-managements.ts';

const world = await clusterApiWorldPerFile({ infrastructure: 'in-memory', stateBackup: true });
const { another, all, machines, open, backUp, restore, moveTo } = await twoManagements(world);

test('a drill: a cluster is restored on an empty management cluster, available and with the same machines (S3-020, M6)', async () => {
  const begun = await readyCluster(world, { masterCount: 1, nodeCount: 2 });
  const { uuid, backendId } = await clusterOf(world, begun);
  expect(await backUp()).toMatchObject({ made: 1 });
  const before = { machines: await machines(), objects: namesOf(await all()) };
  await moveTo(another);
  expect(await all()).toEqual([]);

  const tried = await restore(uuid, true);
  expect(tried.objects.every(({ isNew }) => isNew)).toBe(true);
  expect(await all()).toEqual([]);

  // A request in the middle of the restore fails: the API server answers 503.
  await another.plan({ method: 'POST', path: '/devmachines$', kind: 'status', status: 503, nth: 2 });
  await expect(restore(uuid)).rejects.toMatchObject({ name: 'BackendUnavailable' });
  const { objects } = await restore(uuid);
  expect(objects.filter(({ isNew }) => !isNew).length).toBeGreaterThan(0);

  const cluster = async () => {
    expect(await machines()).toEqual(before.machines);
    return (await all()).find(({ kind }) => kind === KINDS.cluster.kind);
  };
  await expect.poll(async () => isAvailable(await cluster()), { timeout: 10_000 }).toBe(true);
  expect(namesOf(await all())).toEqual(before.objects);
  await expect(restore(uuid)).rejects.toMatchObject({ name: 'Conflict' });

  // The restored owner references must contain the new uids. With other uids, this deletion of the cluster would leave
  // the cluster's objects behind.
  await (await open()).delete(KINDS.cluster, backendId);
  await expect.poll(machines, { timeout: 10_000 }).toEqual([]);
}, 60_000);
