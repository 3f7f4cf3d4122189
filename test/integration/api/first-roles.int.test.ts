import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Simulator, startSimulator } from '#test/contracts/start-simulator';
import { type Market, openMarket, rancherOptions } from './market.ts';

let rancher: Simulator;
let market: Market;
beforeAll(async () => {
  rancher = await startSimulator('rancher');
  market = await openMarket();
}, 60_000);
afterAll(() => rancher.stop());

const printed = z.object({ access_key: z.string(), secret_key: z.string() });
const names = z.array(z.object({ name: z.string() }));

test('the first check of a provider records the roles of its Rancher, so that they can be given at once', async () => {
  const { staff, owner } = market.people;
  const { access_key: username, secret_key: password } = printed.parse(rancher.printed);
  const given = { ...rancherOptions(), backend_url: rancher.url, username, password };
  const options = { type: 'Rancher', name: 'provider-1', options: given };
  const { uuid } = await market.create('service-settings/', staff, options);
  const list = async () => {
    const { body } = await market.ask('GET', `rancher-role-templates/?settings_uuid=${uuid}&page_size=300`, owner);
    return names.parse(body).map(({ name }) => name);
  };
  expect(await list()).toEqual([]);
  await market.ask('POST', `service-settings/${uuid}/check/`, staff);
  const found = await list();
  expect(found).toContain('cluster-member');
  await market.ask('POST', `service-settings/${uuid}/check/`, staff);
  expect(await list()).toEqual(found);
});
