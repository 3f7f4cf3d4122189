import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type FactRancher, factRancher } from './fact-rancher.ts';

/** The behaviour of clusters, roles and counts in a real Rancher 2.15.0, in cases that no recorded exchange shows. */
const PROVISIONING = '/v1/provisioning.cattle.io.clusters';
let given: FactRancher;
beforeEach(async () => {
  given = await factRancher();
});
afterEach(() => given.rancher.close());

test('a cluster’s name may begin with a digit and has no dot', async () => {
  expect((await given.order('1x')).status).toBe(201);
  expect((await given.order('a.b')).status).toBe(422);
});

test('the shown name that is written into a provisioning object is put back', async () => {
  await given.aCluster();
  const path = `${PROVISIONING}/fleet-default/blue`;
  const name = 'provisioning.cattle.io/management-cluster-display-name';
  const read = z.looseObject({ metadata: z.looseObject({ annotations: z.record(z.string(), z.string()) }) });
  const object = async () => read.parse((await given.rancher.send('GET', path)).body);
  const { metadata, ...rest } = await object();
  const annotations = { ...metadata.annotations, [name]: 'other' };
  const put = await given.rancher.send('PUT', path, { ...rest, metadata: { ...metadata, annotations } });
  expect(put.status).toBe(200);
  given.clock.advance(1000);
  expect((await object()).metadata.annotations[name]).toBe('blue');
});

test('a role template with a parent that is not there is refused, as a failure of the webhook', async () => {
  const body = { type: 'roleTemplate', name: 'X', context: 'project', roleTemplateIds: ['nosuch'] };
  expect(await given.rancher.send('POST', '/v3/roletemplates', body)).toMatchObject({
    ...{ status: 500, body: { code: 'InternalError', message: expect.stringContaining('"nosuch" not found') } },
  });
});

test('without the role template of owners a new cluster’s creator is not its owner', async () => {
  expect((await given.rancher.send('DELETE', '/v3/roletemplates/cluster-owner')).status).toBe(200);
  expect(await given.statusOf('/v3/roletemplates/cluster-owner')).toBe(404);
  const clusterId = await given.aCluster();
  const bindings = await given.rancher.send('GET', `/v3/clusterroletemplatebindings?clusterId=${clusterId}`);
  expect(bindings.rows()).toEqual([]);
});

test('counts inside a cluster show a summary and namespaces for each type, without a revision', async () => {
  const clusterId = await given.aRunningCluster();
  const { body } = await given.rancher.send('GET', `/k8s/clusters/${clusterId}/v1/counts`);
  const { data } = z.object({ data: z.array(z.object({ counts: z.record(z.string(), z.unknown()) })) }).parse(body);
  expect(data[0]?.counts.configmap).toEqual({
    summary: { count: expect.any(Number) },
    namespaces: expect.objectContaining({ 'kube-system': { count: expect.any(Number) } }),
  });
});
