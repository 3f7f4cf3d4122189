import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type FactRancher, factRancher } from './fact-rancher.ts';

/**
 * The simulated Rancher. The tests compare it with the access that a real Rancher 2.15.0 gave to users. No recorded
 * exchange shows these cases.
 */
let given: FactRancher;
beforeEach(async () => {
  given = await factRancher();
});
afterEach(() => given.rancher.close());

const asNobody = (method: string, path: string) =>
  fetch(given.rancher.url + path, { method, redirect: 'manual', signal: AbortSignal.timeout(5000) });
const login = async () => {
  const { username, password } = given.rancher.definition.credentials(given.rancher.url);
  const body = { username, password, responseType: 'json' };
  return (await given.rancher.send('POST', '/v3-public/localProviders/local?action=login', body)).object();
};
const newToken = async (more: object = {}) =>
  (await given.rancher.send('POST', '/v3/tokens', { type: 'token', ...more })).object();

test('a POST to `/v3` is sent on to `/v3/`, which asks for a key', async () => {
  const redirected = await asNobody('POST', '/v3');
  expect([redirected.status, redirected.headers.get('location')]).toEqual([307, '/v3/']);
  for (const method of ['GET', 'POST']) expect((await asNobody(method, '/v3/')).status).toBe(401);
});

test.each(['/k8s/clusters/local/version', '/v1-rke2-release/releases', '/v3/settings/first-login'])(
  '%s needs no key',
  async (path) => {
    expect((await asNobody('GET', path)).status).toBe(200);
  },
);

test('no `clusterId` selects keys', async () => {
  await newToken({ clusterId: 'c-m-one' });
  const all = (await given.rancher.send('GET', '/v3/tokens')).rows();
  const asked = (await given.rancher.send('GET', '/v3/tokens?clusterId=c-m-one')).rows();
  expect(asked.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(all.length).toBeGreaterThan(1);
});

test('a session lasts sixteen hours', async () => {
  const { id } = await login();
  expect((await given.rancher.send('GET', `/v3/tokens/${id}`)).body).toMatchObject({ ttl: 57_600_000 });
});

test('a kubeconfig’s token is named after its user, names no cluster and has its end a moment later', async () => {
  const clusterId = await given.aCluster();
  const made = await given.rancher.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`);
  const name = /token: "(kubeconfig-[^:]+):/.exec(made.object().config)?.[1] ?? '';
  const token = async () => (await given.rancher.send('GET', `/v3/tokens/${name}`)).body;
  const { userId } = z.object({ userId: z.string() }).parse(await token());
  expect(name).toMatch(new RegExp(`^kubeconfig-${userId}[a-z0-9]{5}$`));
  given.clock.advance(1000);
  expect(await token()).toMatchObject({ clusterId: null, expiresAt: expect.stringContaining('T') });
});

test('the key of one cluster opens the namespaces in it', async () => {
  const clusterId = await given.aRunningCluster();
  const { token } = await newToken({ clusterId });
  const ask = (path: string) => given.rancher.send('GET', path, undefined, `Bearer ${token}`);
  expect((await ask(`/v3/clusters/${clusterId}/namespaces`)).status).toBe(200);
  expect((await ask(`/v3/clusters?id=${clusterId}`)).status).toBe(401);
});

test.each([
  ['auth-token-max-ttl-minutes', '129600'],
  ['kubeconfig-default-token-ttl-minutes', '43200'],
  ['crt-default-ttl-minutes', '43200'],
  ['password-min-length', '12'],
])('the setting %s is %s unless it is set', async (name, value) => {
  expect((await given.rancher.send('GET', `/v3/settings/${name}`)).body).toMatchObject({ value, source: 'default' });
});

test('a machine’s access to its plan is no key, and ends with its cluster', async () => {
  const clusterId = await given.aCluster();
  const answer = await given.join((await given.theToken())?.token ?? '', 'm');
  const { kubeConfig, secretName } = z
    .object({ kubeConfig: z.string(), secretName: z.string() })
    .parse(await answer.json());
  const { users } = z
    .object({ users: z.array(z.object({ user: z.object({ token: z.string() }) })) })
    .parse(parse(kubeConfig));
  const bearer = `Bearer ${users[0]?.user.token}`;
  const statusOf = async (path: string) => (await given.rancher.send('GET', path, undefined, bearer)).status;
  const plan = `/api/v1/namespaces/fleet-default/secrets/${secretName}`;
  const others = ['/v3/clusters', '/v1/secrets', '/api/v1/namespaces/fleet-default/secrets'];
  expect(await Promise.all([...others, plan].map(statusOf))).toEqual([401, 401, 403, 200]);
  await given.rancher.send('DELETE', '/v1/provisioning.cattle.io.clusters/fleet-default/blue');
  given.clock.advance(5 * 60_000);
  expect([await given.statusOf(`/v3/clusters/${clusterId}`), await statusOf(plan)]).toEqual([404, 401]);
});
