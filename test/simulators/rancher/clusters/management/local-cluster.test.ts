import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRancher, type TestRancher } from '#test/simulators/rancher/_core/rancher-client';

let rancher: TestRancher;
beforeAll(async () => {
  rancher = await startRancher();
});
afterAll(() => rancher.close());

test('the cluster that Rancher itself is in is in the list, and nothing is done to it', async () => {
  expect((await rancher.send('GET', '/v3/clusters')).body).toMatchObject({ data: [{ id: 'local', internal: true }] });
  for (const [method, path] of [
    ['PUT', '/v3/clusters/local'],
    ['DELETE', '/v3/clusters/local'],
    ['POST', '/v3/clusters/local?action=generateKubeconfig'],
  ] as const) {
    const answer = await rancher.send(method, path, { name: 'mine' });
    expect(answer).toMatchObject({ status: 501, body: { message: expect.stringContaining('not simulated') } });
  }
  expect((await rancher.send('POST', '/v3/clusters', { name: 'local' })).status).toBe(422);
});

test('who has no role sees no such cluster', async () => {
  const user = { username: 'someone', password: 'a-long-password' };
  await rancher.send('POST', '/v3/users', user);
  const { token } = (await rancher.send('POST', '/v3-public/localProviders/local?action=login', user)).object();
  expect((await rancher.send('GET', '/v3/clusters', undefined, `Bearer ${token}`)).rows()).toEqual([]);
  expect((await rancher.send('GET', '/v3/clusters/local', undefined, `Bearer ${token}`)).status).toBe(403);
});
