import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ManualClock } from '../../simulators/_kit/manual-clock.ts';
import { connect, type TestRancher } from '../../simulators/rancher/_core/rancher-client.ts';
import { type FactRancher, factRancher } from './fact-rancher.ts';

/**
 * Facts of a real Rancher 2.15.0 that take days to measure, or that need several requests at once. No recorded exchange
 * shows them.
 */
const PROVISIONING = '/v1/provisioning.cattle.io.clusters';
const ALL = ['etcd', 'controlplane', 'worker'];
const [SECOND, MINUTE, DAY] = [1000, 60_000, 86_400_000];
let clock: ManualClock;
let rancher: TestRancher;
let given: FactRancher;
beforeEach(async () => {
  given = await factRancher();
  ({ clock, rancher } = given);
});
afterEach(() => rancher.close());

const joinsWith = async (token: string, name: string) => (await given.join(token, name)).status === 200;

const page = z.looseObject({
  data: z.array(z.object({ id: z.string() })),
  pagination: z.looseObject({ limit: z.number(), next: z.string().optional() }),
});
async function pagesFrom(path: string): Promise<string[][]> {
  const { data, pagination } = page.parse((await rancher.send('GET', path)).body);
  const ids = data.map(({ id }) => id);
  return pagination.next === undefined ? [ids] : [ids, ...(await pagesFrom(pagination.next.slice(rancher.url.length)))];
}

test('norman cuts a list at `limit`, and `next` leads through all of it', async () => {
  const pages = await pagesFrom('/v3/roletemplates?limit=15');
  expect(pages.map(({ length }) => length)).toEqual([15, 15, 10]);
  expect(new Set(pages.flat()).size).toBe(40);
  expect((await pagesFrom('/v3/roletemplates?limit=many')).map(({ length }) => length)).toEqual([40]);
});

test('steve ignores `limit`: nothing is cut, and nothing continues', async () => {
  for (const name of ['one', 'two', 'three']) await given.aCluster(name);
  const { body } = await rancher.send('GET', `${PROVISIONING}?limit=1`);
  expect(body).toMatchObject({ count: 3, data: [{}, {}, {}] });
  expect(body).not.toHaveProperty('continue');
});

test('a registration token keeps its id and gets another value after thirty days; the old one works three hours more', async () => {
  await given.aCluster();
  const first = await given.theToken();
  clock.advance(30 * DAY + MINUTE);
  const second = await given.theToken();
  expect(second?.id).toBe(first?.id);
  expect(second?.token).not.toBe(first?.token);
  expect(await joinsWith(first?.token ?? '', 'late')).toBe(true);
  clock.advance(180 * MINUTE);
  expect(await joinsWith(first?.token ?? '', 'too-late')).toBe(false);
  expect(await joinsWith(second?.token ?? '', 'in-time')).toBe(true);
});

test('a machine that asks again with the same id is the same machine', async () => {
  await given.aCluster();
  const { token = '' } = (await given.theToken()) ?? {};
  const secretOf = async () =>
    z.object({ secretName: z.string() }).parse(await (await connect(rancher, token, { name: 'm', roles: ALL })).json());
  expect(await secretOf()).toEqual(await secretOf());
  expect(await rancher.registered()).toHaveLength(1);
});

test('a v3 node that was deleted is there again under another id, and its machine stayed', async () => {
  const clusterId = await given.aCluster();
  await joinsWith((await given.theToken())?.token ?? '', 'm');
  clock.advance(5 * MINUTE);
  const nodes = async () => (await rancher.send('GET', `/v3/nodes?clusterId=${clusterId}`)).rows().map(({ id }) => id);
  const [before = ''] = await nodes();
  expect((await rancher.send('DELETE', `/v3/nodes/${before}`)).status).toBe(204);
  expect(await nodes()).toEqual([]);
  expect(await rancher.registered()).toHaveLength(1);
  clock.advance(5 * MINUTE);
  expect(await nodes()).toEqual([expect.not.stringMatching(`^${before}$`)]);
});

test('a role in a project that was made just now is refused, and taken a moment later', async () => {
  const clusterId = await given.aCluster();
  const { id: projectId } = (await rancher.send('POST', '/v3/projects', { clusterId, name: 'shop' })).object();
  const { id: userId } = (
    await rancher.send('POST', '/v3/users', { username: 'someone', password: 'a-long-password' })
  ).object();
  const bind = async () =>
    (
      await rancher.send('POST', '/v3/projectroletemplatebindings', {
        ...{ projectId, userId, roleTemplateId: 'project-member' },
      })
    ).status;
  expect(await bind()).toBe(500);
  clock.advance(SECOND);
  expect(await bind()).toBe(201);
  expect(await bind()).toBe(409);
});

test('a cluster that is deleted right after its creation goes with all of it', async () => {
  await given.order();
  expect((await rancher.send('DELETE', `${PROVISIONING}/fleet-default/blue`)).status).toBe(204);
  clock.advance(30 * SECOND);
  expect(await given.statusOf(`${PROVISIONING}/fleet-default/blue`)).toBe(404);
  expect((await rancher.send('GET', '/v3/clusters')).rows().map(({ id }) => id)).toEqual(['local']);
});

test('a v3 cluster that is deleted a second after its creation is there again under its id, for good', async () => {
  await given.order();
  clock.advance(SECOND);
  const id = await given.idOf();
  expect((await rancher.send('DELETE', `/v3/clusters/${id}`)).status).toBe(200);
  clock.advance(10 * MINUTE);
  expect(await given.statusOf(`/v3/clusters/${id}`)).toBe(200);
  expect(await given.idOf()).toBe(id);
});

test('a name is free as soon as its object is gone, and the new cluster has another id', async () => {
  const first = await given.aCluster();
  await rancher.send('DELETE', `${PROVISIONING}/fleet-default/blue`);
  clock.advance(5 * SECOND);
  expect((await given.order()).status).toBe(201);
  clock.advance(SECOND);
  expect(await given.idOf()).not.toBe(first);
});

test('keys that were made for a cluster outlive it', async () => {
  const clusterId = await given.aCluster();
  const { id } = (await rancher.send('POST', '/v3/tokens', { type: 'token', clusterId })).object();
  await rancher.send('POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`);
  const kubeconfigs = async () =>
    (await rancher.send('GET', '/v3/tokens')).rows().filter((token) => token.id.startsWith('kubeconfig-')).length;
  await rancher.send('DELETE', `${PROVISIONING}/fleet-default/blue`);
  clock.advance(MINUTE);
  expect(await given.statusOf(`/v3/clusters/${clusterId}`)).toBe(404);
  expect(await given.statusOf(`/v3/tokens/${id}`)).toBe(200);
  expect(await kubeconfigs()).toBe(1);
});

test('the key of one cluster makes a kubeconfig with a token that opens all of Rancher', async () => {
  const clusterId = await given.aCluster();
  const { token: narrow } = (await rancher.send('POST', '/v3/tokens', { type: 'token', clusterId })).object();
  expect((await rancher.send('GET', '/v3/users', undefined, `Bearer ${narrow}`)).status).toBe(401);
  const made = await rancher.send(
    ...(['POST', `/v3/clusters/${clusterId}?action=generateKubeconfig`, undefined, `Bearer ${narrow}`] as const),
  );
  const wide = /token: "?([^"\s]+)/.exec(made.object().config)?.[1] ?? '';
  expect((await rancher.send('GET', '/v3/users', undefined, `Bearer ${wide}`)).status).toBe(200);
});
