import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCustomer } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});
/** An owner of the selling customer, without a role at the buying customer. */
let seller: Person;
let offering: string;

const COMPONENTS = [
  { type: 'cpu', name: 'CPU cores', measured_unit: 'cores', billing_type: 'limit', max_value: 100, default_limit: 2 },
  { type: 'node_hours', name: 'Node hours', measured_unit: 'hours', billing_type: 'usage' },
];
beforeEach(async () => {
  const customer = aCustomer();
  await market.store.commit(market.store.customers.insert(customer));
  const place = { scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid } as const;
  seller = await market.person({}, { role: 'CUSTOMER.OWNER', ...place });
  const body = { name: 'HPC', type: 'Marketplace.Slurm', customer: customer.uuid, components: COMPONENTS };
  offering = (await market.create('marketplace-provider-offerings/', seller, body)).uuid;
  await market.ask('POST', `marketplace-provider-offerings/${offering}/activate/`, seller);
});

const shown = z.looseObject({ uuid: z.string(), marketplace_resource_uuid: z.string(), state: z.string() });
const say = (path: string, person: Person, body: object = {}) => market.ask('POST', path, { ...person, body });
async function place(fields: object = {}, person = market.people.owner) {
  const attributes = { name: 'simulations', description: 'Of winds.' };
  const body = { offering, project: market.projectUuid, attributes, ...fields };
  const answer = await say('marketplace-orders/', person, body);
  return { answer, order: answer.status === 201 ? shown.parse(answer.body) : expect.fail(answer.text) };
}
const orderAs = async (uuid: string) => (await market.ask('GET', `marketplace-orders/${uuid}/`, seller)).body;
const resourceAs = async (uuid: string) => (await market.ask('GET', `marketplace-resources/${uuid}/`, seller)).body;
async function allocated(fields: object = {}) {
  const { order } = await place(fields);
  await say(`marketplace-orders/${order.uuid}/set_state_done/`, seller);
  return order.marketplace_resource_uuid;
}
const withApproval = () =>
  market.ask('PATCH', `marketplace-provider-offerings/${offering}/`, {
    ...seller,
    body: { plugin_options: { auto_approve_remote_orders: false } },
  });

describe('an order at an offering that a site agent carries out', () => {
  test('has a resource without a cluster, limits with the offering’s defaults, and waits for the agent', async () => {
    const { order } = await place();
    expect(order).toMatchObject({
      ...{ type: 'Create', state: 'executing', resource_uuid: null, offering_type: 'Marketplace.Slurm' },
      ...{ limits: { cpu: 2 }, attributes: { name: 'simulations', description: 'Of winds.' } },
    });
    expect(await resourceAs(order.marketplace_resource_uuid)).toMatchObject({ state: 'Creating', scope: null });
    expect((await market.store.outbox.listPending(10)).operations).toEqual([]);
  });

  test('is refused for limits that the offering does not have, or that are too high, by their names', async () => {
    const body = { offering, project: market.projectUuid, attributes: { name: 'a' }, limits: { cpu: 101, gpu: 1 } };
    const { owner } = market.people;
    expect(await say('marketplace-orders/', owner, body)).toMatchObject({
      status: 400,
      body: {
        limits: {
          cpu: ['Ensure this value is less than or equal to 100.'],
          gpu: ['This offering has no component of this name that has limits. Its components with limits: cpu.'],
        },
      },
    });
    const misspelt = { ...body, limits: {}, attributes: { nmae: 'a' } };
    expect(await say('marketplace-orders/', owner, misspelt)).toMatchObject({
      status: 400,
      body: { nmae: ['Unknown attribute. Did you mean "name"?'], name: ['This field is required.'] },
    });
    const flat = { offering, project: market.projectUuid, name: 'a' };
    expect(await say('rancher-clusters/', owner, flat)).toMatchObject({
      status: 400,
      body: { offering: ['A site agent carries out the orders of this offering, and creates no clusters.'] },
    });
  });

  test('is done when the agent says so, by whoever sells alone, and the resource is OK', async () => {
    const { order } = await place();
    const done = `marketplace-orders/${order.uuid}/set_state_done/`;
    expect((await say(done, market.people.owner)).status).toBe(403);
    expect((await say(done, market.people.outsider)).status).toBe(404);
    expect((await say(done, seller)).status).toBe(200);
    expect(await orderAs(order.uuid)).toMatchObject({ state: 'done', completed_at: expect.any(String) });
    expect(await resourceAs(order.marketplace_resource_uuid)).toMatchObject({ state: 'OK' });
    expect((await say(done, seller)).status).toBe(409);
  });

  test('that fails has the agent’s reason, is tried again by either side, and may be terminated', async () => {
    const { order } = await place();
    const erred = () =>
      say(`marketplace-orders/${order.uuid}/set_state_erred/`, seller, {
        error_message: 'No room.',
        error_traceback: 'line 1',
      });
    expect((await erred()).status).toBe(200);
    expect(await orderAs(order.uuid)).toMatchObject({ state: 'erred', error_message: 'No room.' });
    expect(await resourceAs(order.marketplace_resource_uuid)).toMatchObject({ state: 'Erred' });
    expect((await say(`marketplace-orders/${order.uuid}/retry/`, market.people.owner)).status).toBe(200);
    expect(await resourceAs(order.marketplace_resource_uuid)).toMatchObject({ state: 'Creating' });
    await erred();
    expect((await say(`marketplace-orders/${order.uuid}/set_state_executing/`, seller)).status).toBe(200);
    expect(await orderAs(order.uuid)).toMatchObject({ state: 'executing', error_message: '' });
    await erred();
    const ended = await say(`marketplace-resources/${order.marketplace_resource_uuid}/terminate/`, market.people.owner);
    expect(ended.status).toBe(200);
    const late = await say(`marketplace-orders/${order.uuid}/retry/`, market.people.owner);
    expect(late).toMatchObject({
      status: 409,
      body: { detail: 'Only the latest order of a resource can be retried.' },
    });
  });

  test('waits for the provider where the offering says so, and is rejected or approved by who sells', async () => {
    await withApproval();
    const [first, second] = [(await place()).order, (await place({}, market.people.member)).order];
    expect([first.state, second.state]).toEqual(['pending-provider', 'pending-consumer']);
    expect((await say(`marketplace-orders/${first.uuid}/approve_by_provider/`, seller)).status).toBe(200);
    expect(await orderAs(first.uuid)).toMatchObject({ state: 'executing' });
    await say(`marketplace-orders/${second.uuid}/approve_by_consumer/`, market.people.owner);
    expect((await say(`marketplace-orders/${second.uuid}/reject_by_provider/`, seller)).status).toBe(200);
    expect(await resourceAs(second.marketplace_resource_uuid)).toMatchObject({ state: 'Terminated' });
  });

  test('that the agent has begun is not canceled by who ordered', async () => {
    const { order } = await place();
    expect(await say(`marketplace-orders/${order.uuid}/cancel/`, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'A site agent is carrying out this order, so only the provider of the offering can end it.' },
    });
  });

  test('has the id that the agent’s backend gives it', async () => {
    const { order } = await place();
    const address = `marketplace-orders/${order.uuid}/set_backend_id/`;
    expect((await say(address, seller, { backend_id: '4711' })).status).toBe(200);
    expect(await orderAs(order.uuid)).toMatchObject({ backend_id: '4711' });
  });
});

describe('what a site agent looks after', () => {
  test('gets other limits by an order, which hold when the agent has carried it out', async () => {
    const resource = await allocated({ limits: { cpu: 4 } });
    const answer = await say(`marketplace-resources/${resource}/update_limits/`, market.people.owner, {
      limits: { cpu: 8 },
    });
    const { order_uuid: order } = z.object({ order_uuid: z.string() }).parse(answer.body);
    expect(await orderAs(order)).toMatchObject({ type: 'Update', state: 'executing', limits: { cpu: 8 } });
    expect(await resourceAs(resource)).toMatchObject({ state: 'Updating', limits: { cpu: 4 } });
    const twice = await say(`marketplace-resources/${resource}/update_limits/`, market.people.owner, {
      limits: { cpu: 9 },
    });
    expect(twice).toMatchObject({ status: 400, body: ['Pending order for resource already exists.'] });
    await say(`marketplace-orders/${order}/set_state_done/`, seller);
    expect(await resourceAs(resource)).toMatchObject({ state: 'OK', limits: { cpu: 8 } });
  });

  test('stays as it is where other limits are ordered and rejected', async () => {
    const resource = await allocated();
    await withApproval();
    const answer = await say(`marketplace-resources/${resource}/update_limits/`, market.people.owner, {
      limits: { cpu: 8 },
    });
    const { order_uuid: order } = z.object({ order_uuid: z.string() }).parse(answer.body);
    expect(await resourceAs(resource)).toMatchObject({ state: 'OK', order_in_progress_uuid: order });
    await say(`marketplace-orders/${order}/reject_by_provider/`, seller);
    expect(await resourceAs(resource)).toMatchObject({ state: 'OK', limits: { cpu: 2 }, order_in_progress_uuid: null });
  });

  test('is Terminated when the agent has carried that out', async () => {
    const resource = await allocated();
    const answer = await say(`marketplace-resources/${resource}/terminate/`, market.people.owner);
    const { order_uuid: order } = z.object({ order_uuid: z.string() }).parse(answer.body);
    expect(await resourceAs(resource)).toMatchObject({ state: 'Terminating' });
    await say(`marketplace-orders/${order}/set_state_done/`, seller);
    expect(await resourceAs(resource)).toMatchObject({ state: 'Terminated' });
  });

  test('shows what the agent reports of it, and is set to OK and erred by who sells', async () => {
    const resource = await allocated();
    const report = (what: string, body: object = {}) =>
      say(`marketplace-provider-resources/${resource}/${what}/`, seller, body);
    expect((await report('set_backend_id', { backend_id: 'hpc_sim' })).status).toBe(200);
    expect((await report('set_limits', { limits: { cpu: 6 } })).status).toBe(200);
    expect((await report('set_backend_metadata', { backend_metadata: { qos: 'normal' } })).status).toBe(200);
    expect((await report('refresh_last_sync')).status).toBe(200);
    expect(await resourceAs(resource)).toMatchObject({ backend_id: 'hpc_sim', limits: { cpu: 6 } });
    expect((await report('set_as_erred', { error_message: 'Gone.' })).status).toBe(200);
    expect(await resourceAs(resource)).toMatchObject({ state: 'Erred' });
    expect((await report('set_as_ok')).status).toBe(200);
    expect(await resourceAs(resource)).toMatchObject({ state: 'OK' });
    const bought = await say(`marketplace-provider-resources/${resource}/set_as_ok/`, market.people.owner);
    expect(bought.status).toBe(403);
  });

  test.each(['set_as_ok', 'set_as_erred'])('has no cluster whose state staff could set: %s', async (action) => {
    const resource = await allocated();
    const ofAgent = `marketplace-provider-resources/${resource}/`;
    await say(`${ofAgent}set_as_erred/`, seller, { error_message: 'Gone.' });
    const path = `marketplace-resources/${resource}/${action}/`;
    expect(await say(path, seller, { error_message: 5 })).toMatchObject({ status: 403 });
    expect(await say(path, market.people.staff, { error_message: 5 })).toMatchObject({
      status: 409,
      body: {
        detail: 'A site agent manages this resource: set its state at marketplace-provider-resources/.',
      },
    });
    expect((await say(`${ofAgent}${action}/`, market.people.staff)).status).toBe(200);
  });

  test('is forgotten by staff with its order', async () => {
    const { order } = await place();
    const unlinked = `marketplace-resources/${order.marketplace_resource_uuid}/unlink/`;
    expect((await say(unlinked, market.people.staff)).status).toBe(204);
    expect(await orderAs(order.uuid)).toMatchObject({ state: 'canceled' });
  });
});

test('nobody reports on what Paddock carries out itself', async () => {
  const { order } = await stocked.place();
  const { owner } = market.people; // here the same customer sells and buys, and this person owns the customer
  expect(await say(`marketplace-orders/${order.uuid}/set_state_done/`, owner)).toMatchObject({
    status: 400,
    body: ['Paddock carries out this order itself: its state cannot be reported.'],
  });
  const path = `marketplace-provider-resources/${order.marketplace_resource_uuid}`;
  expect(await say(`${path}/set_backend_id/`, owner, { backend_id: 'x' })).toMatchObject({
    status: 400,
    body: ['Paddock manages this resource itself: nothing can be reported about it.'],
  });
  expect((await say(`${path}/set_as_ok/`, owner)).status).toBe(403);
  const limits = await say(`marketplace-resources/${order.marketplace_resource_uuid}/update_limits/`, owner, {
    limits: {},
  });
  expect(limits).toMatchObject({ status: 400, body: ['Limits update is not supported for this resource.'] });
});
