import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually, joinedCluster, orderCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;
let id: string;
beforeEach(async () => {
  rancher = await startRancher();
  id = (await joinedCluster(rancher)).clusterId;
  await eventually(async () => expect((await inside('GET', '/api/v1/namespaces')).status).toBe(200));
});
afterEach(() => rancher.close());

const inside = (method: string, path: string, body?: unknown) =>
  rancher.send(method, `/k8s/clusters/${id}${path}`, body);
const namespaces = (method: string, path = '', body?: unknown) =>
  rancher.send(method, `/v3/clusters/${id}/namespaces${path}`, body);
const importYaml = async (yaml: string, more: object = {}) => {
  const { status, body } = await rancher.send('POST', `/v3/clusters/${id}?action=importYaml`, { yaml, ...more });
  const { message } = z.object({ message: z.string() }).parse(body);
  return [status, message.replaceAll(/yaml-\d+/g, 'yaml-n')];
};
const configMap = (name: string, more = '') => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}${more}}\n`;
const limits = (limitsCpu: string) => ({ limit: { limitsCpu, limitsMemory: '1Gi' } });
async function project(): Promise<string> {
  const resourceQuota = { limit: { limitsCpu: '2', limitsMemory: '2Gi' } };
  const given = { type: 'project', clusterId: id, name: 'limited', resourceQuota };
  return (await rancher.send('POST', '/v3/projects', { ...given, namespaceDefaultResourceQuota: limits('1') })).object()
    .id;
}
const status = (text: string) => ({ annotations: { 'cattle.io/status': expect.stringContaining(text) } });

test('a new namespace is activating, then active, labelled with its project, and its roles come last', async () => {
  const [projectId = ''] = (await rancher.send('GET', `/v3/projects?clusterId=${id}&name=Default`))
    .rows()
    .map((it) => it.id);
  const made = await namespaces('POST', '', { name: 'shop', projectId });
  expect(made).toMatchObject({ status: 201, body: { state: 'activating', transitioning: 'yes', projectId } });
  await eventually(async () => {
    const { body } = await namespaces('GET', '/shop');
    expect(body).toMatchObject({ state: 'active', labels: { 'field.cattle.io/projectId': projectId.split(':')[1] } });
    expect(body).toMatchObject(status('"Type":"InitialRolesPopulated","Status":"True"'));
  });
});

test.each([
  ['a bad name', { name: 'Bad_Name' }, 422, 'InvalidFormat'],
  ['the name of another', { name: 'kube-system' }, 409, 'AlreadyExists'],
  ['a project that is not there', { name: 'a', projectId: 'local:p-nosuch' }, 404, 'NotFound'],
])('a namespace with %s is refused', async (_what, body, code, reason) => {
  expect(await namespaces('POST', '', body)).toMatchObject({ status: code, body: { code: reason } });
});

test('namespaces are given their quota as long as their project has room', async () => {
  const projectId = await project();
  for (const name of ['a', 'b']) {
    await namespaces('POST', '', { name, projectId });
    await eventually(async () =>
      expect((await inside('GET', `/api/v1/namespaces/${name}/resourcequotas`)).body).toMatchObject({
        items: [{ spec: { hard: { 'limits.cpu': '1', 'limits.memory': '1Gi' } } }],
      }),
    );
  }
  expect(await namespaces('POST', '', { name: 'c', projectId })).toMatchObject({
    status: 422,
    body: { code: 'MaxLimitExceeded', message: 'exceeds projectLimit on fields: limits.cpu=3,limits.memory=3Gi' },
  });
  await eventually(async () =>
    expect((await rancher.send('GET', `/v3/projects/${projectId}`)).body).toMatchObject({
      resourceQuota: { usedLimit: { limitsCpu: '2', limitsMemory: '2Gi' } },
    }),
  );
});

test('a namespace made by another door may be too much: it is there, and its quota is not', async () => {
  const projectId = await project();
  const annotations = {
    'field.cattle.io/projectId': projectId,
    'field.cattle.io/resourceQuota': JSON.stringify(limits('9')),
  };
  await inside('POST', '/v1/namespaces', { metadata: { name: 'big', annotations } });
  await eventually(async () =>
    expect((await namespaces('GET', '/big')).body).toMatchObject(
      status('"Type":"ResourceQuotaValidated","Status":"False","Message":"Resource quota [limits.cpu=9]'),
    ),
  );
  expect((await inside('GET', '/api/v1/namespaces/big/resourcequotas')).body).toMatchObject({ items: [] });
});

test('a quota of somebody else stays when a namespace gets, and loses, one of its project', async () => {
  const projectId = await project();
  await namespaces('POST', '', { name: 'shop' });
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'own' }, spec: { hard: { pods: '7' } } };
  const quotas = '/api/v1/namespaces/shop/resourcequotas';
  await inside('POST', quotas, quota);
  await namespaces('POST', '/shop?action=move', { projectId });
  const listed = z.object({ items: z.array(z.object({ metadata: z.object({ name: z.string() }) })) });
  const names = async () =>
    listed.parse((await inside('GET', quotas)).body).items.map(({ metadata }) => metadata.name.split('-')[0]);
  await eventually(async () => expect((await names()).sort()).toEqual(['default', 'own']));
  await namespaces('POST', '/shop?action=move', { projectId: null });
  await eventually(async () => expect(await names()).toEqual(['own']));
});

test('amounts of quotas are written in the shortest way', async () => {
  await namespaces('POST', '', { name: 'shop' });
  const hard = { 'limits.cpu': '4000m', 'limits.memory': '8192Mi', 'requests.cpu': '1.5', pods: 7 };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'own' }, spec: { hard } };
  expect((await inside('POST', '/api/v1/namespaces/shop/resourcequotas', quota)).body).toMatchObject({
    spec: { hard: { 'limits.cpu': '4', 'limits.memory': '8Gi', 'requests.cpu': '1500m', pods: '7' } },
  });
});

test('a namespace is moved by its action only, and goes with its project', async () => {
  const projectId = await project();
  await namespaces('POST', '', { name: 'shop' });
  expect((await namespaces('PUT', '/shop', { projectId, labels: { a: '1' } })).body).toMatchObject({
    ...{ projectId: null, labels: { a: '1' } },
  });
  expect((await namespaces('POST', '/shop?action=move', { projectId: `${id}:p-nosuch` })).status).toBe(500);
  expect((await namespaces('POST', '/shop?action=move', { projectId })).status).toBe(200);
  expect((await namespaces('GET', '/shop')).body).toMatchObject({ projectId });
  await rancher.send('DELETE', `/v3/projects/${projectId}`);
  await eventually(async () => expect((await namespaces('GET', '/shop')).status).toBe(404));
});

test('importYaml answers what kubectl printed', async () => {
  const shop = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n';
  expect(await importYaml(shop)).toEqual([200, 'namespace/shop created\n']);
  expect(await importYaml(shop)).toEqual([200, 'namespace/shop unchanged\n']);
  expect(await importYaml(shop.replace('}', ', labels: {a: b}}'))).toEqual([200, 'namespace/shop configured\n']);
  const three = [configMap('one'), configMap('Bad_Name'), configMap('two')].join('---\n');
  const [code, message] = await importYaml(three, { namespace: 'shop' });
  expect([code, message]).toEqual([
    400,
    expect.stringMatching(/^configmap\/one created\nconfigmap\/two created\nThe Con/),
  ]);
  expect((await inside('GET', '/api/v1/namespaces/shop/configmaps/two')).status).toBe(200);
});

const FILE = '"./management-state/tmp/yaml-n"';
test.each([
  ['nothing in it', '# only\n', {}, 'error: no objects passed to apply\n'],
  [
    'another namespace than the one given',
    configMap('a', ', namespace: default'),
    { namespace: 'shop' },
    'error: the namespace from the provided object "default" does not match the namespace "shop". ' +
      "You must pass '--namespace=default' to perform this operation.\n",
  ],
  [
    'a namespace that is not there',
    configMap('a'),
    { namespace: 'nosuch' },
    `Error from server (NotFound): error when creating ${FILE}: namespaces "nosuch" not found\n`,
  ],
  [
    'a field that its kind does not have',
    `${configMap('a')}nosuch: 5\n`,
    {},
    `Error from server (BadRequest): error when creating ${FILE}: ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: unknown field "nosuch"\n`,
  ],
])('importYaml of a file with %s is refused', async (_what, yaml, more, message) => {
  expect(await importYaml(yaml, more)).toEqual([400, message]);
});

test('what steve has made is there for Kubernetes, and lists of steve know no label selector', async () => {
  await inside('POST', '/v1/configmaps', { metadata: { name: 'a', namespace: 'default', labels: { a: '1' } } });
  const { body } = await inside('GET', '/api/v1/namespaces/default/configmaps?labelSelector=a%3D1');
  expect(body).toMatchObject({ kind: 'ConfigMapList', items: [{ metadata: { name: 'a' } }] });
  const ids = (await inside('GET', '/v1/configmaps/default?labelSelector=a%3D1')).rows().map((it) => it.id);
  expect(ids).toEqual(['default/a', 'default/kube-root-ca.crt']);
  expect((await inside('GET', '/v1/nosuch')).status).toBe(404);
});

test('secrets of Rancher itself are in its own cluster, at either address', async () => {
  await rancher.send('POST', '/v1/secrets', { metadata: { name: 'mine', namespace: 'fleet-default' }, type: 'Opaque' });
  for (const root of ['', '/k8s/clusters/local']) {
    const { body } = await rancher.send('GET', `${root}/api/v1/namespaces/fleet-default/secrets/mine`);
    expect(body).toMatchObject({ kind: 'Secret', metadata: { name: 'mine' } });
  }
});

test('a cluster that is not connected is refused by Rancher, by its steve only after a while', async () => {
  await orderCluster(rancher, 'green');
  const ordered = await rancher.send('GET', '/v1/provisioning.cattle.io.clusters/fleet-default/green');
  const { clusterName: clusterId } = z
    .object({ status: z.object({ clusterName: z.string() }) })
    .parse(ordered.body).status;
  const at = `/k8s/clusters/${clusterId}`;
  const refusal = await rancher.send('GET', `${at}/version`);
  expect(refusal).toMatchObject({ status: 503, body: { Message: 'cluster not provisioned' } });
  const steve = await rancher.send('GET', `${at}/v1/namespaces`);
  expect(steve.status).toBe(500);
  expect(steve.body).toBe(`lost connection to cluster: failed to find Session for client stv-cluster-${clusterId}`);
});
