import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const cluster = 'fleet-default/blue';
const CLUSTERS = '/v1/provisioning.cattle.io.clusters';

let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher({ pace: 1, nodeActive: 10, operationPhase: 100, readyLag: 1 }, clock);
});
afterEach(() => rancher.close());

async function running(etcd: object): Promise<void> {
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  await rancher.send('POST', CLUSTERS, { metadata, spec: { rkeConfig: { etcd } } });
  clock.advance(10_000);
  const token = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows()[0]?.token ?? '';
  await connect(rancher, token, { name: 's1', roles: ['etcd', 'controlplane', 'worker'] });
  clock.advance(1000);
}

async function takenAgain(times: number): Promise<void> {
  for (let taken = 0; taken < times; taken += 1) {
    clock.advance(1000);
    expect((await rancher.send('POST', '/_sim/scheduled-snapshots', { cluster })).status).toBe(204);
  }
  clock.advance(20);
}

const listed = z.object({
  data: z.array(z.looseObject({ snapshotFile: z.looseObject({ name: z.string(), location: z.string() }) })).default([]),
});
const files = async () =>
  listed.parse((await rancher.send('GET', '/v1/rke.cattle.io.etcdsnapshots')).body).data.map((it) => it.snapshotFile);

test('a schedule keeps as many snapshots as are wanted, and those that somebody has asked for (T40)', async () => {
  await running({ snapshotRetention: 2 });
  const { body } = await rancher.send('GET', `${CLUSTERS}/${cluster}`);
  const { spec } = Object(body);
  const rkeConfig = { ...spec.rkeConfig, etcdSnapshotCreate: { generation: 1 } };
  await rancher.send('PUT', `${CLUSTERS}/${cluster}`, { ...Object(body), spec: { ...spec, rkeConfig } });
  await takenAgain(3);
  const names = (await files()).map(({ name }) => name.replace(/-s1-\d+$/, ''));
  expect(names.sort()).toEqual(['etcd-snapshot', 'etcd-snapshot', 'on-demand']);
});

test('an object store keeps a number of its own (T40)', async () => {
  await running({ snapshotRetention: 1, s3: { bucket: 'backups', retention: 2 } });
  await takenAgain(3);
  expect((await files()).map(({ location }) => location.split(':')[0]).sort()).toEqual(['file', 's3', 's3']);
});

test('a cluster without snapshots has none (T40)', async () => {
  await running({ disableSnapshots: true });
  await takenAgain(1);
  expect(await files()).toEqual([]);
});
