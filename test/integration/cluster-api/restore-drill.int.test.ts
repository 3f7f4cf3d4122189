import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { backUpClusters } from '#shared/app/cluster-api/state-backup/back-up-clusters';
import { restoreCluster } from '#shared/app/cluster-api/state-backup/restore-cluster';
import { changed } from '#shared/domain/_core/record';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import { COPIED_KINDS, type WholeObject } from '#shared/domain/cluster-api/state-backup/whole-object';
import type { ClusterApi } from '#shared/ports/cluster-api';
import { aKeyRing } from '#test/a-key-ring';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf } from '../_worlds/step-world.ts';
import { newBucket } from '../aws/new-bucket.ts';

const world = await clusterApiWorldPerFile({ infrastructure: 'in-memory', stateBackup: true });
const { store, clock, clusterApi, secrets, stage, managementSettings } = world;
const another = await borrowSimulator('cluster-api');
afterAll(() => another.stop());
await another.setDelays({ pace: 0.01 });
await secrets.put(secretName(stage, 'state-key', STAGE_KEY), JSON.stringify(aKeyRing()));
const deps = { store, clusterApi, secrets, stage, clock, log: world.deps.log, backups: await newBucket() };

const settings = async () => {
  const found = await store.settings.get(managementSettings.uuid);
  if (found.type !== 'ClusterAPI') throw new Error('not a management side');
  return found;
};
const open = async (): Promise<ClusterApi> => clusterApi.open(await settings());
const kinds = [...COPIED_KINDS.all, ...COPIED_KINDS['in-memory']];
const all = async (): Promise<WholeObject[]> => {
  const api = await open();
  return (await Promise.all(kinds.map((kind) => api.listWhole(kind)))).flat();
};
const namesOf = (objects: readonly WholeObject[]) =>
  objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted();
const machines = async () => namesOf((await all()).filter(({ kind }) => kind === 'Machine' || kind === 'DevMachine'));

const conditions = z.object({
  status: z.object({ v1beta2: z.object({ conditions: z.array(z.object({ type: z.string(), status: z.string() })) }) }),
});
const isAvailable = (cluster: WholeObject | undefined): boolean =>
  conditions
    .safeParse(cluster)
    .data?.status.v1beta2.conditions.some(({ type, status }) => type === 'Available' && status === 'True') ?? false;

/** What an operator does after the loss: the same provider gets the address and the token of an empty management side. */
async function moveTo(printed: unknown, backendUrl: string): Promise<void> {
  const { token, ca_certificate: caCertificate } = z
    .object({ token: z.string(), ca_certificate: z.string() })
    .parse(printed);
  const found = await settings();
  const options = { ...found.options, backendUrl, caCertificate };
  await secrets.put(secretName(stage, 'cluster-api', found.uuid), JSON.stringify({ token }));
  await store.commit(store.settings.replace(changed(found, clock.now(), { options })));
}

test('a drill: a cluster is restored on an empty management side, available and with the same machines (S3-020, M6)', async () => {
  const { uuid: clusterUuid, backendId } = await clusterOf(
    world,
    await readyCluster(world, { masterCount: 1, nodeCount: 2 }),
  );
  expect(await backUpClusters(deps)).toMatchObject({ made: 1 });
  const before = { machines: await machines(), objects: namesOf(await all()) };
  await moveTo(another.printed, another.httpsUrl);
  expect(await all()).toEqual([]);

  const tried = await restoreCluster(deps, { clusterUuid, isDryRun: true });
  expect(tried.objects.every(({ isNew }) => isNew)).toBe(true);
  expect(await all()).toEqual([]);

  // The connection is lost in the middle.
  await another.plan({ method: 'POST', path: '/devmachines$', kind: 'status', status: 503, nth: 2 });
  await expect(restoreCluster(deps, { clusterUuid, isDryRun: false })).rejects.toMatchObject({
    name: 'BackendUnavailable',
  });
  const { objects } = await restoreCluster(deps, { clusterUuid, isDryRun: false });
  expect(objects.filter(({ isNew }) => !isNew).length).toBeGreaterThan(0);

  const cluster = async () => {
    expect(await machines()).toEqual(before.machines);
    return (await all()).find(({ kind }) => kind === 'Cluster');
  };
  await expect.poll(async () => isAvailable(await cluster()), { timeout: 10_000 }).toBe(true);
  expect(namesOf(await all())).toEqual(before.objects);
  await expect(restoreCluster(deps, { clusterUuid, isDryRun: false })).rejects.toMatchObject({ name: 'Conflict' });

  // Owners have the new uids, or nothing would go with the cluster.
  await (await open()).delete({ apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Cluster' }, backendId);
  await expect.poll(machines, { timeout: 10_000 }).toEqual([]);
}, 60_000);
