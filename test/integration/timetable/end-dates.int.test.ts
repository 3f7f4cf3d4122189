import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { soldByAgent } from '#test/builders/site-agent-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type StockedMarket, stockedMarketPerTest } from '../_worlds/market.ts';
import { agentOffering, otherSeller } from '../_worlds/site-agent-market.ts';

let opened: StockedMarket;
stockedMarketPerTest((now) => {
  opened = now;
});
const ordered = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string() });
const OVER = { status: 400, body: { end_date: ['Cannot be earlier than the current date.'] } };
const endOf = async (uuid: string, person: Person = opened.market.people.owner) =>
  (await opened.market.ask('GET', `marketplace-resources/${uuid}/`, person)).body;

describe('the end date of an order', () => {
  test('is that of its resource, in the name of who has ordered, and is shown with the order', async () => {
    const { market, stocked } = opened;
    const { answer } = await stocked.place(market.people.owner, { end_date: '2099-12-24' });
    const { uuid, marketplace_resource_uuid } = ordered.parse(answer.body);
    expect(await endOf(marketplace_resource_uuid)).toMatchObject({
      ...{ end_date: '2099-12-24', end_date_updated_at: market.clock.now().toISOString() },
      end_date_requested_by: expect.stringMatching(/\/users\//),
    });
    expect((await market.ask('GET', `marketplace-orders/${uuid}/`, market.people.owner)).body).toMatchObject({
      attributes: { end_date: '2099-12-24' },
    });
  });

  test('is none where the order names none', async () => {
    const { market, stocked } = opened;
    for (const [index, end_date] of [undefined, null, ''].entries()) {
      const { answer } = await stocked.place(market.people.owner, { name: `without-${index}`, end_date });
      const { marketplace_resource_uuid } = ordered.parse(answer.body);
      expect(await endOf(marketplace_resource_uuid)).toMatchObject({ end_date: null });
    }
  });

  test('is refused in the past and in another form, by the order and by its dry run', async () => {
    const { market, stocked } = opened;
    const ask = (path: string, end_date: unknown) =>
      market.ask('POST', path, { ...market.people.owner, body: stocked.order({ end_date }) });
    expect(await ask('marketplace-orders/', '2020-01-01')).toMatchObject(OVER);
    expect(await ask('marketplace-orders/plan/', '2020-01-01')).toMatchObject({
      ...{ status: 200, body: { valid: false, errors: [OVER.body] } },
    });
    expect(await ask('marketplace-orders/', 'soon')).toMatchObject({
      ...{ status: 400, body: { end_date: [expect.stringContaining('YYYY-MM-DD')] } },
    });
  });

  test('is kept of what a site agent makes, too', async () => {
    const { market } = opened;
    const { uuid: offering } = await agentOffering(market);
    await market.ask('POST', `marketplace-provider-offerings/${offering}/activate/`, market.people.staff);
    const ask = (end_date: string) =>
      market.ask('POST', 'marketplace-orders/', {
        ...market.people.owner,
        body: { offering, project: market.projectUuid, attributes: { name: 'hpc', end_date } },
      });
    expect(await ask('2020-01-01')).toMatchObject(OVER);
    const allocation = ordered.parse((await ask('2099-12-24')).body);
    expect(await endOf(allocation.marketplace_resource_uuid)).toMatchObject({ end_date: '2099-12-24' });
  });
});

describe('the end date of a resource is set', () => {
  async function sold() {
    const { market } = opened;
    const { store, customerUuid, projectUuid } = market;
    const seller = await otherSeller(market);
    const { offering, resource } = soldByAgent({ customerUuid, projectUuid }, seller.customer.uuid);
    await store.commit(store.offerings.insert(offering), store.resources.insert(resource));
    const set = async (path: string, person: Person, body: object = { end_date: '2099-12-24' }) =>
      market.ask('POST', `${path.replace('{uuid}', resource.uuid)}/`, { ...person, body });
    return { uuid: resource.uuid, seller: seller.person, set, now: () => store.resources.get(resource.uuid) };
  }
  const BOUGHT = 'marketplace-resources/{uuid}/set_end_date';
  const SOLD = 'marketplace-provider-resources/{uuid}/set_end_date';

  test('by those who bought it, those who sell it, and staff, each by their own call, and by nobody else', async () => {
    const { seller, set, now } = await sold();
    const { owner, member, outsider, staff } = opened.market.people;
    const calls: [string, [Person, number][]][] = [
      [
        BOUGHT,
        [
          [owner, 200],
          [member, 403],
          [outsider, 404],
          [staff, 200],
        ],
      ],
      [
        SOLD,
        [
          [seller, 200],
          [owner, 403],
          [outsider, 404],
          [staff, 200],
        ],
      ],
      [
        `${SOLD}_by_provider`,
        [
          [seller, 200],
          [owner, 403],
          [outsider, 404],
          [staff, 200],
        ],
      ],
      [
        `${SOLD}_by_staff`,
        [
          [seller, 403],
          [owner, 403],
          [staff, 200],
        ],
      ],
      [
        `${BOUGHT}_by_staff`,
        [
          [seller, 403],
          [owner, 403],
          [staff, 200],
        ],
      ],
    ];
    for (const [path, answers] of calls) {
      for (const [person, status] of answers) {
        const { store } = opened.market;
        await store.commit(
          store.resources.replace({ ...(await now()), version: (await now()).version + 1, end: undefined }),
        );
        expect([path, (await set(path, person)).status]).toEqual([path, status]);
        expect((await now()).end?.date).toBe(status === 200 ? '2099-12-24' : undefined);
      }
    }
  });

  test('not in the past, not without a date, and taken away by null', async () => {
    const { set, now } = await sold();
    const { owner } = opened.market.people;
    expect((await set(BOUGHT, owner)).status).toBe(200);
    expect(await set(BOUGHT, owner, { end_date: '2020-01-01' })).toMatchObject({
      ...{ status: 400, body: { end_date: { end_date: 'Cannot be earlier than the current date.' } } },
    });
    expect(await set(BOUGHT, owner, {})).toMatchObject({
      status: 400,
      body: { end_date: [expect.any(String)] },
    });
    const { version } = await now();
    expect((await set(BOUGHT, owner)).status).toBe(200);
    expect((await now()).version).toBe(version);
    expect((await set(BOUGHT, owner, { end_date: null })).status).toBe(200);
    expect((await now()).end).toBeUndefined();
  });

  test('not of what is gone, and not in read-only mode', async () => {
    const { set, now } = await sold();
    const { owner } = opened.market.people;
    const { store } = opened.market;
    opened.site.readOnlyMode = true;
    expect((await set(BOUGHT, owner)).status).toBe(405);
    opened.site.readOnlyMode = false;
    await store.commit(
      store.resources.replace({ ...(await now()), version: (await now()).version + 1, state: 'Terminated' }),
    );
    expect((await set(BOUGHT, owner)).status).toBe(409);
  });
});
