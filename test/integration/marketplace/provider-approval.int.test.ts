import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mailApprovers } from '#shared/app/marketplace/orders/mail-about-order';
import { aCustomer } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
/** Owner of the selling customer, without a role at the buying customer. */
let seller: Person;
let sellerUuid: string;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
const uuids = z.array(z.looseObject({ uuid: z.string() })).transform((rows) => rows.map(({ uuid }) => uuid));
const listed = async (path: string, person: Person) => uuids.parse((await market.ask('GET', path, person)).body);
const pending = async () => (await market.store.outbox.listPending(10)).operations;
const stateOf = async (uuid: string) => (await market.store.orders.get(uuid)).state;

/** Moves the offering to another customer. Orders then need the approval of that customer. */
async function sellFromElsewhere(options: object = { auto_approve_remote_orders: false }): Promise<void> {
  const provider = aCustomer({ name: 'Provider Ltd' });
  sellerUuid = provider.uuid;
  await market.store.commit(market.store.customers.insert(provider));
  const offering = await market.store.offerings.get(stocked.offering.uuid);
  const moved = { ...offering, version: offering.version + 1, customerUuid: sellerUuid, customerName: provider.name };
  await market.store.commit(market.store.offerings.remove(offering));
  await market.store.commit(market.store.offerings.insert(moved));
  seller = await market.person(
    {},
    { role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: sellerUuid, customerUuid: sellerUuid },
  );
  const address = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
  const body = { plugin_options: options };
  expect(await market.ask('PATCH', address, { ...seller, body })).toMatchObject({ status: 200 });
}
const act = (uuid: string, action: string, person: Person, body?: object) =>
  market.ask('POST', `marketplace-orders/${uuid}/${action}/`, { ...person, ...(body && { body }) });

beforeEach(() => sellFromElsewhere());

describe('an order at an offering that approves nothing by itself', () => {
  test('waits for its provider, who needs no role where it is bought, and starts with the provider’s approval', async () => {
    const { owner, manager, member, outsider } = market.people;
    const { order, answer } = await stocked.place();
    expect(answer.body).toMatchObject({ state: 'pending-provider', provider_reviewed_by: null });
    expect(await pending()).toEqual([]);
    for (const person of [owner, manager, member]) {
      expect(await act(order.uuid, 'approve_by_provider', person)).toMatchObject({ status: 403 });
    }
    expect(await act(order.uuid, 'approve_by_provider', outsider)).toMatchObject({ status: 404 });
    expect(await act(order.uuid, 'approve_by_provider', seller, { attributes: { a: 1 } })).toMatchObject({
      status: 400,
      body: { attributes: { a: ['An order cannot be changed: approve it or reject it.'] } },
    });
    expect(await act(order.uuid, 'approve_by_provider', seller, {})).toMatchObject({
      status: 200,
      body: { detail: 'Order has been approved.' },
    });
    expect(await pending()).toMatchObject([{ machine: 'process-order', clusterUuid: order.resource_uuid }]);
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, owner)).body).toMatchObject({
      state: 'executing',
      provider_reviewed_by: expect.stringContaining(seller.user.uuid),
    });
    expect(await act(order.uuid, 'approve_by_provider', seller)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: pending-provider.' },
    });
  });

  test('waits for both, the consumer first; each decides only their own part', async () => {
    const { owner, member } = market.people;
    const { order } = await stocked.place(member);
    expect(await stateOf(order.uuid)).toBe('pending-consumer');
    expect(await act(order.uuid, 'approve_by_provider', seller)).toMatchObject({ status: 409 });
    expect(await act(order.uuid, 'approve_by_consumer', seller)).toMatchObject({ status: 403 });
    expect(await act(order.uuid, 'approve_by_consumer', owner)).toMatchObject({ status: 200 });
    expect(await stateOf(order.uuid)).toBe('pending-provider');
    expect(await pending()).toEqual([]);
    expect(await act(order.uuid, 'reject_by_consumer', owner)).toMatchObject({ status: 409 });
    expect(await act(order.uuid, 'approve_by_provider', market.people.staff)).toMatchObject({ status: 200 });
    expect(await stateOf(order.uuid)).toBe('executing');
  });

  test('is mailed to the owners of the provider, after those of the consumer', async () => {
    const { store, clock } = market;
    const { order } = await stocked.place(market.people.member);
    await act(order.uuid, 'approve_by_consumer', market.people.owner);
    const written = () => store.mails.listDue(clock.now(), 10);
    expect(await written()).toEqual([`order-approvers/${order.uuid}`]);
    await mailApprovers({ store, clock }, order.uuid);
    const key = `order-waiting/${order.uuid}/pending-provider/${seller.user.uuid}`;
    expect(await written()).toContain(key);
    expect(await store.mails.find(key)).toMatchObject({ values: { waitsFor: 'provider' } });
  });

  test('and ten more of the same user in an hour are mailed as one, and others’ orders and the next hour as usual', async () => {
    const { store, clock } = market;
    const { order } = await stocked.place(market.people.member);
    const mail = (createdByUuid: string) =>
      store.orders.get(order.uuid).then(async (one) => {
        await store.commit(store.orders.replace({ ...one, version: one.version + 1, createdByUuid }));
        await mailApprovers({ store, clock }, order.uuid);
        const due = await store.mails.listDue(clock.now(), 100);
        const about = due.filter((key) => key.startsWith('order-waiting/') || key.startsWith('orders-waiting/'));
        for (const key of about) {
          const found = await store.mails.find(key);
          if (found) await store.mails.remove(found);
        }
        return about.map((key) => key.split('/')[0]);
      });
    const [flooder, other] = [market.people.member.user.uuid, market.people.manager.user.uuid];
    for (let number = 0; number < 10; number += 1) expect(await mail(flooder)).toContain('order-waiting');
    expect(new Set(await mail(flooder))).toEqual(new Set(['orders-waiting']));
    expect(await mail(flooder)).toEqual([]);
    expect(await mail(other)).toContain('order-waiting');
    clock.advance(3600);
    expect(await mail(flooder)).toContain('order-waiting');
  });

  test('that the provider rejects says why, and leaves the name free', async () => {
    const { order } = await stocked.place();
    const body = { provider_rejection_comment: 'There is no room.' };
    expect(await act(order.uuid, 'reject_by_provider', market.people.owner, body)).toMatchObject({ status: 403 });
    expect(await act(order.uuid, 'reject_by_provider', seller, body)).toMatchObject({ status: 200 });
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, market.people.owner)).body).toMatchObject({
      state: 'rejected',
      provider_rejection_comment: 'There is no room.',
    });
    expect((await stocked.place()).answer.status).toBe(201);
  });

  test('can be taken back meanwhile, or deleted, by who ordered', async () => {
    const first = await stocked.place();
    expect(await act(first.order.uuid, 'cancel', market.people.manager)).toMatchObject({ status: 202 });
    expect(await stateOf(first.order.uuid)).toBe('canceled');
    const second = await stocked.place();
    expect(await market.statusOf('DELETE', `marketplace-orders/${second.order.uuid}/`, seller)).toBe(403);
    expect(await market.statusOf('DELETE', `marketplace-orders/${second.order.uuid}/`)).toBe(204);
    expect(await market.store.orders.find(second.order.uuid)).toBeUndefined();
  });

  test('starts at once where it is the provider’s own, and the offering says so', async () => {
    await sellFromElsewhere({ auto_approve_in_service_provider_projects: true });
    expect((await stocked.place()).answer.body).toMatchObject({ state: 'pending-provider' });
    const offering = await market.store.offerings.get(stocked.offering.uuid);
    const own = { ...offering, version: offering.version + 1, customerUuid: market.customerUuid };
    await market.store.commit(market.store.offerings.replace(own));
    expect((await stocked.place(market.people.owner, { name: 'another' })).answer.body).toMatchObject({
      state: 'executing',
    });
  });
});

describe('what is bought at a provider', () => {
  test('is seen by its owners, who ask for it by provider, by offering or by what they may approve, and by no other seller', async () => {
    const { order } = await stocked.place();
    const other = aCustomer();
    const stranger = await market.person(
      {},
      { role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: other.uuid, customerUuid: other.uuid },
    );
    const asked = [
      `?provider_uuid=${sellerUuid}`,
      `?offering_uuid=${stocked.offering.uuid}`,
      `?provider_uuid=${sellerUuid}&offering_uuid=${stocked.offering.uuid}`,
      `?provider_uuid=${sellerUuid}&customer_uuid=${market.customerUuid}`,
    ];
    for (const query of asked) {
      expect(await listed(`marketplace-orders/${query}`, seller)).toEqual([order.uuid]);
      expect(await listed(`marketplace-resources/${query}`, seller)).toEqual([order.marketplace_resource_uuid]);
      expect(await listed(`marketplace-orders/${query}`, stranger)).toEqual([]);
      expect(await listed(`marketplace-resources/${query}`, stranger)).toEqual([]);
    }
    expect(await listed('marketplace-orders/?can_approve_as_provider=true', seller)).toEqual([order.uuid]);
    expect(await listed('marketplace-orders/?can_approve_as_provider=true', stranger)).toEqual([]);
    expect(await listed('marketplace-orders/?can_approve_as_provider=true', market.people.owner)).toEqual([]);
    for (const [path, person, status] of [
      [`marketplace-orders/${order.uuid}/`, seller, 200],
      [`marketplace-resources/${order.marketplace_resource_uuid}/`, seller, 200],
      [`rancher-clusters/${order.resource_uuid}/`, seller, 404],
      [`marketplace-orders/${order.uuid}/`, stranger, 404],
      [`marketplace-resources/${order.marketplace_resource_uuid}/`, stranger, 404],
    ] as const) {
      expect([path, await market.statusOf('GET', path, person)]).toEqual([path, status]);
    }
    const end = `marketplace-resources/${order.marketplace_resource_uuid}/terminate/`;
    expect(await market.statusOf('POST', end, seller)).toBe(403);
  });

  test('gives no access to what is bought elsewhere: a list that is asked for both has only the provider’s own', async () => {
    await stocked.place();
    const both = `?provider_uuid=${sellerUuid}&provider_uuid=${market.customerUuid}`;
    for (const query of ['', both, `?provider_uuid=${market.customerUuid}`]) {
      expect([query, await listed(`marketplace-orders/${query}`, seller)]).toEqual([query, []]);
      expect([query, await listed(`marketplace-resources/${query}`, seller)]).toEqual([query, []]);
    }
  });
});
