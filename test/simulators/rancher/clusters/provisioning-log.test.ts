import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  eventually,
  joinedCluster,
  orderCluster,
  startRancher,
  type TestRancher,
  untilReady,
} from '../_core/rancher-client.ts';
import { appended } from './provisioning-log.ts';

let rancher: TestRancher;
beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const kept = z.looseObject({ data: z.object({ log: z.string(), last: z.string() }) });
const pathOf = (clusterId: string) => `/v1/configmaps/${clusterId}/provisioning-log`;
const logOf = async (clusterId: string) => kept.parse((await rancher.send('GET', pathOf(clusterId))).body).data;

test('what a cluster has waited for is in the log of its provisioning, nothing twice in a row (T50)', async () => {
  const { clusterId } = await joinedCluster(rancher);
  await untilReady(rancher, clusterId);
  const { log, last } = await eventually(async () => {
    const found = await logOf(clusterId);
    expect(found.last).toBe('provisioning done');
    return found;
  });
  const said = log.split('\n').map((line) => line.replace(/^\S+Z /, ''));
  expect(said.filter((line, index) => line === said[index - 1])).toEqual([]);
  expect(said[0]).toBe('[INFO ] waiting for infrastructure ready');
  expect(said.slice(-2)).toEqual([`[INFO ] ${last}`, '']);
});

test('the log goes with the namespace of its cluster (T50)', async () => {
  const { clusterId } = await orderCluster(rancher);
  expect((await rancher.send('GET', pathOf(clusterId))).status).toBe(200);
  await rancher.send('DELETE', '/v1/provisioning.cattle.io.clusters/fleet-default/blue');
  await eventually(async () => expect((await rancher.send('GET', pathOf(clusterId))).status).toBe(404));
});

test('the log has at most 10,000 characters, and loses its oldest lines (T50)', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `${index}`.padStart(100, '.'));
  const log = lines.reduce(appended, '');
  expect(log.length).toBeLessThanOrEqual(10_000);
  expect(log.split('\n')[0]).toBe(lines[101]);
  expect(log.endsWith(`${lines.at(-1)}\n`)).toBe(true);
});
