import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pythonLines } from '#test/python-lines';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from '../api/market.ts';
import { serveApi } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
/** One round of an agent with a backend that notes its calls. */
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('run_site_agent.py') },
});

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
let served: Awaited<ReturnType<typeof serveApi>>;
beforeAll(async () => {
  cloud = await startCloud();
  market = await openMarket();
  stocked = await stock(market, cloud);
  await stocked.place();
  served = await serveApi(market);
}, 60_000);
afterAll(async () => {
  served.close();
  await cloud.simulator.stop();
});
beforeEach(() => served.asked.splice(0));

/** The first round begins when Python has read the agent: seconds, where others are at work. */
const PATIENCE_MS = 60_000;
const round = (mode: string) =>
  run({ api: served.url, token: market.people.owner.token, offering: stocked.offering.uuid, mode });

test(
  'its diagnostics read who the provider is, his offering with its components, and the orders at work',
  async () => {
    expect(await round('diagnostics')).toMatchObject({ result: 0, log: [] });
    expect(served.asked).toEqual([
      'GET /api/users/me/',
      `GET /api/marketplace-provider-offerings/${stocked.offering.uuid}/`,
      'GET /api/marketplace-orders/',
    ]);
  },
  PATIENCE_MS,
);

/** Paddock carries out orders, follows roles and measures usage by itself. */
test.each(['order_process', 'membership_sync', 'report'])(
  'in the mode %s it may not register at an offering of clusters: it takes no order, touches nothing and calls no backend',
  async (mode) => {
    const before = await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 10 });
    expect(await round(mode)).toMatchObject({
      backend: [],
      log: [expect.stringMatching(/status code: 400[\s\S]*Paddock carries out the orders/)],
    });
    expect(served.asked).toEqual(['GET', 'POST'].map((method) => `${method} /api/marketplace-site-agent-identities/`));
    expect(await market.store.orders.list({ visibility: 'all' }, { page: 1, pageSize: 10 })).toEqual(before);
  },
  PATIENCE_MS,
);
