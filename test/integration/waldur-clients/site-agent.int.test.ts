import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer } from '#test/builders/builders';
import { pythonLines } from '#test/programs/python-lines';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from '../_worlds/market.ts';
import { serveApi } from './served-api.ts';

const of = (name: string): string => fileURLToPath(new URL(`site-agent/${name}`, import.meta.url));
/** Runs the agent once, with the agent's own in-memory backend. */
const run = pythonLines({
  ...{ what: 'waldur-site-agent', log: 'site-agent' },
  ...{ requirements: of('requirements.txt'), program: of('run_site_agent.py') },
});

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
let served: Awaited<ReturnType<typeof serveApi>>;
/** An owner of the selling customer, without a role at the buying customer. */
let seller: Person;
let offering: string;
beforeAll(async () => {
  cloud = await startCloud();
  market = await openMarket();
  // The agent reports the current month of the real clock, so the test's clock is set to real time.
  market.clock.advance((Date.now() - market.clock.now().getTime()) / 1000);
  stocked = await stock(market, cloud);
  const customer = aCustomer();
  await market.store.commit(market.store.customers.insert(customer));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  seller = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  const component = (type: string, measured_unit: string) => ({
    type,
    name: type,
    measured_unit,
    billing_type: 'limit',
  });
  const body = {
    ...{ name: 'Allocations', type: 'Marketplace.Slurm', customer: customer.uuid },
    components: [component('cpu', 'cores'), component('mem', 'GB')],
  };
  offering = (await market.create('marketplace-provider-offerings/', seller, body)).uuid;
  await market.ask('POST', `marketplace-provider-offerings/${offering}/activate/`, seller);
  await stocked.place();
  served = await serveApi(market);
}, 60_000);
afterAll(async () => {
  served.close();
  await cloud.simulator.stop();
});
beforeEach(() => served.asked.splice(0));

/** The agent's first run waits until Python has loaded the agent. This takes several seconds on a busy machine. */
const PATIENCE_MS = 60_000;
const round = (mode: string, more: object = {}) =>
  run({ api: served.url, token: seller.token, offering, mode, ...more });
const shown = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string(), state: z.string() });
const ask = async (path: string) => (await market.ask('GET', path, market.people.owner)).body;
async function ordered(path: string, body: object) {
  const answer = await market.ask('POST', path, { ...market.people.owner, body });
  return answer.status < 300 ? answer.body : expect.fail(answer.text);
}
const place = async (name: string) =>
  shown.parse(
    await ordered('marketplace-orders/', {
      offering,
      project: market.projectUuid,
      limits: { cpu: 4 },
      attributes: { name },
    }),
  );
const orderOf = (body: unknown) => z.object({ order_uuid: z.string() }).parse(body).order_uuid;

test(
  'its diagnostics read who the provider is, the provider’s offering with its components, and the orders at work',
  async () => {
    expect(await round('diagnostics')).toMatchObject({ result: 0, log: [] });
    expect(served.asked).toEqual([
      'GET /api/users/me/',
      `GET /api/marketplace-provider-offerings/${offering}/`,
      'GET /api/marketplace-orders/',
    ]);
  },
  PATIENCE_MS,
);

const said = z.object({
  log: z.array(z.string()),
  backend: z.array(z.string()),
  resources: z.record(z.string(), z.object({ users: z.array(z.string()), limits: z.record(z.string(), z.number()) })),
});
/** Runs the agent once. The agent must log no warnings. */
async function quietRound(mode: string, more: object = {}) {
  const { log, ...rest } = said.parse(await round(mode, more));
  expect(log).toEqual([]);
  return rest;
}
const names = (...people: Person[]) => people.map(({ user: { username } }) => username).sort();

/** The life of one resource. Each test builds on the test before. */
describe('what is ordered from it', () => {
  let resource: string;
  let backendId: string;
  const shownResource = () => ask(`marketplace-resources/${resource}/`);

  test(
    'is made at its backend for those who have roles in the project, and is OK',
    async () => {
      const order = await place('winds');
      resource = order.marketplace_resource_uuid;
      const { resources } = await quietRound('order_process');
      backendId = Object.keys(resources)[0] ?? '';
      expect(await ask(`marketplace-orders/${order.uuid}/`)).toMatchObject({ state: 'done' });
      // The agent's backend gives every resource the same limits.
      const limits = { cpu: 1000, mem: 2048 };
      expect(await shownResource()).toMatchObject({ state: 'OK', backend_id: backendId, limits });
      const { manager, member } = market.people;
      expect(resources).toEqual({ [backendId]: { users: names(manager, member), limits } });
    },
    PATIENCE_MS,
  );

  test(
    'is not made again in the next round',
    async () => {
      expect(await quietRound('order_process')).toMatchObject({ backend: [] });
    },
    PATIENCE_MS,
  );

  test(
    'gets the limits that are ordered later',
    async () => {
      const order = orderOf(await ordered(`marketplace-resources/${resource}/update_limits/`, { limits: { cpu: 8 } }));
      const { resources } = await quietRound('order_process');
      expect(await ask(`marketplace-orders/${order}/`)).toMatchObject({ state: 'done' });
      expect(await shownResource()).toMatchObject({ state: 'OK', limits: { cpu: 8, mem: 2048 } });
      expect(resources[backendId]?.limits).toEqual({ cpu: 8, mem: 2048 });
    },
    PATIENCE_MS,
  );

  test(
    'adds users who get a role in the project, and removes those who lose it',
    async () => {
      const { manager, member, outsider } = market.people;
      const role = { user: outsider.user.uuid, role: 'PROJECT.MEMBER' };
      await ordered(`projects/${market.projectUuid}/add_user/`, role);
      const usersIn = async () => (await quietRound('membership_sync')).resources[backendId]?.users;
      expect(await usersIn()).toEqual(names(manager, member, outsider));
      await ordered(`projects/${market.projectUuid}/delete_user/`, role);
      expect(await usersIn()).toEqual(names(manager, member));
      expect(await shownResource()).toMatchObject({ state: 'OK', last_sync: expect.any(String) });
    },
    PATIENCE_MS,
  );

  test(
    'is charged for what the agent reports, in all and by people; the same again is no other report',
    async () => {
      const pia = market.people.member.user.username;
      const usage = { [backendId]: { TOTAL_ACCOUNT_USAGE: { cpu: 12.5, mem: 3 }, [pia]: { cpu: 12.5, mem: 3 } } };
      await quietRound('report', { usage });
      const used = await ask(`marketplace-component-usages/?resource_uuid=${resource}&o=-usage`);
      expect(used).toMatchObject([
        { type: 'cpu', usage: '12.50', measured_unit: 'cores' },
        { type: 'mem', usage: '3.00', measured_unit: 'GB' },
      ]);
      const byPeople = await ask(`marketplace-component-user-usages/?resource_uuid=${resource}`);
      expect(byPeople).toEqual(expect.arrayContaining([expect.objectContaining({ username: pia, usage: '12.50' })]));
      served.asked.splice(0);
      await quietRound('report');
      expect(served.asked).not.toContain('POST /api/marketplace-component-usages/set_usage/');
    },
    PATIENCE_MS,
  );

  test(
    'is taken away at its backend when it is terminated',
    async () => {
      const order = orderOf(await ordered(`marketplace-resources/${resource}/terminate/`, {}));
      expect((await quietRound('order_process')).resources).toEqual({});
      expect(await ask(`marketplace-orders/${order}/`)).toMatchObject({ state: 'done' });
      expect(await shownResource()).toMatchObject({ state: 'Terminated' });
    },
    PATIENCE_MS,
  );
});

test(
  'it approves what waits for its provider, and carries it out in the same round',
  async () => {
    const change = { plugin_options: { auto_approve_remote_orders: false } };
    await market.ask('PATCH', `marketplace-provider-offerings/${offering}/`, { ...seller, body: change });
    const order = await place('waves');
    expect(order.state).toBe('pending-provider');
    await quietRound('order_process');
    expect(await ask(`marketplace-orders/${order.uuid}/`)).toMatchObject({ state: 'done' });
  },
  PATIENCE_MS,
);

/** Paddock carries out these orders itself. An agent would carry them out a second time. */
test.each(['order_process', 'membership_sync', 'report'])(
  'at an offering of clusters it ends in the mode %s where it would register itself: it touches no order and calls no backend',
  async (mode) => {
    const { owner } = market.people;
    const clusters = { api: served.url, token: owner.token, offering: stocked.offering.uuid, mode };
    expect(await run(clusters)).toMatchObject({
      backend: [],
      log: [expect.stringMatching(/Paddock carries out the orders of this offering itself/)],
    });
    expect(served.asked).toEqual([
      'GET /api/marketplace-site-agent-identities/',
      'POST /api/marketplace-site-agent-identities/',
    ]);
  },
  PATIENCE_MS,
);
