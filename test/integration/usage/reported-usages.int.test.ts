import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { begunUsage } from '#shared/domain/usage/component-usage';
import { aCustomer, aResource } from '#test/builders/builders';
import { soldByAgent } from '#test/builders/site-agent-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

/** The clock stands at noon on 1 March. */
let market: Market;
/** An owner of the selling customer, without a role at the buying customer. */
let seller: Person;
let providerUuid: string;
let resource: string;
const USAGES = 'marketplace-component-usages/';
const USERS = 'marketplace-component-user-usages/';

async function bought(): Promise<string> {
  const { customerUuid, projectUuid, store } = market;
  const sold = soldByAgent({ customerUuid, projectUuid }, providerUuid);
  await store.commit(store.offerings.insert(sold.offering), store.resources.insert(sold.resource));
  return sold.resource.uuid;
}
beforeAll(async () => {
  market = await openMarket();
  const customer = aCustomer();
  providerUuid = customer.uuid;
  await market.store.commit(market.store.customers.insert(customer));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  seller = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  resource = await bought();
});

const post = (path: string, body: object, person = seller) => market.ask('POST', path, { ...person, body });
const report = (usages: object[], fields: object = {}, person = seller) =>
  post(`${USAGES}set_usage/`, { resource, usages, ...fields }, person);
const shown = z.array(z.looseObject({ uuid: z.string(), type: z.string().optional(), usage: z.string() }));
async function list(path: string, person = seller) {
  const { status, body, headers, text } = await market.ask('GET', path, person);
  expect([status, text]).toEqual([200, expect.anything()]);
  return { items: shown.parse(body), total: Number(headers['x-result-count']) };
}
const figures = async (of = resource, person = seller) =>
  (await list(`${USAGES}?resource_uuid=${of}`, person)).items
    .map(({ type, usage, billing_period }) => [billing_period, type, usage])
    .sort();
const versions = async (of: string) =>
  (await market.store.usages.listReported(of, '2026-03')).map(({ version }) => version);

describe('a report of usage', () => {
  test('is listed with its component, and has no price', async () => {
    const usages = [{ type: 'node_hours', amount: '12.5', description: 'Partition a', recurring: false }];
    const answer = await report(usages);
    expect([answer.status, answer.text]).toEqual([201, '']);
    const { items } = await list(`${USAGES}?resource_uuid=${resource}&billing_period=2026-03-01`);
    expect(items).toEqual([
      expect.objectContaining({
        ...{ type: 'node_hours', name: 'Node hours', measured_unit: 'hours', usage: '12.50' },
        ...{
          description: 'Partition a',
          price: null,
          cost: null,
          resource_uuid: resource,
          resource_name: 'allocation',
        },
        ...{ billing_period: '2026-03-01', date: '2026-03-01T12:00:00.000Z' },
      }),
    ]);
    const one = await market.ask('GET', `${USAGES}${items[0]?.uuid}/`, seller);
    expect(one.body).toEqual(items[0]);
  });

  test('replaces figures of what it names, keeps all others, and writes nothing when it says the same', async () => {
    resource = await bought();
    await report([
      { type: 'node_hours', amount: 3 },
      { type: 'cpu', amount: '64.00' },
    ]);
    await report([{ type: 'node_hours', amount: '4.25' }]);
    expect(await figures()).toEqual([
      ['2026-03-01', 'cpu', '64.00'],
      ['2026-03-01', 'node_hours', '4.25'],
    ]);
    expect(await versions(resource)).toEqual([0, 1]);
    await report([
      { type: 'node_hours', amount: 4.25 },
      { type: 'cpu', amount: '64' },
    ]);
    expect(await versions(resource)).toEqual([0, 1]);
  });

  test('is of the month that its date is written in, which may be over and not in the future', async () => {
    resource = await bought();
    const usages = [{ type: 'node_hours', amount: '1.00' }];
    // The first date is 31 January in UTC.
    expect((await report(usages, { date: '2026-02-01T00:00:00+02:00' })).status).toBe(201);
    expect((await report(usages, { date: null })).status).toBe(201);
    expect((await report(usages, { date: '2026-01-31T23:59:59.123456' })).status).toBe(201);
    expect(await figures()).toEqual([
      ['2026-01-01', 'node_hours', '1.00'],
      ['2026-02-01', 'node_hours', '1.00'],
      ['2026-03-01', 'node_hours', '1.00'],
    ]);
    const early = await report(usages, { date: '2026-04-01T00:00:00Z' });
    expect(early).toMatchObject({ status: 400, body: { date: ['The month of this date has not begun.'] } });
  });

  test.each([
    [
      { type: 'gpu', amount: '1' },
      { type: ['This offering has no component of this type. Its components: cpu, node_hours.'] },
    ],
    [{ type: 'cpu', amount: '-1' }, { amount: ['Enter an amount of 0 or more, with at most two decimal places.'] }],
    [{ type: 'cpu', amount: '0.125' }, { amount: ['Enter an amount of 0 or more, with at most two decimal places.'] }],
    [{ type: 'cpu' }, { amount: ['This field is required.'] }],
    [
      { type: 'cpu', amount: '1', recurring: true },
      { recurring: ['Each month is reported separately: amounts are not carried over.'] },
    ],
  ])('that is wrong is refused whole, by its field: %o', async (wrong, said) => {
    resource = await bought();
    const { status, body } = await report([{ type: 'node_hours', amount: '1' }, wrong]);
    expect([status, body]).toEqual([400, { usages: [{}, said] }]);
    expect(await figures()).toEqual([]);
  });

  test('is made by owners of who sells and staff alone, and seen by who sees the resource', async () => {
    const { owner, manager, member, outsider, staff } = market.people;
    resource = await bought();
    const usages = [{ type: 'node_hours', amount: '1' }];
    expect((await report(usages, {}, owner)).status).toBe(403);
    const hidden = await report(usages, {}, outsider);
    expect(hidden).toMatchObject({
      status: 400,
      body: { resource: ['Invalid hyperlink - Object does not exist.'] },
    });
    expect((await report(usages, {}, staff)).status).toBe(201);
    for (const person of [owner, manager, member, staff, seller])
      expect(await figures(resource, person)).toHaveLength(1);
    expect(await figures(resource, outsider)).toEqual([]);
    const { uuid } = (await list(`${USAGES}?resource_uuid=${resource}`)).items[0] ?? { uuid: '' };
    expect(await market.statusOf('GET', `${USAGES}${uuid}/`, outsider)).toBe(404);
    expect(await market.statusOf('GET', `${USAGES}${uuid}/`, member)).toBe(200);
  });
});

describe('what clusters use', () => {
  test('is reported by nobody, and is shown by its uuid to callers who have it in their list', async () => {
    const { store, clock, customerUuid, projectUuid, people } = market;
    const cluster = aResource({ customerUuid, projectUuid, providerUuid });
    const now = clock.now();
    const usage = begunUsage(cluster, { type: 'cpu_hours', rate: 2, since: now, now });
    await store.commit(store.resources.insert(cluster), store.usages.insert(usage));
    const sentence = 'Paddock measures the usage of clusters itself: it cannot be reported.';
    const usages = [{ type: 'cpu_hours', amount: '1' }];
    const refused = await report(usages, { resource: cluster.uuid });
    expect(refused).toMatchObject({ status: 400, body: { resource: [sentence] } });
    const { staff, owner, outsider } = people;
    const users = await post(`${USAGES}${usage.uuid}/set_user_usages/`, { usages: [] }, staff);
    expect(users).toMatchObject({ status: 400, body: [sentence] });
    expect((await market.ask('GET', `${USAGES}${usage.uuid}/`, owner)).body).toMatchObject({ type: 'cpu_hours' });
    expect(await market.statusOf('GET', `${USAGES}${usage.uuid}/`, outsider)).toBe(404);
  });
});

describe('users of what was reported', () => {
  let usage: string;
  beforeAll(async () => {
    resource = await bought();
    await report([{ type: 'node_hours', amount: '12.50' }]);
    usage = (await list(`${USAGES}?resource_uuid=${resource}`)).items[0]?.uuid ?? '';
  });
  const set = (usages: object[], person = seller) => post(`${USAGES}${usage}/set_user_usages/`, { usages }, person);
  const shares = async (query = '', person = seller) =>
    (await list(`${USERS}?resource_uuid=${resource}${query}`, person)).items.map((item) => [item.username, item.usage]);

  test('have their figures, each kept until it is reported again', async () => {
    const date = '2026-03-01T00:00:00+00:00';
    const answer = await set([
      { username: 'grace', usage: '7.50', date, user: 'https://paddock.example/api/x/' },
      { username: 'ada', usage: '5', date },
    ]);
    expect([answer.status, answer.text]).toEqual([201, '']);
    const one = await post(`${USAGES}${usage}/set_user_usage/`, { username: 'grace', usage: '8.00' });
    expect([one.status, one.text]).toEqual([201, '']);
    expect(await shares()).toEqual([
      ['ada', '5.00'],
      ['grace', '8.00'],
    ]);
    const { items } = await list(`${USERS}?resource_uuid=${resource}&username=grace`);
    expect(items).toEqual([
      expect.objectContaining({
        ...{ username: 'grace', usage: '8.00', component_type: 'node_hours', measured_unit: 'hours' },
        component_usage: expect.stringMatching(new RegExp(`/api/${USAGES}${usage}/$`)),
        ...{ billing_period: '2026-03-01', resource_uuid: resource },
      }),
    ]);
  });

  test('write nothing when they are reported again, and nothing of a list that is wrong', async () => {
    const before = await versions(resource);
    expect((await set([{ username: 'ada', usage: '5.00' }])).status).toBe(201);
    const wrong = await set([
      { username: 'ada', usage: '6' },
      { username: 'alan', usage: 'much' },
    ]);
    expect(wrong).toMatchObject({ status: 400, body: { usages: [{}, { usage: [expect.any(String)] }] } });
    expect(await versions(resource)).toEqual(before);
  });

  test('are found by month, name and place, by who sees the usage', async () => {
    const { owner, member, outsider } = market.people;
    expect(await shares('&component_usage__billing_period=2026-03-01')).toHaveLength(2);
    expect(await shares('&component_usage__billing_period=2026-02-01')).toEqual([]);
    expect(await shares('&username=ada')).toEqual([['ada', '5.00']]);
    expect(await shares('&billing_period_year=2026.0&billing_period_month=3.0')).toHaveLength(2);
    expect((await list(USERS, member)).total).toBe(2);
    expect((await list(USERS, outsider)).total).toBe(0);
    expect((await list(USERS)).total).toBe(0);
    expect((await set([{ username: 'ada', usage: '9' }], owner)).status).toBe(403);
    expect((await set([{ username: 'ada', usage: '9' }], outsider)).status).toBe(404);
  });

  test('of five hundred fit, and come in pages over several usages', async () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      username: `user-${String(at).padStart(3, '0')}`,
      usage: '0.01',
    }));
    await report([{ type: 'cpu', amount: '64' }]);
    const of = `${USAGES}?resource_uuid=${resource}&type=cpu`;
    usage = (await list(of)).items[0]?.uuid ?? '';
    expect((await set(many)).status).toBe(201);
    const all: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const { items, total } = await list(`${USERS}?resource_uuid=${resource}&page_size=200&page=${page}`);
      expect(total).toBe(502);
      all.push(...items.map(({ username, component_type }) => `${component_type} ${username}`));
    }
    expect(new Set(all).size).toBe(502);
    expect((await list(`${USERS}?resource_uuid=${resource}&o=-usage&page_size=1`)).items[0]?.usage).toBe('8.00');
  });
});
