import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { pool, startOpenstack, startPools, type TestOpenstack, type TestPools } from './pools-under-test.ts';

const DEPLOYMENT = 'cluster.x-k8s.io.machinedeployment';
const WORK = `/v1/${DEPLOYMENT}s/fleet-default/blue-work`;

let cloud: TestOpenstack;
let rancher: TestPools;
beforeAll(async () => {
  cloud = await startOpenstack();
});
afterAll(() => cloud.close());
beforeEach(async () => {
  rancher = await startPools(cloud);
  await rancher.credential();
  await rancher.makeConfig('nc-all');
  await rancher.makeConfig('nc-work');
  await rancher.order([pool('all', 'ecw'), pool('work', 'w')]);
  await rancher.running(2);
});
afterEach(async () => {
  await rancher.remove();
  await eventually(async () => expect((await cloud.shown()).servers).toEqual([]));
  await rancher.close();
});

const deployment = async () => (await rancher.list(DEPLOYMENT)).find(({ metadata }) => metadata.name === 'blue-work');

test('a deployment that is put needs the version that was read, and has its other number of machines then (S2-014)', async () => {
  const read = await deployment();
  const without = { ...read, metadata: { name: 'blue-work', namespace: 'fleet-default' } };
  expect(await rancher.send('PUT', WORK, without)).toMatchObject({
    ...{ status: 500, body: { message: 'metadata.resourceVersion is required for update' } },
  });
  const scaled = { ...read, spec: { ...read?.spec, replicas: 2 } };
  expect((await rancher.send('PUT', WORK, scaled)).status).toBe(200);
  expect(await rancher.send('PUT', WORK, scaled)).toMatchObject({ status: 409, body: { code: 'Conflict' } });
  await rancher.running(3);
});

test('a deployment that somebody deletes goes with its machines, and Rancher makes another one (S2-034)', async () => {
  const before = await deployment();
  expect((await rancher.send('DELETE', WORK)).status).toBe(200);
  await eventually(async () => {
    const next = await deployment();
    expect(next?.metadata.uid).toMatch(/./);
    expect(next?.metadata.uid).not.toBe(before?.metadata.uid);
  });
  await rancher.running(2);
});

test('labels and annotations that somebody gives a deployment outlast what Rancher writes (S2-037)', async () => {
  await rancher.patch(WORK, { metadata: { annotations: { mine: 'yes' } } });
  await rancher.change((pools) => pools.map((one) => ({ ...one, labels: { zone: 'b' } })));
  await eventually(async () =>
    expect((await deployment())?.metadata).toMatchObject({ annotations: { mine: 'yes' }, labels: { zone: 'b' } }),
  );
});

test('a pool is not scaled while the certificates of its cluster are rotated, and is afterwards (T48)', async () => {
  await rancher.setDelays({ nodeRotation: 200_000 });
  const { spec } = await rancher.cluster();
  const rotating = {
    spec: { ...spec, rkeConfig: { ...Object(spec.rkeConfig), rotateCertificates: { generation: 1 } } },
  };
  await rancher.patch('/v1/provisioning.cattle.io.clusters/fleet-default/blue', rotating);
  const paused = async () => {
    const conditions = (await deployment())?.status.conditions;
    return Array.isArray(conditions) && conditions.find(({ type }) => type === 'Paused');
  };
  const message = 'Cluster spec.paused is set to true';
  await eventually(async () => expect(await paused()).toMatchObject({ status: 'True', reason: 'Paused', message }));
  await rancher.change((pools) => pools.map((one) => (one.name === 'work' ? { ...one, quantity: 2 } : one)));
  await eventually(async () => expect((await deployment())?.spec.replicas).toBe(2));
  expect(await rancher.machines()).toHaveLength(2);
  await rancher.running(3);
  expect(await paused()).toMatchObject({ status: 'False' });
});
