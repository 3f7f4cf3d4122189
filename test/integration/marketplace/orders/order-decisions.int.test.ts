import { describe, expect, test } from 'vitest';
import { changed } from '#shared/domain/_core/record';
import { type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
const act = (uuid: string, action: string, body?: unknown, person = market.people.owner) =>
  market.ask('POST', `marketplace-orders/${uuid}/${action}/`, { ...person, ...(body !== undefined && { body }) });

describe('a decision about an order', () => {
  test.each([[undefined], [{}], [{ terms_of_service_accepted: true }]])(
    'takes what Waldur’s clients send with an approval, %j, and answers in a sentence',
    async (body) => {
      const { order } = await stocked.place(market.people.member);
      expect(await act(order.uuid, 'approve_by_consumer', body)).toMatchObject({
        status: 200,
        body: { detail: 'Order has been approved.' },
      });
    },
  );

  test('refuses a body that is no object once everything else is right', async () => {
    const { order } = await stocked.place(market.people.member);
    expect(await act(order.uuid, 'approve_by_consumer', [], market.people.member)).toMatchObject({ status: 403 });
    for (const action of ['approve_by_consumer', 'reject_by_consumer']) {
      expect(await act(order.uuid, action, [])).toMatchObject({ status: 400 });
    }
    expect(await act(order.uuid, 'reject_by_consumer', { consumer_rejection_comment: 7 })).toMatchObject({
      status: 400,
      body: { consumer_rejection_comment: ['Not a valid string.'] },
    });
  });

  test('keeps why an order was rejected', async () => {
    const { order } = await stocked.place(market.people.member);
    const body = { consumer_rejection_comment: 'Use the cluster of the other team.' };
    expect(await act(order.uuid, 'reject_by_consumer', body)).toMatchObject({ status: 200 });
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, market.people.member)).body).toMatchObject({
      ...{ state: 'rejected', ...body, provider_rejection_comment: '' },
    });
  });

  test('is for the consumer alone where nobody asks the provider', async () => {
    const { order } = await stocked.place(market.people.member);
    expect(await act(order.uuid, 'approve_by_provider', {})).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: pending-provider.' },
    });
  });
});

describe('an order that nobody has started', () => {
  test('is deleted by owners and administrators, and leaves nothing behind', async () => {
    const { order } = await stocked.place(market.people.member);
    const address = `marketplace-orders/${order.uuid}/`;
    expect(await market.statusOf('DELETE', address, market.people.member)).toBe(403);
    expect(await market.statusOf('DELETE', address, market.people.outsider)).toBe(404);
    expect(await market.statusOf('DELETE', address, market.people.manager)).toBe(204);
    expect(await market.statusOf('GET', address)).toBe(404);
    expect(await market.store.clusters.find(order.resource_uuid)).toBeUndefined();
    expect((await market.store.resources.get(order.marketplace_resource_uuid)).state).toBe('Terminated');
    expect((await stocked.place()).answer.status).toBe(201);
  });

  test('is not one that works, or is done', async () => {
    const { order } = await stocked.place();
    expect(await market.ask('DELETE', `marketplace-orders/${order.uuid}/`, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: pending-consumer, pending-provider.' },
    });
  });
});

describe('a termination', () => {
  test.each([
    [{ attributes: 'x' }, { attributes: { non_field_errors: ['Invalid data. Expected a dictionary, but got str.'] } }],
    [
      { attributes: { keep: 1 } },
      { attributes: { keep: ['Unknown attribute: termination always deletes the whole cluster.'] } },
    ],
    [{ atributes: {} }, { atributes: ['Unknown field. Did you mean "attributes"?'] }],
  ])('that says %j is refused by the field', async (body, said) => {
    const { order } = await stocked.place();
    const { store, clock } = market;
    const resource = await store.resources.get(order.marketplace_resource_uuid);
    await store.commit(store.resources.replace(changed(resource, clock.now(), { state: 'OK' })));
    const address = `marketplace-resources/${resource.uuid}/terminate/`;
    expect(await market.ask('POST', address, { ...market.people.owner, body })).toMatchObject({
      status: 400,
      body: said,
    });
    expect((await store.resources.get(resource.uuid)).state).toBe('OK');
  });
});

test('a resource is renamed by administrators; what a resource does not have is refused by its name', async () => {
  const { order } = await stocked.place();
  const address = `marketplace-resources/${order.marketplace_resource_uuid}/`;
  const patch = (body: object, person = market.people.manager) => market.ask('PATCH', address, { ...person, body });
  expect(await patch({ name: 'Web shop' }, market.people.member)).toMatchObject({ status: 403 });
  expect(await patch({ name: 'Web shop', end_date: null })).toMatchObject({ status: 200, body: { name: 'Web shop' } });
  expect(await patch({ description: 'x' })).toMatchObject({
    ...{
      status: 400,
      body: { description: ['A resource has no description. Change the description of the cluster.'] },
    },
  });
  expect(await market.ask('PUT', address, { ...market.people.owner, body: {} })).toMatchObject({ status: 400 });
  expect((await market.store.clusters.get(order.resource_uuid)).name).toBe('my-cluster');
});
