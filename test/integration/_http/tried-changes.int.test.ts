import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Conflict } from '#shared/errors';
import type { Simulator } from '#test/contracts/start-simulator';
import { borrowSimulator } from '../_worlds/borrowed-simulator.ts';
import { type Market, openMarket, rancherOptions } from '../_worlds/market.ts';
import { askShortly } from './hanging-answers.ts';

let rancher: Simulator;
let market: Market;
let address: string;
let password: string;
const printed = z.object({ access_key: z.string(), secret_key: z.string() });

beforeAll(async () => {
  rancher = await borrowSimulator('rancher');
}, 60_000);
afterAll(() => rancher.stop());
beforeEach(async () => {
  market = await openMarket();
  const { access_key: username, secret_key } = printed.parse(rancher.printed);
  password = secret_key;
  const options = { ...rancherOptions(), backend_url: rancher.url, username, password };
  const body = { type: 'Rancher', name: 'provider-1', options };
  const { uuid } = await market.create('service-settings/', market.people.staff, body);
  address = `service-settings/${uuid}/`;
});
afterEach(() => rancher.clearFaults());

const asked = (options: object) => ({ ...market.people.staff, body: { options } });
const change = (options: object) => market.ask('PATCH', address, asked(options));
const shown = async () => (await market.ask('GET', address, market.people.staff)).body;
const refused = { state: 'ERRED', error_message: expect.stringContaining('password: ') };

test('a key that Rancher refuses is kept, and the answer to the change says so, until another is accepted', async () => {
  const answer = await change({ password: 'wrong-secret' });
  expect(answer).toMatchObject({ status: 200, body: refused });
  expect(answer.text).not.toContain('wrong-secret');
  expect(await shown()).toMatchObject(refused);
  expect(await change({ password })).toMatchObject({ status: 200, body: { state: 'OK', error_message: '' } });
});

test.each([
  ['a name', { name: 'another' }],
  ['an image', { options: { base_image_name: 'debian-13' } }],
  ['what Rancher shows when it calls', { options: { webhook_secret: 'w'.repeat(32) } }],
])('a change of %s asks no backend', async (_, body) => {
  const before = await rancher.countOf('GET', '/v3/settings/server-version');
  expect(await market.ask('PATCH', address, { ...market.people.staff, body })).toMatchObject({ status: 200 });
  expect(await rancher.countOf('GET', '/v3/settings/server-version')).toBe(before);
});

test('a change of credentials is answered in time while Rancher says nothing', async () => {
  await rancher.plan({ path: '.', kind: 'hang' });
  expect(await askShortly(market, 'PATCH', address, asked({ password }))).toMatchObject({
    status: 200,
    body: { state: 'ERRED', error_message: expect.stringContaining('Rancher did not answer within') },
  });
});

test('a change of credentials is done, though somebody else changes the settings while they are tried', async () => {
  const { store } = market;
  const { commit } = store;
  let commits = 0;
  store.commit = (...writes) => {
    commits += 1;
    return commits === 1 ? commit(...writes) : Promise.reject(new Conflict('somebody was faster'));
  };
  expect(await change({ password: 'wrong-secret' })).toMatchObject({ status: 200, body: { state: 'OK' } });
  expect(commits).toBe(2);
});
