import { expect, test } from 'vitest';
import { aCluster, aNode, aNodeSpec } from '#test/builders';
import { aMachine } from './a-machine.ts';
import { type StockedMarket, stockedMarketPerTest } from './market.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

/** A node whose machine runs. */
async function running(): Promise<string> {
  const { market, cloud, stocked } = opened;
  const { store, customerUuid, projectUuid } = market;
  const cluster = aCluster({ customerUuid, projectUuid, state: 'OK' });
  const spec = aNodeSpec({ tenantUuid: stocked.tenant });
  const fields = { customerUuid, projectUuid, clusterUuid: cluster.uuid, instanceId: await aMachine(cloud), spec };
  const node = aNode({ ...fields, state: 'OK' });
  await store.commit(store.clusters.insert(cluster), store.nodes.insert(node));
  return node.uuid;
}
const ask = (path: string) => opened.market.ask('GET', `rancher-nodes/${path}`, opened.market.people.owner);

test('a console is answered as an address (S0-408)', async () => {
  const answer = async () => (await ask(`${uuid}/console/`)).status;
  const uuid = await running();
  await expect.poll(answer).toBe(200);
  expect((await ask(`${uuid}/console/`)).body).toEqual({ url: expect.stringMatching(/^http/) });
});

test('what it has written is answered as JSON text, with where to go on in a header (S0-405, S0-406)', async () => {
  const uuid = await running();
  const log = (query = '') => ask(`${uuid}/console_log/${query}`);
  await expect.poll(async () => (await log()).status).toBe(200);
  const all = await log();
  const text = String(JSON.parse(all.text));
  expect(text).toMatch(/Linux version/);
  expect(all.headers['x-next-offset']).toBe(`${text.length}`);
  expect(JSON.parse((await log(`?offset=${text.length}`)).text)).toBe('');
  const last = await log('?length=2');
  expect(String(JSON.parse(last.text)).split('\n')).toHaveLength(2);
  expect(last.headers).not.toHaveProperty('x-next-offset');
});

test.each([
  ['length=0', { length: ['Ensure this value is greater than or equal to 1.'] }],
  ['offset=-1', { offset: ['Ensure this value is greater than or equal to 0.'] }],
  ['length=many', { length: [expect.any(String)] }],
  ['length=1&offset=1', { offset: ['Give either length or offset.'] }],
])('a log of ?%s is refused', async (query, body) => {
  const uuid = await running();
  expect(await ask(`${uuid}/console_log/?${query}`)).toMatchObject({ status: 400, body });
});
