import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Resource } from '#shared/domain/marketplace/resource';
import { aCustomer } from '#test/builders/builders';
import { soldByAgent } from '#test/builders/site-agent-builders';
import { pythonLines } from '#test/programs/python-lines';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { serveApi } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('report_usage.py') },
});

let market: Market;
let seller: Person;
let resource: Resource;
let served: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  market = await openMarket();
  // The agent reports the current month of the real clock, so the test's clock is set to real time.
  market.clock.advance((Date.now() - market.clock.now().getTime()) / 1000);
  const customer = aCustomer();
  const { customerUuid, projectUuid, store } = market;
  const sold = soldByAgent({ customerUuid, projectUuid }, customer.uuid);
  resource = sold.resource;
  const { offering } = sold;
  await store.commit(
    ...[store.customers.insert(customer), store.offerings.insert(offering), store.resources.insert(resource)],
  );
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  seller = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  served = await serveApi(market);
}, 60_000);
afterAll(() => served.close());
beforeEach(() => served.asked.splice(0));

/** The first call waits until Python has loaded the agent. This takes several seconds on a busy machine. */
const PATIENCE_MS = 60_000;
const users = { grace: { cpu: 40, node_hours: 7.5 }, ada: { cpu: 24 } };
const report = (total: object) => run({ api: served.url, token: seller.token, resource: resource.uuid, total, users });
const SET_USAGE = 'POST /api/marketplace-component-usages/set_usage/';
const reported = {
  usages: { cpu: '64.00', node_hours: '12.50' },
  users: expect.arrayContaining([
    ['cpu', 'ada', '24.00'],
    ['cpu', 'grace', '40.00'],
    ['node_hours', 'grace', '7.50'],
  ]),
};

test(
  'a site agent reports totals and users, and reads what it has reported',
  async () => {
    expect(await report({ cpu: 64, node_hours: 12.5 })).toEqual(reported);
    expect(served.asked.filter((it) => it === SET_USAGE)).toHaveLength(1);
  },
  PATIENCE_MS,
);

test('… sees that nothing has changed, and sends no total again', async () => {
  expect(await report({ cpu: 64, node_hours: 12.5 })).toEqual(reported);
  expect(served.asked).not.toContain(SET_USAGE);
});

test('… and sends none that is lower than what is there', async () => {
  await expect(report({ cpu: 63, node_hours: 12.5 })).rejects.toThrow('UsageAnomalyError');
  expect(served.asked).not.toContain(SET_USAGE);
});
