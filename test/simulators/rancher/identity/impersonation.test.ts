import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../_core/rancher-client.ts';
import { type ClusterWithUsers, clusterWithUsers } from './caller-under-test.ts';

const WHO_AM_I = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const ADMIN = expect.stringMatching(/^user-/);
let world: ClusterWithUsers;
beforeAll(async () => {
  world = await clusterWithUsers();
});
afterAll(() => world.close());

const named = (username: unknown, groups: unknown = expect.anything()) => ({
  ...{ status: 201, body: { kind: 'SelfSubjectReview', status: { userInfo: { username, groups } } } },
});
const inCluster = (path: string, id = world.clusterId) => `/k8s/clusters/${id}${path}`;
const notEntering = (userId: string) => ({
  ...{ Code: { Code: 'Forbidden', Status: 403 }, Cause: null, FieldName: '' },
  Message: `clusters.management.cattle.io "${world.clusterId}" is forbidden: User "${userId}" cannot get resource "clusters" in API group "management.cattle.io" at the cluster scope`,
});

test('a cluster’s API knows an impersonated user with one group, and the user’s own key with more', async () => {
  const { id } = world.people['cluster-member'];
  expect(await world.as('cluster-member', 'impersonated')('POST', inCluster(WHO_AM_I), {})).toMatchObject(
    named(id, ['system:authenticated']),
  );
  expect(await world.as('cluster-member', 'token')('POST', inCluster(WHO_AM_I), {})).toMatchObject({
    body: {
      status: {
        userInfo: {
          ...{ username: id, groups: ['system:authenticated', 'system:cattle:authenticated'] },
          extra: { principalid: [`local://${id}`], username: ['cluster-member'] },
        },
      },
    },
  });
});

test('extra facts of an impersonated user arrive twice, a group beside the usual one', async () => {
  const headers = { 'impersonate-extra-username': 'm', 'impersonate-group': 'system:authenticated' };
  expect(await world.as('cluster-member', 'impersonated')('POST', inCluster(WHO_AM_I), {}, headers)).toMatchObject({
    body: {
      status: {
        userInfo: { groups: ['system:authenticated', 'system:authenticated'], extra: { username: ['m', 'm'] } },
      },
    },
  });
});

test('/v3 shows what the impersonated user may see', async () => {
  const { id } = world.people['cluster-member'];
  const send = world.as('cluster-member', 'impersonated');
  expect(await send('GET', '/v3/users?me=true')).toMatchObject({ body: { data: [{ id }] } });
  expect(await send('GET', '/v3/clusters')).toMatchObject({ body: { data: [{ id: world.clusterId }] } });
  expect(await send('GET', `/v3/clusters/${world.clusterId}/namespaces`)).toMatchObject({ body: { data: [] } });
  const made = await send('POST', '/v3/projects', { clusterId: world.clusterId, name: 'of-member' });
  expect(made).toMatchObject({ status: 201, body: { creatorId: id } });
});

test('a kubeconfig is the impersonated user’s, a key is the administrator’s', async () => {
  const { id } = world.people['cluster-owner'];
  const send = world.as('cluster-owner', 'impersonated');
  const { body } = await send('POST', `/v3/clusters/${world.clusterId}?action=generateKubeconfig`);
  const [, token = ''] = /token: \\"([^"\\]+)\\"/.exec(JSON.stringify(body)) ?? [];
  expect(await world.withKey(token)('GET', '/v3/users?me=true')).toMatchObject({ body: { data: [{ id }] } });
  const key = await send('POST', '/v3/tokens', { description: 'of the owner', userId: id });
  expect(key).toMatchObject({ status: 201, body: { userId: ADMIN } });
});

test('steve, Rancher’s own cluster and its root do not read the header', async () => {
  const nobody = (await world.person('nobody')).id;
  const send = world.by(nobody);
  expect(await send('POST', inCluster(WHO_AM_I, 'local'), {})).toMatchObject(named(ADMIN));
  expect((await send('GET', '/v1/management.cattle.io.clusters')).status).toBe(200);
  expect((await send('GET', '/api/v1/namespaces')).status).toBe(200);
  const namespace = world.namespace('by-steve', world.inProject(world.system));
  expect((await send('POST', inCluster('/v1/namespaces'), namespace)).status).toBe(201);
});

test('without a role in the cluster, by the login name and as an unknown user, nobody enters', async () => {
  const { id } = await world.person('outsider');
  for (const userId of [id, 'u-nosuch', 'cluster-owner']) {
    const answer = await world.by(userId)('POST', inCluster(WHO_AM_I), {});
    expect({ ...answer, body: answer.body }).toEqual({ status: 403, body: notEntering(userId) });
    expect(await world.by(userId)('GET', '/v3/clusters')).toMatchObject({ status: 200, body: { data: [] } });
  }
});

test('a disabled user is still impersonated, a deleted one is not', async () => {
  const { id } = await world.person('former');
  const roleTemplateId = 'cluster-owner';
  await world.admin('POST', '/v3/clusterroletemplatebindings', {
    clusterId: world.clusterId,
    userId: id,
    roleTemplateId,
  });
  const send = world.by(id);
  await eventually(async () => expect(await send('POST', inCluster(WHO_AM_I), {})).toMatchObject(named(id)));
  await world.admin('PUT', `/v3/users/${id}`, { enabled: false });
  expect(await send('POST', inCluster(WHO_AM_I), {})).toMatchObject(named(id));
  await world.admin('DELETE', `/v3/users/${id}`);
  await eventually(async () =>
    expect(await send('POST', inCluster(WHO_AM_I), {})).toEqual({ status: 403, body: notEntering(id) }),
  );
});

test('only an administrator impersonates', async () => {
  const headers = { 'impersonate-user': world.people['cluster-member'].id };
  const send = world.as('cluster-owner', 'token');
  const refused = { status: 403, body: 'not allowed to impersonate user' };
  expect(await send('POST', inCluster(WHO_AM_I), {}, headers)).toEqual(refused);
  expect(await send('GET', '/v3/clusters', undefined, headers)).toEqual(refused);
  expect(await send('POST', '/v3/tokens', {}, headers)).toEqual(refused);
  expect((await send('GET', inCluster('/v1/namespaces'), undefined, headers)).status).toBe(200);
});

test('a key of the administrator for one cluster impersonates in that cluster only', async () => {
  const { id } = world.people['cluster-owner'];
  const { body } = await world.admin('POST', '/v3/tokens', { clusterId: world.clusterId });
  const send = world.withKey(String(Object(body).token));
  const headers = { 'impersonate-user': id };
  expect(await send('POST', inCluster(WHO_AM_I), {}, headers)).toMatchObject(named(id));
  expect((await send('GET', `/v3/clusters/${world.clusterId}/namespaces`, undefined, headers)).status).toBe(200);
  expect(await send('GET', '/v3/clusters', undefined, headers)).toEqual({
    ...{ status: 403, body: 'not allowed to impersonate user' },
  });
});

test('a group that the user does not have opens /v3 and is refused in the cluster', async () => {
  const { id } = await world.person('loner');
  const headers = { 'impersonate-group': 'system:masters' };
  const send = world.by(id);
  expect(await send('GET', `/v3/clusters/${world.clusterId}`, undefined, headers)).toMatchObject({ status: 200 });
  const account = `system:serviceaccount:cattle-impersonation-system:cattle-impersonation-${id}`;
  expect(await send('POST', inCluster(WHO_AM_I), {}, headers)).toMatchObject({
    status: 403,
    body: {
      message: `selfsubjectreviews.authentication.k8s.io is forbidden: User "${account}" cannot impersonate-on:user-info:create resource "selfsubjectreviews" in API group "authentication.k8s.io" at the cluster scope`,
    },
  });
});

test('the simulator shows the key of each request, and for whom it was made', async () => {
  const { id } = world.people['cluster-owner'];
  await world.admin('DELETE', '/_sim/callers');
  await world.as('cluster-owner', 'impersonated')('GET', inCluster('/api/v1/namespaces/base'));
  await world.as('cluster-owner', 'impersonated')('GET', inCluster('/v1/namespaces/base'));
  await world.as('cluster-owner', 'token')('GET', '/v3/clusters?limit=1');
  await world.withKey('nobody:nothing')('GET', '/v3/clusters');
  expect((await world.admin('GET', '/_sim/callers')).body).toEqual([
    {
      ...{ method: 'GET', url: inCluster('/api/v1/namespaces/base'), status: 200, account: ADMIN, impersonated: id },
      route: '/k8s/clusters/:id/api/:version/:resource/:name',
    },
    {
      ...{ method: 'GET', url: inCluster('/v1/namespaces/base'), status: 200, account: ADMIN },
      route: '/k8s/clusters/:id/v1/:collection/:first',
    },
    { method: 'GET', route: '/v3/clusters', url: '/v3/clusters?limit=1', status: 200, account: id },
    { method: 'GET', route: '/v3/clusters', url: '/v3/clusters', status: 401 },
  ]);
});

test('a user of Kubernetes itself is unknown in a cluster, and ignored in /v3', async () => {
  const headers = { 'impersonate-group': 'system:masters' };
  const send = world.by('system:admin');
  expect(await send('POST', inCluster(WHO_AM_I), {}, headers)).toEqual({
    status: 500,
    body: 'unable to create impersonator account: error getting service account token: error setting up impersonation for user system:admin: users.management.cattle.io "system:admin" not found',
  });
  expect(await send('GET', '/v3/users?me=true', undefined, headers)).toMatchObject({ body: { data: [{ id: ADMIN }] } });
});
