import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../../_kit/serve-simulator.ts';
import { simClock } from '../../_kit/sim-clock.ts';
import { CORE_RESOURCES, NAMESPACES } from '../../kubernetes/core-resources.ts';
import { type KubernetesContext, memoryShelf } from '../../kubernetes/kubernetes-context.ts';
import { kubernetesRoutes } from '../../kubernetes/kubernetes-routes.ts';
import { eventHistory } from '../../kubernetes/objects/event-history.ts';
import { objectStore } from '../../kubernetes/objects/object-store.ts';
import { eventually, joinedCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const TOKEN = 'of-the-agent';
const PROJECT = 'field.cattle.io/projectId';

/** Starts a Kubernetes API server without anything of Rancher. */
function serveKubernetes(): Promise<RunningSimulator> {
  const clock = simClock();
  let revision = 0;
  const context: KubernetesContext = {
    ...{ resources: CORE_RESOURCES, shelf: memoryShelf(), owners: new Map(), clock, ...eventHistory() },
    revision: { current: () => revision, next: () => String(++revision) },
    gitVersion: () => 'v1.36.3',
    userOf: ({ headers }) =>
      headers.authorization === `Bearer ${TOKEN}` ? { name: 'admin', allows: () => true } : undefined,
    namespaceRemoval: () => ({ contents: 0, gone: 0 }),
  };
  const writing = { manager: 'Update kubectl', dryRun: false };
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) {
    objectStore(context).create(NAMESPACES, '', { metadata: { name }, body: {} }, writing);
  }
  return serveSimulator({
    ...{ name: 'kubernetes', delays: {}, state: () => ({}), sessions: () => ({}), reset: () => {} },
    routes: async (app) => void (await app.register(async (api) => kubernetesRoutes(api, () => context))),
    ...{ credentials: () => ({}), close: () => clock.clear() },
  });
}

let rancher: TestRancher;
let kubernetes: RunningSimulator;
let id: string;
beforeEach(async () => {
  [rancher, kubernetes] = await Promise.all([startRancher(), serveKubernetes()]);
  id = (await joinedCluster(rancher)).clusterId;
  const given = { cluster: id, url: kubernetes.url, token: TOKEN };
  await eventually(async () =>
    expect(await rancher.send('POST', '/_sim/kubernetes', given)).toMatchObject({ status: 201 }),
  );
});
afterEach(async () => {
  await rancher.close();
  await kubernetes.close();
});

async function within(method: string, path: string, body?: object) {
  const answer = await fetch(kubernetes.url + path, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(5000),
  });
  return { status: answer.status, body: await answer.json() };
}
const through = (method: string, path: string, body?: object) =>
  rancher.send(method, `/k8s/clusters/${id}${path}`, body);
const configMap = (name: string) => ({ metadata: { name, namespace: 'default' }, data: { a: '1' } });
const steve = z.looseObject({ metadata: z.looseObject({ resourceVersion: z.string() }) });

test('what is asked of the cluster’s Kubernetes API is answered by the one behind, also when it refuses', async () => {
  expect(await through('POST', '/api/v1/namespaces/default/configmaps', configMap('one'))).toMatchObject({
    ...{ status: 201, body: { data: { a: '1' } } },
  });
  expect(await within('GET', '/api/v1/namespaces/default/configmaps/one')).toMatchObject({ status: 200 });
  expect(await through('POST', '/api/v1/namespaces/default/configmaps', configMap('one'))).toMatchObject({
    ...{ status: 409, body: { reason: 'AlreadyExists' } },
  });
});

test('steve shows and changes what is in the cluster behind', async () => {
  await within('POST', '/api/v1/namespaces/default/configmaps', configMap('two'));
  const { body } = await through('GET', '/v1/configmaps/default/two');
  expect(body).toMatchObject({ id: 'default/two', data: { a: '1' } });
  const put = await through('PUT', '/v1/configmaps/default/two', { ...steve.parse(body), data: { a: '2' } });
  expect(put).toMatchObject({ status: 200, body: { data: { a: '2' } } });
  expect(await within('GET', '/api/v1/namespaces/default/configmaps/two')).toMatchObject({
    body: { data: { a: '2' } },
  });
  expect(await through('PUT', '/v1/configmaps/default/two', steve.parse(body))).toMatchObject({ status: 409 });
  expect((await through('DELETE', '/v1/configmaps/default/two')).status).toBe(204);
  expect((await within('GET', '/api/v1/namespaces/default/configmaps/two')).status).toBe(404);
});

test('namespaces of norman are in the cluster behind, and Rancher notes their project there', async () => {
  const [projectId = ''] = (await rancher.send('GET', `/v3/projects?clusterId=${id}&name=Default`))
    .rows()
    .map((it) => it.id);
  expect(await rancher.send('POST', `/v3/clusters/${id}/namespaces`, { name: 'shop', projectId })).toMatchObject({
    status: 201,
  });
  expect(await within('GET', '/api/v1/namespaces/shop')).toMatchObject({
    ...{ status: 200, body: { metadata: { annotations: { [PROJECT]: projectId } } } },
  });
  const labels = { [PROJECT]: projectId.split(':')[1] };
  await eventually(async () =>
    expect((await within('GET', '/api/v1/namespaces/shop')).body).toMatchObject({ metadata: { labels } }),
  );
  await rancher.send('DELETE', `/v3/clusters/${id}/namespaces/shop`);
  await eventually(async () => expect((await within('GET', '/api/v1/namespaces/shop')).status).toBe(404));
});

test('nodes and the kinds that Rancher adds stay its own', async () => {
  expect((await within('GET', '/api/v1/nodes')).body.items).toEqual([]);
  expect(await through('GET', '/api/v1/nodes')).toMatchObject({ status: 200, body: { items: [{}, {}] } });
  expect(await through('GET', '/apis/catalog.cattle.io/v1/clusterrepos')).toMatchObject({
    body: { items: [{ metadata: { name: 'rancher-charts' } }, {}, {}] },
  });
});

test('an address is put behind a connected cluster only', async () => {
  const given = { url: kubernetes.url, token: TOKEN };
  expect((await rancher.send('POST', '/_sim/kubernetes', { ...given, cluster: 'c-m-nowhere0' })).status).toBe(404);
  expect((await rancher.send('POST', '/_sim/kubernetes', { ...given, cluster: id, url: 'x' })).status).toBe(400);
});
