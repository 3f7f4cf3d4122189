import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, joinedCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;
let id: string;
beforeEach(async () => {
  rancher = await startRancher();
  id = (await joinedCluster(rancher)).clusterId;
  await eventually(async () => expect((await inside('GET', '/api/v1/namespaces')).status).toBe(200));
  await inside('POST', '/v1/catalog.cattle.io.clusterrepos', {
    metadata: { name: 'example' },
    spec: { url: 'https://charts.example.org/' },
  });
  await eventually(async () => expect((await repo()).body).toMatchObject({ status: { url: expect.any(String) } }));
});
afterEach(() => rancher.close());

const inside = (method: string, path: string, body?: unknown) =>
  rancher.send(method, `/k8s/clusters/${id}${path}`, body);
const repo = (query = '', name = 'example', method = 'GET', body?: unknown) =>
  inside(method, `/v1/catalog.cattle.io.clusterrepos/${name}${query}`, body);
const output = z.object({ operationName: z.string(), operationNamespace: z.string() });
const install = async (action: string, more: object, place: object = {}) => {
  const charts = [{ chartName: 'shop', version: '1.0.0', releaseName: 'shop', ...more }];
  const answer = await repo(`?action=${action}`, 'example', 'POST', { namespace: 'shop', charts, ...place });
  expect(answer.status).toBe(201);
  return output.parse(answer.body);
};
const operation = async ({ operationName, operationNamespace }: z.infer<typeof output>) =>
  (await inside('GET', `/v1/catalog.cattle.io.operations/${operationNamespace}/${operationName}`)).body;
const over = (type: string, status: string) => ({
  status: { conditions: expect.arrayContaining([expect.objectContaining({ type, status })]) },
});
const app = async () => (await inside('GET', '/v1/catalog.cattle.io.apps/shop/shop')).body;
const deployed = { spec: { info: { status: 'deployed' } }, status: { summary: { state: 'deployed' } } };

test('an index has the versions that fit the cluster, or all of them', async () => {
  const versions = async (query: string) => {
    const { entries } = z
      .object({ entries: z.record(z.string(), z.array(z.object({ version: z.string() }))) })
      .parse((await repo(`?link=index${query}`, 'rancher-charts')).body);
    return entries.longhorn?.map(({ version }) => version);
  };
  await eventually(async () => expect(await versions('&skipFilter=true')).toHaveLength(2));
  expect(await versions('&k8sVersion=v1.31.7')).toEqual(['106.2.0+up1.8.1']);
  expect(await versions('')).toEqual(['107.1.0+up1.9.1']);
});

test('one version shows its questions and readmes, an unknown one is 404', async () => {
  const { body } = await repo('?link=info&chartName=shop&version=1.0.0');
  expect(body).toMatchObject({ readme: '# Shop 1.0.0\n', questions: { questions: expect.any(Array) } });
  expect((await repo('?link=info&chartName=shop&version=9.9.9')).status).toBe(404);
});

test('a repository that cannot be downloaded says so', async () => {
  const spec = { url: 'https://nowhere.example.org/' };
  await inside('POST', '/v1/catalog.cattle.io.clusterrepos', { metadata: { name: 'lost' }, spec });
  await eventually(async () => expect((await repo('', 'lost')).body).toMatchObject(over('Downloaded', 'False')));
});

test('a chart is installed, upgraded and uninstalled by operations', async () => {
  const installed = await install('install', { values: { replicas: 2 }, annotations: { 'a/b': 'c' } });
  await eventually(async () => expect(await operation(installed)).toMatchObject(over('Reconciling', 'False')));
  expect(await app()).toMatchObject({
    ...deployed,
    spec: { chart: { metadata: { version: '1.0.0', annotations: { 'a/b': 'c' } } } },
  });
  expect((await inside('GET', '/apis/apps/v1/namespaces/shop/deployments/shop-web')).body).toMatchObject({
    spec: { replicas: 2 },
  });
  const upgraded = await install('upgrade', { version: '1.1.0', values: { replicas: 3 } });
  await eventually(async () => expect(await operation(upgraded)).toMatchObject(over('Reconciling', 'False')));
  expect(await app()).toMatchObject({ ...deployed, spec: { version: 2 } });
  const answer = await inside('POST', '/v1/catalog.cattle.io.apps/shop/shop?action=uninstall', {});
  expect(answer.status).toBe(201);
  await eventually(async () => expect((await inside('GET', '/v1/catalog.cattle.io.apps/shop/shop')).status).toBe(404));
  expect((await inside('GET', '/apis/apps/v1/namespaces/shop/deployments/shop-web')).status).toBe(404);
});

test("values are in Helm's secret only, revision by revision", async () => {
  const installed = await install('install', { values: { replicas: 2 } });
  await eventually(async () => expect(await operation(installed)).toMatchObject(over('Reconciling', 'False')));
  const { data } = z
    .object({ data: z.object({ release: z.string() }) })
    .parse((await inside('GET', '/api/v1/namespaces/shop/secrets/sh.helm.release.v1.shop.v1')).body);
  const once = Buffer.from(data.release, 'base64').toString();
  expect(JSON.parse(gunzipSync(Buffer.from(once, 'base64')).toString())).toMatchObject({
    config: { replicas: 2 },
    info: { status: 'deployed' },
  });
  expect(JSON.stringify(await app())).not.toContain('config');
});

test('a name that is in use, and pods that never become ready, fail', async () => {
  const broken = await install('install', { values: { image: { tag: 'broken' } } }, { wait: true });
  await eventually(async () => expect(await operation(broken)).toMatchObject(over('Stalled', 'True')));
  expect(await app()).toMatchObject({ spec: { info: { status: 'failed' } }, status: { summary: { error: true } } });
  const again = await install('install', {});
  await eventually(async () => expect(await operation(again)).toMatchObject(over('Stalled', 'True')));
});

test('an unknown chart is 404, an unknown action 405', async () => {
  const charts = [{ chartName: 'nosuch', releaseName: 'a' }];
  expect((await repo('?action=install', 'example', 'POST', { charts })).status).toBe(404);
  expect((await repo('?action=rollback', 'example', 'POST', {})).status).toBe(405);
});
