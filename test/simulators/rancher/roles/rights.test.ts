import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, joinedCluster, orderCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const PASSWORD = 'long-enough-a-password';
const PROVISIONING = '/v1/provisioning.cattle.io.clusters';
let rancher: TestRancher;

beforeEach(async () => {
  rancher = await startRancher({ roleSync: 5 });
});
afterEach(() => rancher.close());

async function login(username: string, password: string) {
  const body = { username, password, responseType: 'json' };
  return rancher.send('POST', '/v3-public/localProviders/local?action=login', body, '');
}

/** Creates a user, binds the global role if one is given, and logs in. */
async function userWith(globalRoleId: string | undefined, username = 'anna') {
  const { id } = (await rancher.send('POST', '/v3/users', { username, password: PASSWORD })).object();
  if (globalRoleId) await rancher.send('POST', '/v3/globalrolebindings', { userId: id, globalRoleId });
  const { token } = (await login(username, PASSWORD)).object();
  const send = (method: string, path: string, body?: unknown) => rancher.send(method, path, body, `Bearer ${token}`);
  const status = async (path: string) => (await send('GET', path)).status;
  const ids = async (path: string) => (await send('GET', path)).rows().map((row) => row.id);
  return { id, token, send, status, ids };
}
const bindOwner = (clusterId: string, userId: string) =>
  rancher.send('POST', '/v3/clusterroletemplatebindings', { clusterId, userId, roleTemplateId: 'cluster-owner' });

test('a user without a role logs in, sees only the own account and keys', async () => {
  await orderCluster(rancher);
  const anna = await userWith(undefined);
  expect(await anna.ids('/v3/users')).toEqual([anna.id]);
  expect(await anna.ids('/v3/tokens')).toHaveLength(1);
  expect([await anna.ids('/v3/clusters'), await anna.ids('/v3/nodes'), await anna.ids('/v3/roletemplates')]).toEqual([
    [],
    [],
    [],
  ]);
  expect(await anna.send('GET', '/v3/settings/server-version')).toMatchObject({
    status: 403,
    body: { code: 'Forbidden', message: expect.stringContaining(`User "${anna.id}" cannot get resource "settings"`) },
  });
  expect(await anna.send('GET', PROVISIONING)).toMatchObject({ status: 404, body: '' });
});

test('a wrong password and a disabled user are refused, and the user’s key too', async () => {
  const anna = await userWith(undefined);
  expect(await login('anna', 'wrong')).toMatchObject({ status: 401, body: { message: 'authentication failed' } });
  await rancher.send('PUT', `/v3/users/${anna.id}`, { enabled: false });
  expect((await login('anna', PASSWORD)).status).toBe(403);
  expect(await anna.status('/v3/users')).toBe(401);
});

test('the owner of one cluster, with user-base only, opens that cluster and no other, also by its kubeconfig', async () => {
  const { clusterId } = await joinedCluster(rancher);
  await orderCluster(rancher, 'green');
  const other = await eventually(async () => {
    const [green] = (await rancher.send('GET', '/v3/clusters?name=green')).rows();
    return green?.id ?? Promise.reject(new Error('not assigned yet'));
  });
  const anna = await userWith('user-base');
  await bindOwner(clusterId, anna.id);
  await eventually(async () => expect(await anna.ids('/v3/clusters')).toEqual([clusterId]));
  expect(await anna.ids(PROVISIONING)).toEqual(['fleet-default/blue']);
  expect(await anna.ids('/v3/clusterroletemplatebindings')).toHaveLength(2);
  expect(await anna.status(`/v3/clusters/${other}`)).toBe(403);
  expect((await anna.send('GET', `${PROVISIONING}/fleet-default/green`)).status).toBe(403);
  await eventually(async () => expect(await anna.status(`/k8s/clusters/${clusterId}/version`)).toBe(200));
  expect(await anna.status(`/k8s/clusters/${other}/version`)).toBe(403);

  const generated = await anna.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`);
  const [, key = ''] = /token: "(.*)"/.exec(generated.object().config) ?? [];
  expect(key).toMatch(new RegExp(`^kubeconfig-${anna.id}[a-z0-9]{5}:`));
  const opens = async (path: string) => (await rancher.send('GET', path, undefined, `Bearer ${key}`)).status;
  expect(await opens(`/k8s/clusters/${clusterId}/version`)).toBe(200);
  expect(await opens(`/k8s/clusters/${other}/version`)).toBe(403);
  expect((await rancher.send('GET', '/v3/tokens', undefined, `Bearer ${key}`)).rows()).toHaveLength(2);
});

test('without the binding the cluster is closed again', async () => {
  const { clusterId } = await joinedCluster(rancher);
  const anna = await userWith('user-base');
  const { id } = (await bindOwner(clusterId, anna.id)).object();
  await eventually(async () => expect(await anna.status(`/v3/clusters/${clusterId}`)).toBe(200));
  await rancher.send('DELETE', `/v3/clusterroletemplatebindings/${id}`);
  await eventually(async () => expect(await anna.status(`/v3/clusters/${clusterId}`)).toBe(403));
});

test('a standard user may order clusters and sees none of others', async () => {
  await orderCluster(rancher);
  const anna = await userWith('user');
  await eventually(async () => expect(await anna.ids(PROVISIONING)).toEqual([]));
  const metadata = { name: 'of-anna', namespace: 'fleet-default' };
  expect((await anna.send('POST', PROVISIONING, { metadata, spec: {} })).status).toBe(201);
  expect((await anna.send('DELETE', `${PROVISIONING}/fleet-default/blue`)).status).toBe(403);
  const schema = await anna.send('GET', '/v1/schemas/provisioning.cattle.io.cluster');
  expect(schema.body).toMatchObject({ collectionMethods: ['GET', 'POST'] });
  expect(await anna.status('/v1/schemas/management.cattle.io.user')).toBe(404);
});

test('a deleted user’s keys and bindings are deleted, too', async () => {
  const before = (await rancher.send('GET', '/_sim/state')).body;
  const anna = await userWith('user');
  expect((await rancher.send('DELETE', `/v3/users/${anna.id}`)).status).toBe(200);
  expect(await anna.status('/v3/users')).toBe(401);
  await eventually(async () => expect((await rancher.send('GET', '/_sim/state')).body).toEqual(before));
});

test('a key made for one cluster opens it, and no list', async () => {
  const { clusterId } = await joinedCluster(rancher);
  const { token } = (await rancher.send('POST', '/v3/tokens', { clusterId })).object();
  const opens = async (path: string) => (await rancher.send('GET', path, undefined, `Bearer ${token}`)).status;
  expect(await opens(`/v3/clusters/${clusterId}`)).toBe(200);
  expect([await opens('/v3/clusters'), await opens('/v3/users'), await opens(PROVISIONING)]).toEqual([401, 401, 401]);
});

test('a role that was made for it gives what its rules say, and what it inherits', async () => {
  const { clusterId } = await joinedCluster(rancher);
  const rules = [{ apiGroups: ['management.cattle.io'], resources: ['projects'], verbs: ['get', 'list'] }];
  const role = { name: 'reader', context: 'cluster', rules, roleTemplateIds: ['nodes-view'] };
  const roleTemplateId = (await rancher.send('POST', '/v3/roletemplates', role)).object().id;
  const anna = await userWith('user-base');
  await rancher.send('POST', '/v3/clusterroletemplatebindings', { clusterId, userId: anna.id, roleTemplateId });
  await eventually(async () => expect(await anna.ids('/v3/projects')).toHaveLength(2));
  expect(await anna.status(`/v3/clusters/${clusterId}`)).toBe(200);
  expect((await anna.send('POST', '/v3/projects', { clusterId, name: 'x' })).status).toBe(403);
  expect(await anna.ids('/v3/clusterroletemplatebindings')).toEqual([]);
});

test('a project’s member sees that project alone, and its cluster', async () => {
  const { clusterId } = await joinedCluster(rancher);
  const made = await rancher.send('POST', '/v3/projects', { clusterId, name: 'shop' });
  const projectId = made.object().id;
  const anna = await userWith('user-base');
  const roleTemplateId = 'project-member';
  await rancher.send('POST', '/v3/projectroletemplatebindings', { projectId, userId: anna.id, roleTemplateId });
  await eventually(async () => expect(await anna.ids('/v3/projects')).toEqual([projectId]));
  expect(await anna.ids('/v3/clusters')).toEqual([clusterId]);
  expect(await anna.ids('/v3/nodes')).toEqual([]);
  expect((await anna.send('DELETE', `/v3/projects/${projectId}`)).status).toBe(403);
});
