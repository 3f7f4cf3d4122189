import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCluster, aNode, aNodeSpec } from '#test/builders/builders';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { aMachine } from './a-machine.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});

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

test('a console is answered as an address (S0-060, S0-408)', async () => {
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

describe('reading a machine’s output is audited', () => {
  const consoleEvents = async (uuid: string) => {
    const { body } = await opened.market.ask('GET', `events/?scope=${uuid}`, opened.market.people.owner);
    const events = z.array(z.looseObject({ event_type: z.string(), context: z.looseObject({}) })).parse(body);
    return events.filter(({ event_type }) => event_type.startsWith('resource_console'));
  };
  const typesOf = async (uuid: string) => (await consoleEvents(uuid)).map(({ event_type }) => event_type);
  const answered = (path: string) => expect.poll(async () => (await ask(path)).status).toBe(200);

  test('when the console is opened: by name, node and cluster, never with the address (R-9-85)', async () => {
    const uuid = await running();
    await answered(`${uuid}/console/`);
    const [event] = await consoleEvents(uuid);
    const { user } = opened.market.people.owner;
    expect(event).toMatchObject({
      event_type: 'resource_console_opened',
      context: { caller_uuid: user.uuid, changes: [{ uuid, model: 'Rancher.Node', action: 'use' }] },
    });
    expect(JSON.stringify(event)).not.toContain('http');
  });

  test('when its log is read, and once in five minutes when it is followed (R-9-86)', async () => {
    const uuid = await running();
    await answered(`${uuid}/console_log/`);
    const follow = async (times: number) => {
      for (let time = 0; time < times; time += 1) await ask(`${uuid}/console_log/?offset=1`);
      return (await typesOf(uuid)).length;
    };
    expect([await follow(0), await follow(3)]).toEqual([1, 2]);
    opened.market.clock.advance(299);
    expect(await follow(1)).toBe(2);
    opened.market.clock.advance(1);
    expect(await follow(1)).toBe(3);
    await ask(`${uuid}/console_log/?length=1`);
    expect(await typesOf(uuid)).toEqual(Array.from({ length: 4 }, () => 'resource_console_log_read'));
  });

  test('and not when the caller is refused, or the machine does not run', async () => {
    const uuid = await running();
    const { member } = opened.market.people;
    expect((await opened.market.ask('GET', `rancher-nodes/${uuid}/console/`, member)).status).toBe(403);
    await opened.cloud.simulator.plan({ kind: 'status', status: 409, method: 'POST', path: '/remote-consoles' });
    expect((await ask(`${uuid}/console/`)).status).toBe(409);
    await opened.cloud.simulator.clearFaults();
    expect(await consoleEvents(uuid)).toEqual([]);
  });
});

test.each([
  ['length=0', { length: ['Ensure this value is greater than or equal to 1.'] }],
  ['offset=-1', { offset: ['Ensure this value is greater than or equal to 0.'] }],
  ['length=many', { length: [expect.any(String)] }],
  ['length=1&offset=1', { offset: ['Give either length or offset, not both.'] }],
])('a log of ?%s is refused', async (query, body) => {
  const uuid = await running();
  expect(await ask(`${uuid}/console_log/?${query}`)).toMatchObject({ status: 400, body });
});
