import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type ManualClock, manualClock } from '../../_kit/manual-clock.ts';
import { connect, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const CLUSTER = '/v1/provisioning.cattle.io.clusters/fleet-default/blue';
const CONTROL_PLANE = '/v1/rke.cattle.io.rkecontrolplanes/fleet-default/blue';
const CAPI_CLUSTER = '/v1/cluster.x-k8s.io.clusters/fleet-default/blue';
const SNAPSHOTS = '/v1/rke.cattle.io.etcdsnapshots';

let clock: ManualClock;
let rancher: TestRancher;
beforeEach(async () => {
  clock = manualClock();
  rancher = await startRancher({ pace: 1, nodeActive: 10, operationPhase: 100, readyLag: 1, nodeUpgrade: 10 }, clock);
  const metadata = { name: 'blue', namespace: 'fleet-default' };
  const spec = { kubernetesVersion: 'v1.32.3+rke2r1', rkeConfig: {} };
  await rancher.send('POST', '/v1/provisioning.cattle.io.clusters', { metadata, spec });
  clock.advance(10_000);
  const token = (await rancher.send('GET', '/v3/clusterregistrationtokens')).rows()[0]?.token ?? '';
  await connect(rancher, token, { name: 's1', roles: ['etcd', 'controlplane'] });
  await connect(rancher, token, { name: 'a1', roles: ['worker'] });
  clock.advance(1000);
});
afterEach(() => rancher.close());

const status = z.object({ status: z.record(z.string(), z.unknown()) });
const shown = async () => status.parse((await rancher.send('GET', CONTROL_PLANE)).body).status;
async function ask(rkeConfig: object, more: object = {}) {
  const { body } = await rancher.send('GET', CLUSTER);
  const { spec } = Object(body);
  return rancher.send('PUT', CLUSTER, {
    ...Object(body),
    spec: { ...spec, ...more, rkeConfig: { ...spec.rkeConfig, ...rkeConfig } },
  });
}
async function phases(field: string): Promise<unknown[]> {
  const seen = [(await shown())[`${field}Phase`]];
  for (let step = 0; step < 10; step += 1) {
    clock.advance(100);
    const phase = (await shown())[`${field}Phase`];
    if (phase !== seen.at(-1)) seen.push(phase);
  }
  return seen;
}
async function pausedPhases(field: string): Promise<unknown[]> {
  const seen = new Set<unknown>();
  for (let step = 0; step < 10; step += 1) {
    const { spec } = Object((await rancher.send('GET', CAPI_CLUSTER)).body);
    if (spec.paused) seen.add((await shown())[`${field}Phase`]);
    clock.advance(100);
  }
  return [...seen];
}
const files = z.object({
  data: z.array(
    z.looseObject({
      metadata: z.looseObject({ name: z.string(), annotations: z.record(z.string(), z.string()) }),
      snapshotFile: z.looseObject({ nodeName: z.string(), status: z.string(), location: z.string() }),
    }),
  ),
});
const snapshots = async () => {
  clock.advance(20);
  return files.parse((await rancher.send('GET', SNAPSHOTS)).body).data;
};

test('a counter that is raised makes a snapshot on each member of etcd, and the same number makes none (T43, T45)', async () => {
  await ask({ etcdSnapshotCreate: { generation: 1 } });
  expect(await phases('etcdSnapshotCreate')).toEqual(['Started', 'RestartCluster', 'Finished']);
  expect(await snapshots()).toMatchObject([
    {
      metadata: { name: expect.stringMatching(/^blue-local-on-demand-s1-\d+-[0-9a-f]{6}$/) },
      snapshotFile: { nodeName: 's1', status: 'successful', location: expect.stringMatching(/^file:/) },
      spec: { clusterName: 'blue' },
    },
  ]);
  await ask({ etcdSnapshotCreate: { generation: 1 } });
  clock.advance(1000);
  expect(await snapshots()).toHaveLength(1);
  await ask({ etcdSnapshotCreate: { generation: 2 } });
  clock.advance(1000);
  expect(await snapshots()).toHaveLength(2);
});

test('the control plane keeps the spec of its cluster, without what was asked for once (T7)', async () => {
  await ask({ etcdSnapshotCreate: { generation: 1 } });
  const { metadata } = Object((await rancher.send('GET', CONTROL_PLANE)).body);
  const packed = Buffer.from(metadata.annotations['rke.cattle.io/cluster-spec'], 'base64');
  const spec = JSON.parse(gunzipSync(packed).toString());
  expect(spec).toMatchObject({ kubernetesVersion: 'v1.32.3+rke2r1', rkeConfig: expect.any(Object) });
  expect(spec.rkeConfig).not.toHaveProperty('etcdSnapshotCreate');
  expect(metadata.ownerReferences).toMatchObject([{ kind: 'Cluster', name: 'blue', controller: true }]);
});

test('with an object store each snapshot is there, too (T40)', async () => {
  await ask({ etcd: { s3: { bucket: 'backups', folder: 'blue' } }, etcdSnapshotCreate: { generation: 1 } });
  clock.advance(1000);
  const found = await snapshots();
  expect(found.map(({ metadata }) => metadata.annotations['etcdsnapshot.rke.io/storage']).sort()).toEqual([
    'local',
    's3',
  ]);
});

test('a restoration goes through its phases, with the release of the snapshot where that is asked for (T46)', async () => {
  await ask({ etcdSnapshotCreate: { generation: 1 } });
  clock.advance(1000);
  const name = (await snapshots())[0]?.metadata.name;
  await ask({}, { kubernetesVersion: 'v1.33.0+rke2r1' });
  clock.advance(1000);
  await ask({ etcdSnapshotRestore: { name, generation: 1, restoreRKEConfig: 'kubernetesVersion' } });
  expect(await phases('etcdSnapshotRestore')).toEqual([
    ...['Started', 'Shutdown', 'Restore', 'PostRestorePodCleanup', 'InitialRestartCluster'],
    ...['PostRestoreNodeCleanup', 'RestartCluster', 'Finished'],
  ]);
  expect((await rancher.send('GET', CLUSTER)).body).toMatchObject({ spec: { kubernetesVersion: 'v1.32.3+rke2r1' } });
});

test('a restoration of a snapshot that is not there is refused where its spec is needed (T45)', async () => {
  const answer = await ask({ etcdSnapshotRestore: { name: 'nosuch', generation: 1, restoreRKEConfig: 'all' } });
  const words = 'etcd restore references missing snapshot nosuch in namespace fleet-default';
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(words) } });
});

test('keys are rotated phase by phase, and the cluster says that it waits (T47)', async () => {
  await ask({ rotateEncryptionKeys: { generation: 1 } });
  expect((await rancher.send('GET', CLUSTER)).body).toMatchObject({
    metadata: { state: { name: 'updating', message: 'waiting for encryption key rotation stage to be finished' } },
  });
  expect(await phases('rotateEncryptionKeys')).toEqual([
    ...['Prepare', 'PostPrepareRestart', 'Rotate', 'PostRotateRestart', 'Reencrypt', 'PostReencryptRestart', 'Done'],
  ]);
  expect((await rancher.send('GET', CLUSTER)).body).toMatchObject({ metadata: { state: { name: 'active' } } });
});

test.each([
  ['etcdSnapshotCreate', { generation: 1 }, 'Started'],
  ['rotateEncryptionKeys', { generation: 1 }, 'Prepare'],
])('%s that fails ends there, and another number begins again (T46, T47)', async (operation, wanted, first) => {
  const control = { cluster: 'fleet-default/blue', operation };
  expect((await rancher.send('POST', '/_sim/operation-failures', control)).status).toBe(204);
  await ask({ [operation]: wanted });
  expect(await phases(operation)).toEqual([first, 'Failed']);
  await ask({ [operation]: { ...wanted, generation: 2 } });
  expect((await phases(operation)).at(-1)).toMatch(/^(Finished|Done)$/);
});

test('Cluster API is paused while keys are rotated, and for a part of a restoration (T48)', async () => {
  await ask({ rotateEncryptionKeys: { generation: 1 } });
  expect(await pausedPhases('rotateEncryptionKeys')).toEqual([
    ...['Prepare', 'PostPrepareRestart', 'Rotate', 'PostRotateRestart', 'Reencrypt', 'PostReencryptRestart'],
  ]);
  await ask({ etcdSnapshotCreate: { generation: 1 } });
  expect(await pausedPhases('etcdSnapshotCreate')).toEqual([]);
  await ask({ etcdSnapshotRestore: { name: (await snapshots())[0]?.metadata.name, generation: 1 } });
  expect(await pausedPhases('etcdSnapshotRestore')).toEqual(['Restore', 'PostRestorePodCleanup']);
});

test('a machine is not deleted while Cluster API is paused, and is afterwards (T48)', async () => {
  const MACHINES = '/v1/cluster.x-k8s.io.machines';
  const worker = async () => {
    clock.advance(20);
    const { data } = machines.parse((await rancher.send('GET', MACHINES)).body);
    return data.find(({ metadata }) => metadata.labels['rke.cattle.io/node-name'] === 'a1');
  };
  await rancher.send('PUT', '/_sim/delays', { operationPhase: 10_000, machineDelete: 10 });
  await ask({ rotateEncryptionKeys: { generation: 1 } });
  clock.advance(100);
  await rancher.send('DELETE', `${MACHINES}/${(await worker())?.id}`);
  clock.advance(5_000);
  const paused = { type: 'Paused', status: 'True', message: 'Cluster spec.paused is set to true' };
  expect(await worker()).toMatchObject({
    metadata: { deletionTimestamp: expect.any(String), state: { name: 'running' } },
    status: { conditions: expect.arrayContaining([expect.objectContaining(paused)]) },
  });
  clock.advance(100_000);
  expect(await worker()).toBeUndefined();
});
const machines = z.object({
  data: z.array(
    z.looseObject({ id: z.string(), metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }) }),
  ),
});
