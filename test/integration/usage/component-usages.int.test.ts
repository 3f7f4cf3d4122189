import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { componentType, type PlanPrices } from '#shared/domain/marketplace/prices/plan-prices';
import { begunUsage, withRate } from '#shared/domain/usage/component-usage';
import { aResource, aUuid } from '#test/builders/builders';
import { type Market, openMarket } from '../_worlds/market.ts';

const PATH = 'marketplace-component-usages/';
const usages = z.array(
  z.looseObject({
    type: z.string(),
    usage: z.string(),
    billing_period: z.string(),
    resource_name: z.string(),
    date: z.string(),
  }),
);

let market: Market;
const here = () => ({ customerUuid: market.customerUuid, projectUuid: market.projectUuid });
const own = aResource({ name: 'own', offeringUuid: aUuid() });
const ended = aResource({ name: 'ended' });
const foreign = aResource({ name: 'foreign' });

async function put(resource: typeof own, since: string, until?: string, prices?: PlanPrices): Promise<void> {
  const { store } = market;
  for (const type of componentType.options) {
    const begun = begunUsage(resource, { type, rate: 2048, since: new Date(since), now: new Date(since), prices });
    await store.commit(store.usages.insert(begun));
    if (until) await store.commit(store.usages.replace(withRate(begun, 0, new Date(until))));
  }
}

/** The clock stands at noon of 1 March. */
beforeAll(async () => {
  market = await openMarket();
  await put({ ...ended, ...here() }, '2026-02-10T10:00:00.000Z', '2026-02-10T11:30:00.000Z');
  await put({ ...own, ...here() }, '2026-03-01T11:00:00.000Z', undefined, { ram_hours: '0.0125' });
  await put(foreign, '2026-03-01T10:00:00.000Z');
});

async function list(query = '', { token } = market.people.owner) {
  const { status, headers, body } = await market.ask('GET', `${PATH}${query}`, { token });
  if (status !== 200) throw new Error(`${query} answered ${status}: ${JSON.stringify(body)}`);
  return { items: usages.parse(body), total: headers['x-result-count'] };
}
const names = async (query: string, person = market.people.owner) => [
  ...new Set((await list(query, person)).items.map(({ resource_name }) => resource_name)),
];

describe('usages of components', () => {
  test('are shown with the fields of the marketplace, up to now (R-9-117, R-9-121)', async () => {
    const { items } = await list(`?resource_uuid=${own.uuid}&type=ram_hours`);
    const { customerUuid: customer_uuid, projectUuid: project_uuid } = here();
    expect(items).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
        ...{ type: 'ram_hours', name: 'RAM hours', measured_unit: 'GB-hours', usage: '2.00' },
        ...{ price: '0.0125', cost: '0.03', currency: 'EUR' },
        ...{
          billing_period: '2026-03-01',
          date: '2026-03-01T12:00:00.000Z',
          description: '',
          measured: null,
          recurring: false,
        },
        ...{ resource_uuid: own.uuid, resource_name: 'own' },
        ...{ offering_uuid: own.offeringUuid, offering_name: own.offeringName },
        ...{ project_uuid, project_name: own.projectName, customer_uuid, customer_name: own.customerName },
        created: '2026-03-01T11:00:00.000Z',
      },
    ]);
  });

  test('of what has ended stay as they were', async () => {
    const { items } = await list('?billing_period=2026-02-01&o=usage');
    expect(items.map(({ type, usage, date }) => [type, usage, date])).toEqual([
      [expect.stringMatching(/ram|storage/), '3.00', '2026-02-10T11:30:00.000Z'],
      [expect.stringMatching(/ram|storage/), '3.00', '2026-02-10T11:30:00.000Z'],
      ['cpu_hours', '3072.00', '2026-02-10T11:30:00.000Z'],
    ]);
  });

  test('cost nothing where their component has no price, and say so where there were no prices yet', async () => {
    const { items } = await list();
    const of = (resource: string, type: string) =>
      items.find((item) => item.resource_name === resource && item.type === type);
    expect(of('own', 'cpu_hours')).toMatchObject({ price: '0', cost: '0.00', currency: 'EUR' });
    expect(of('ended', 'cpu_hours')).toMatchObject({ price: null, cost: null });
  });

  test('are seen by who sees the resource, and by nobody else', async () => {
    const { owner, member, manager, outsider, staff } = market.people;
    for (const person of [owner, member, manager]) expect((await list('', person)).total).toBe('6');
    expect((await list('', outsider)).total).toBe('0');
    expect((await list('', staff)).total).toBe('9');
    expect((await market.ask('GET', PATH)).status).toBe(401);
    expect(await names(`?resource_uuid=${foreign.uuid}`)).toEqual([]);
    expect(await names(`?resource_uuid=${foreign.uuid}`, staff)).toEqual(['foreign']);
  });

  test.each([
    ['offering_uuid', () => own.offeringUuid, ['own']],
    ['customer_uuid', () => foreign.customerUuid, ['foreign']],
    ['project_uuid', () => foreign.projectUuid, ['foreign']],
    ['resource', () => `https://paddock.example/api/marketplace-resources/${ended.uuid}/`, ['ended']],
    ['billing_period', () => '2026-02-01', ['ended']],
    ['billing_period_year', () => '2025', []],
    ['billing_period_month', () => '2', ['ended']],
    ['billing_period_month', () => '2.0', ['ended']],
    ['date_before', () => '2026-02-10', ['ended']],
    ['date_after', () => '2026-02-11', ['own', 'foreign']],
    ['type', () => 'node', []],
  ])('are narrowed by %s', async (name, value, expected) => {
    expect(await names(`?${name}=${encodeURIComponent(value())}`, market.people.staff)).toEqual(expected);
  });

  test('are not narrowed by what is no date or no uuid, which is refused', async () => {
    const { token } = market.people.owner;
    const refused = async (query: string) => (await market.ask('GET', `${PATH}?${query}`, { token })).body;
    expect(await refused('date_after=yesterday')).toEqual({ date_after: ['Enter a valid date.'] });
    expect(await refused('billing_period=2026-02-30')).toEqual({ billing_period: ['Enter a valid date.'] });
    expect(await refused('resource_uuid=x')).toEqual({ resource_uuid: ['Enter a valid UUID.'] });
  });

  test('come in pages, of one resource too', async () => {
    const page = await list('?page_size=4&page=2');
    expect([page.items.length, page.total]).toEqual([2, '6']);
    const ofOne = await list(`?resource_uuid=${own.uuid}&page_size=2&page=2`);
    expect([ofOne.items.length, ofOne.total]).toEqual([1, '3']);
  });
});
