import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Simulator } from '#test/contracts/start-simulator';
import { askShortly } from '../_http/hanging-answers.ts';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';

let rancher: Simulator;
let market: Market;
beforeAll(async () => {
  rancher = await borrowSimulator('rancher');
}, 60_000);
beforeEach(async () => {
  market = await openMarket();
});
afterEach(() => rancher.clearFaults());
afterAll(() => rancher.stop());

const printed = z.object({ access_key: z.string(), secret_key: z.string() });
const names = z.array(z.object({ name: z.string() }));
const created = z.object({ uuid: z.string(), state: z.string() });

function provider() {
  const { access_key: username, secret_key: password } = printed.parse(rancher.printed);
  const options = { ...rancherOptions(), backend_url: rancher.url, username, password };
  return { type: 'Rancher', name: 'provider-1', options };
}

async function rolesOf(uuid: string): Promise<string[]> {
  const query = `rancher-role-templates/?settings_uuid=${uuid}&page_size=300`;
  const { body } = await market.ask('GET', query, market.people.owner);
  return names.parse(body).map(({ name }) => name);
}

test('the roles of a new provider can be given as soon as it is created, and its first check adds none', async () => {
  const { staff } = market.people;
  const { uuid } = await market.create('service-settings/', staff, provider());
  const found = await rolesOf(uuid);
  expect(found).toContain('cluster-member');
  await market.ask('POST', `service-settings/${uuid}/check/`, staff);
  expect(await rolesOf(uuid)).toEqual(found);
});

test.each([
  ['does not answer', { kind: 'hang' }],
  ['refuses the access key', { kind: 'status', status: 401 }],
  ['fails', { kind: 'status', status: 500 }],
  ['is no Rancher', { kind: 'garbage' }],
] as const)(
  'a provider with a Rancher that %s is created in time, and its check records the roles',
  async (_, fault) => {
    const { staff } = market.people;
    await rancher.plan({ path: '.', ...fault });
    const answer = await askShortly(market, 'POST', 'service-settings/', { ...staff, body: provider() });
    await rancher.clearFaults();
    expect(answer).toMatchObject({ status: 201, body: { state: 'OK' } });
    const { uuid } = created.parse(answer.body);
    expect(await rolesOf(uuid)).toEqual([]);
    await market.ask('POST', `service-settings/${uuid}/check/`, staff);
    expect(await rolesOf(uuid)).toContain('cluster-member');
  },
);
