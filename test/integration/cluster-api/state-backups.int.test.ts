import { expect, test } from 'vitest';
import { z } from 'zod';
import { type BackupReport, backUpClusters } from '#shared/app/cluster-api/state-backup/back-up-clusters';
import { keyOf } from '#shared/app/cluster-api/state-backup/stored-copy';
import { changed } from '#shared/domain/_core/record';
import { STAGE_KEY, secretName } from '#shared/domain/_core/secret-name';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { ClusterApiSettings } from '#shared/domain/providers/service-settings';
import { aKeyRing } from '#test/a-key-ring';
import { aUuid } from '#test/builders/builders';
import { clusterApiWorldPerFile, readyCluster } from '../_worlds/cluster-api-world.ts';
import { clusterOf } from '../_worlds/step-world.ts';
import { newBucket } from '../aws/new-bucket.ts';

const world = await clusterApiWorldPerFile({ infrastructure: 'in-memory', stateBackup: true });
const { store, clock, clusterApi, secrets, stage, managementSettings } = world;
const HOUR = 3600;

const backups = await newBucket();
await secrets.put(secretName(stage, 'state-key', STAGE_KEY), JSON.stringify(aKeyRing()));

const deps = { store, clusterApi, secrets, stage, clock, log: world.deps.log, backups };
const run = (): Promise<BackupReport> => backUpClusters(deps);
const versionsOf = (cluster: Cluster) => backups.listVersions(keyOf(cluster));

/** The emulator's clock differs from the test's clock. The age of each copy is therefore simulated. */
const after = (hours: number) => ({
  ...deps,
  backups: {
    ...backups,
    listNewest: async (prefix: string) =>
      (await backups.listNewest(prefix)).map((one) => ({
        ...one,
        takenAt: new Date(clock.now().getTime() - hours * HOUR * 1000),
      })),
  },
});

async function setOptions(options: Partial<ClusterApiSettings['options']>): Promise<void> {
  const found = await store.settings.get(managementSettings.uuid);
  if (found.type !== 'ClusterAPI') throw new Error('not a management cluster');
  await store.commit(
    store.settings.replace(changed(found, clock.now(), { options: { ...found.options, ...options } })),
  );
}

test('a management cluster without the option has no copies (S3-020)', async () => {
  await setOptions({ stateBackup: false });
  const cluster = await clusterOf(world, await readyCluster(world));
  expect(await run()).toEqual({ made: 0, skipped: 0, late: 0, deleted: 0, failures: [] });
  expect(await versionsOf(cluster)).toEqual([]);
  await setOptions({ stateBackup: true });
  expect(await run()).toMatchObject({ made: 1, skipped: 0, failures: [] });
  expect(await versionsOf(cluster)).toHaveLength(1);
});

test('the stored copy is sealed: no key of an authority can be read in it (S3-020)', async () => {
  const { items } = await store.clusters.list({ visibility: 'all' }, { page: 1, pageSize: 1 });
  const [cluster] = items;
  if (!cluster?.clusterApi) throw new Error('no cluster');
  const stored = await backups.read(keyOf(cluster));
  const api = await clusterApi.open(managementSettings);
  const authority = await api.find({ apiVersion: 'v1', kind: 'Secret' }, `${cluster.clusterApi.capiName}-ca`);
  const { 'tls.key': key } = z.object({ data: z.object({ 'tls.key': z.string() }) }).parse(authority).data;
  expect(stored?.text).not.toContain(key.slice(0, 40));
  expect(stored?.text).not.toContain(cluster.clusterApi.capiName);
});

test('a cluster that is being made keeps the others’ copies, and has its own when it is done (S3-020, M6)', async () => {
  const [whole, busy] = [await readyCluster(world), await readyCluster(world)];
  const record = await clusterOf(world, busy);
  await store.commit(store.clusters.replace(changed(record, clock.now(), { state: 'UPDATING' })));
  expect(await run()).toMatchObject({ made: 1, skipped: 1, failures: [] });
  expect(await versionsOf(await clusterOf(world, whole))).toHaveLength(1);
  expect(await versionsOf(record)).toHaveLength(0);
  await store.commit(store.clusters.replace(changed(await clusterOf(world, busy), clock.now(), { state: 'OK' })));
  expect(await run()).toMatchObject({ made: 1, skipped: 0 });
  expect(await versionsOf(record)).toHaveLength(1);
});

test('a copy is made once a day, and one that is two days old is named as late (S3-020)', async () => {
  const cluster = await clusterOf(world, await readyCluster(world));
  await run();
  expect(await backUpClusters(after(20))).toMatchObject({ made: 0, late: 0 });
  const { made } = await backUpClusters(after(24));
  expect(made).toBeGreaterThan(0);
  expect(await versionsOf(cluster)).toHaveLength(2);
  await world.management.plan({ path: '/machines', kind: 'status', status: 503 });
  const failed = await backUpClusters(after(49));
  await world.management.clearFaults();
  expect(failed.failures).toHaveLength(1);
  expect(failed.late).toBeGreaterThan(0);
  expect(await versionsOf(cluster)).toHaveLength(2);
});

test('the copy of a deleted cluster goes, and those of others and what is no copy stay (S3-020)', async () => {
  const cluster = await clusterOf(world, await readyCluster(world));
  await run();
  const gone = `${managementSettings.uuid}/${aUuid()}.json`;
  for (const key of [gone, 'notes.json']) await backups.put(key, 'x');
  expect(await run()).toMatchObject({ deleted: 1 });
  const keys = (await backups.listNewest('')).map(({ key }) => key);
  expect(keys).toEqual(expect.arrayContaining([keyOf(cluster), 'notes.json']));
  expect(keys).not.toContain(gone);
});
