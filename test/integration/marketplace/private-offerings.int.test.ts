import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer, aProject } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
let stranger: Person;
let theirProject: string;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
const rows = z.array(z.looseObject({ uuid: z.string() }));
const seen = async (path: string, person?: Person) => rows.parse((await market.ask('GET', path, person)).body).length;
const share = (shared: boolean) =>
  market.ask('PATCH', `marketplace-provider-offerings/${stocked.offering.uuid}/`, {
    ...market.people.owner,
    body: { shared },
  });
const order = (project: string, person: Person) =>
  market.ask('POST', 'marketplace-orders/', { ...person, body: { ...stocked.order(), project } });

beforeEach(async () => {
  const customer = aCustomer();
  const project = aProject({ customerUuid: customer.uuid });
  theirProject = project.uuid;
  const { store } = market;
  await store.commit(store.customers.insert(customer), store.projects.insert(project));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  stranger = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  expect(await share(false)).toMatchObject({ status: 200, body: { shared: false } });
});

describe('a private offering', () => {
  const LISTS = [
    'marketplace-public-offerings/',
    'marketplace-offerings/',
    'marketplace-public-offerings/?shared=false',
  ];
  test.each(LISTS)('stands in %s for its customer’s own people and for staff alone', async (list) => {
    const { owner, member, staff } = market.people;
    for (const person of [owner, member, staff]) expect(await seen(list, person)).toBe(1);
    for (const person of [stranger, market.people.outsider, undefined]) expect(await seen(list, person)).toBe(0);
  });

  test('and its plans are not there for others, by address either', async () => {
    const address = `marketplace-public-offerings/${stocked.offering.uuid}/`;
    for (const path of [address, `${address}plans/`, stocked.plan]) {
      expect(await market.statusOf('GET', path, market.people.member)).toBe(200);
      expect(await market.statusOf('GET', path, stranger)).toBe(404);
      expect(await market.ask('GET', path)).toMatchObject({ status: 404 });
    }
    expect(await seen('marketplace-provider-offerings/', stranger)).toBe(0);
    expect(await seen('marketplace-plans/', stranger)).toBe(0);
  });

  test('is shown to a browser by its session, and to one that is over as to nobody', async () => {
    const cookie = (token: string) => ({ headers: { cookie: `__Host-paddock-session=${token}` } });
    expect(await seen('marketplace-public-offerings/')).toBe(0);
    const { token } = market.people.member;
    const asked = await market.ask('GET', 'marketplace-public-offerings/', cookie(token));
    expect([asked.status, rows.parse(asked.body).length]).toEqual([200, 1]);
    const over = await market.ask('GET', 'marketplace-public-offerings/', cookie('of-yesterday'));
    expect([over.status, over.body]).toEqual([200, []]);
  });

  test('is ordered by its own people; for others it is as one that does not exist', async () => {
    expect((await order(market.projectUuid, market.people.owner)).status).toBe(201);
    const unknown = { ...stocked.order(), project: theirProject, offering: theirProject };
    const asOfNone = await market.ask('POST', 'marketplace-orders/', { ...stranger, body: unknown });
    expect(asOfNone.body).toEqual({ offering: ['Invalid hyperlink - Object does not exist.'] });
    expect(await order(theirProject, stranger)).toMatchObject({ status: 400, body: asOfNone.body });
    const body = { ...stocked.order(), project: theirProject };
    const plan = await market.ask('POST', 'marketplace-orders/plan/', { ...stranger, body });
    expect(plan).toMatchObject({ status: 400, body: asOfNone.body });
  });

  test('is not ordered for another customer by who has roles in both', async () => {
    const both = await market.person(
      {},
      ...[market.customerUuid, (await market.store.projects.get(theirProject)).customerUuid].map((uuid) => ({
        ...({ role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: uuid, customerUuid: uuid } as const),
      })),
    );
    expect(await order(theirProject, both)).toMatchObject({
      status: 400,
      body: { offering: ['This offering is private: only projects of its own customer can order it.'] },
    });
  });

  test('is for everybody again when it is shared, and what was ordered meanwhile is found by either', async () => {
    await order(market.projectUuid, market.people.owner);
    const resources = 'marketplace-resources/?offering_shared=';
    expect(await seen(`${resources}false`, market.people.owner)).toBe(1);
    expect(await seen(`${resources}true`, market.people.owner)).toBe(0);
    await share(true);
    expect(await seen(`${resources}true`, market.people.owner)).toBe(1);
    expect(await seen('marketplace-public-offerings/')).toBe(1);
  });
});
