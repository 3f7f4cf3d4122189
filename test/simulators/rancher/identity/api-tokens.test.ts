import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { manualClock } from '../../_kit/manual-clock.ts';
import { eventually, joinedCluster, orderCluster, startRancher, type TestRancher } from '../_core/rancher-client.ts';

let rancher: TestRancher;

beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const kubeconfig = z.object({
  clusters: z.tuple([z.object({ name: z.string(), cluster: z.object({ server: z.string() }) })]),
  users: z.tuple([z.object({ user: z.object({ token: z.string() }) })]),
});

async function generate(clusterId: string) {
  const answer = await rancher.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`);
  expect(answer).toMatchObject({ status: 200, body: { type: 'generateKubeConfigOutput' } });
  const { clusters, users } = kubeconfig.parse(parse(answer.object().config));
  const bearer = users[0].user.token;
  return { server: clusters[0].cluster.server, bearer, id: bearer.split(':')[0] ?? '' };
}
const opens = async (path: string, bearer: string) =>
  (await rancher.send('GET', path, undefined, `Bearer ${bearer}`)).status;
const names = async () => (await rancher.send('GET', '/v3/tokens')).rows().map(({ id }) => id);

test('every kubeconfig brings a token of its own, for thirty days and all of Rancher', async () => {
  const { clusterId } = await orderCluster(rancher);
  const [one, two] = [await generate(clusterId), await generate(clusterId)];
  expect(one.server).toBe(`${rancher.httpsUrl}/k8s/clusters/${clusterId}`);
  expect(one.bearer).toMatch(/^kubeconfig-user-[a-z0-9]{10}:[a-z0-9]{54}$/);
  expect(two.id).not.toBe(one.id);
  const { body } = await rancher.send('GET', `/v3/tokens/${one.id}`);
  expect(body).toMatchObject({
    ...{ type: 'token', name: one.id, ttl: 30 * 86_400_000, expired: false, clusterId: null, isDerived: true },
    ...{ description: 'Kubeconfig token', labels: { 'authn.management.cattle.io/kind': 'kubeconfig' } },
  });
  expect(JSON.stringify(body)).not.toContain(one.bearer.split(':')[1]);
  expect(await opens('/v3/clusters', one.bearer)).toBe(200);
});

test('a token opens Rancher until it is deleted', async () => {
  const { clusterId } = await orderCluster(rancher);
  const { id, bearer } = await generate(clusterId);
  expect(await names()).toContain(id);
  expect((await rancher.send('DELETE', `/v3/tokens/${id}`)).status).toBe(204);
  expect(await opens('/v3/clusters', bearer)).toBe(401);
  expect(await names()).not.toContain(id);
  expect(await rancher.send('DELETE', `/v3/tokens/${id}`)).toMatchObject({ status: 404, body: { code: 'NotFound' } });
});

test('deleting a cluster leaves its kubeconfigs’ tokens, which the state shows', async () => {
  const { clusterId } = await orderCluster(rancher);
  const { id } = await generate(clusterId);
  await rancher.send('DELETE', '/v1/provisioning.cattle.io.clusters/fleet-default/blue');
  await eventually(async () => expect((await rancher.send('GET', `/v3/clusters/${clusterId}`)).status).toBe(404));
  expect(JSON.stringify((await rancher.send('GET', '/_sim/state')).body)).toContain(id);
});

test('through Rancher the cluster answers once it is active, and to nobody without a token', async () => {
  const { clusterId } = await joinedCluster(rancher);
  const path = `/k8s/clusters/${clusterId}/version`;
  const { bearer } = await generate(clusterId);
  await eventually(async () => expect(await opens(path, bearer)).toBe(200));
  expect(await opens(path, 'a:b')).toBe(403);
});

test('with an endpoint of its own a cluster’s kubeconfig opens that cluster only', async () => {
  const { clusterId } = await joinedCluster(rancher, { localClusterAuthEndpoint: { enabled: true } });
  const { bearer, id } = await generate(clusterId);
  expect((await rancher.send('GET', `/v3/tokens/${id}`)).object().clusterId).toBe(clusterId);
  await eventually(async () => expect(await opens(`/k8s/clusters/${clusterId}/version`, bearer)).toBe(200));
  expect(await opens('/v3/clusters', bearer)).toBe(401);
});

test('the setting says how long a kubeconfig’s token lives', async () => {
  await rancher.send('PUT', '/v3/settings/kubeconfig-default-token-ttl-minutes', { value: '60' });
  const { clusterId } = await orderCluster(rancher);
  const { id } = await generate(clusterId);
  expect((await rancher.send('GET', `/v3/tokens/${id}`)).body).toMatchObject({ ttl: 3_600_000 });
});

test('a token can be made for one purpose; its key is shown once, and it outlives no bound', async () => {
  const made = await rancher.send('POST', '/v3/tokens', { description: 'Argo CD', labels: { owner: 'x' } });
  expect(made).toMatchObject({ status: 201, body: { description: 'Argo CD', ttl: 90 * 86_400_000 } });
  const { token, id } = made.object();
  expect(await opens('/v3/clusters', token)).toBe(200);
  const { body } = await rancher.send('GET', `/v3/tokens/${id}`);
  expect(body).not.toHaveProperty('token');
  expect(body).not.toHaveProperty('labels.owner');
});

test('a token ends when it said, and is still listed as expired', async () => {
  const clock = manualClock();
  await rancher.close();
  rancher = await startRancher({}, clock);
  const made = await rancher.send('POST', '/v3/tokens', { ttl: 60_000 });
  const { token, id } = made.object();
  expect(made.body).toMatchObject({ expired: false, expiresAt: '' });
  clock.advance(1000);
  const { body } = await rancher.send('GET', `/v3/tokens/${id}`);
  expect(body).toMatchObject({ expired: false, expiresAt: '2026-11-20T12:01:00Z' });
  clock.advance(59_000);
  expect(await opens('/v3/clusters', token)).toBe(401);
  expect((await rancher.send('GET', `/v3/tokens/${id}`)).body).toMatchObject({ expired: true });
});

test('a reset keeps the administrator’s key and no other', async () => {
  const { token } = (await rancher.send('POST', '/v3/tokens', {})).object();
  await rancher.send('POST', '/_sim/reset');
  expect((await rancher.send('GET', '/v3/clusters')).status).toBe(200);
  expect(await opens('/v3/clusters', token)).toBe(401);
});
