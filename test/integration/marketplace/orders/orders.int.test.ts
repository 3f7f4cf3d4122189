import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aClusterApiTemplate } from '#test/builders/order-inputs';
import { type Cloud, type Market, type Stocked, stockedMarketPerTest } from '#test/integration/_worlds/market';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ cloud, market, stocked } = opened);
});

const withNodes = z.object({ nodes: z.array(z.looseObject({})) });
const pending = async () => (await market.store.outbox.listPending(10)).operations;

describe('the shop window', () => {
  test('shows active offerings with their plans to everybody, by type (S0-001)', async () => {
    for (const path of ['marketplace-offerings/?type=Rancher', 'marketplace-public-offerings/']) {
      const { status, body, text } = await market.ask('GET', path);
      expect(status).toBe(200);
      expect(body).toMatchObject([
        {
          uuid: stocked.offering.uuid,
          plugin_options: { deployment_mode: 'self_managed' },
          plans: [{ url: stocked.plan }],
        },
      ]);
      expect(text).not.toContain('service_settings');
    }
    expect((await market.ask('GET', 'marketplace-offerings/?type=OpenStack')).body).toEqual([]);
  });

  test('does not show a paused offering, and nobody can order it', async () => {
    const address = `marketplace-provider-offerings/${stocked.offering.uuid}`;
    await market.ask('POST', `${address}/pause/`, market.people.staff);
    expect((await market.ask('GET', 'marketplace-public-offerings/')).body).toEqual([]);
    const body = stocked.order();
    expect(await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body })).toMatchObject({
      status: 400,
      body: { offering: ['Offering is not available.'] },
    });
    expect(await market.ask('POST', `${address}/pause/`, market.people.staff)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: Active.' },
    });
  });
});

describe('an owner’s order', () => {
  test('is confirmed at once, executing, with order, resource and cluster to look at (S0-002, S0-007)', async () => {
    const { answer, order } = await stocked.place();
    expect(answer).toMatchObject({
      status: 201,
      body: { state: 'executing', type: 'Create', resource_name: 'my-cluster' },
      headers: { location: `https://paddock.example/api/marketplace-orders/${order.uuid}/` },
    });
    expect(
      (await market.ask('GET', `marketplace-resources/${order.marketplace_resource_uuid}/`, market.people.owner)).body,
    ).toMatchObject({ state: 'Creating', resource_uuid: order.resource_uuid, order_in_progress_uuid: order.uuid });
    expect(
      (await market.ask('GET', `rancher-clusters/${order.resource_uuid}/`, market.people.owner)).body,
    ).toMatchObject({
      state: 'CREATION_SCHEDULED',
      progress: 0,
      nodes: [],
      tenant_uuid: stocked.tenant,
    });
  });

  test('is put into the outbox with the correlation id of the call, and no machine is made before the answer (S0-009)', async () => {
    const body = stocked.order();
    const headers = { 'x-correlation-id': 'order-of-the-day' };
    await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, headers, body });
    expect(await pending()).toMatchObject([{ machine: 'process-order', correlationId: 'order-of-the-day' }]);
    expect(await cloud.simulator.countOf('POST', '/servers')).toBe(0);
  });

  test('that is refused names the field and leaves nothing (S0-003)', async () => {
    const answer = await market.ask('POST', 'marketplace-orders/', {
      ...market.people.owner,
      body: stocked.order({ nodes: [] }),
    });
    expect(answer).toMatchObject({ status: 400, body: { nodes: expect.any(Array) } });
    for (const list of ['marketplace-orders/', 'marketplace-resources/', 'rancher-clusters/']) {
      expect((await market.ask('GET', list, market.people.staff)).body).toEqual([]);
    }
    expect(await pending()).toEqual([]);
  });

  test('without name or nodes is refused (S0-252, S0-254)', async () => {
    const body = { ...stocked.order(), attributes: {} };
    const required = ['This field is required.'];
    expect((await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body })).body).toEqual({
      name: required,
      nodes: required,
    });
  });

  test('with a tenant on both or neither level is refused (S0-255, S0-269)', async () => {
    const { nodes } = withNodes.parse(stocked.order().attributes);
    const both = { nodes: nodes.map((node) => ({ ...node, tenant: stocked.tenant })) };
    for (const fields of [{ tenant: null }, both]) {
      const body = stocked.order(fields);
      const answer = await market.ask('POST', 'marketplace-orders/', { ...market.people.owner, body });
      expect(answer).toMatchObject({
        ...{ status: 400, body: { tenant: ['Either cluster or node tenant should be specified.'] } },
      });
    }
  });

  test('shows its description and attributes afterwards (S0-253)', async () => {
    const { order } = await stocked.place(market.people.owner, { description: 'for the demo' });
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, market.people.owner)).body).toMatchObject({
      attributes: { name: 'my-cluster', description: 'for the demo', nodes: [{ role: 'server' }, { role: 'agent' }] },
    });
    expect(
      (await market.ask('GET', `rancher-clusters/?field=name&field=description`, market.people.owner)).body,
    ).toEqual([{ name: 'my-cluster', description: 'for the demo' }]);
  });
});

describe('a member’s order', () => {
  test('waits until the owner approves it; others may not (S0-008)', async () => {
    const { answer, order } = await stocked.place(market.people.member);
    expect(answer.body).toMatchObject({ state: 'pending-consumer' });
    expect(await pending()).toEqual([]);
    const approve = `marketplace-orders/${order.uuid}/approve_by_consumer/`;
    expect(await market.statusOf('POST', approve, market.people.member)).toBe(403);
    expect(await market.statusOf('POST', approve, market.people.manager)).toBe(403);
    expect(await market.statusOf('POST', approve, market.people.outsider)).toBe(404);
    expect(await market.ask('POST', approve, market.people.owner)).toMatchObject({ status: 200 });
    expect(await pending()).toHaveLength(1);
    expect(await market.ask('POST', approve, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: pending-consumer.' },
    });
  });

  test('that is rejected frees the name and shows as rejected', async () => {
    const { order } = await stocked.place(market.people.member);
    expect(await market.statusOf('POST', `marketplace-orders/${order.uuid}/reject_by_consumer/`)).toBe(200);
    expect((await market.ask('GET', 'marketplace-orders/?state=rejected', market.people.owner)).body).toHaveLength(1);
    expect((await stocked.place()).answer.status).toBe(201);
  });

  test('can be canceled while it waits', async () => {
    const { order } = await stocked.place(market.people.member);
    expect(await market.statusOf('POST', `marketplace-orders/${order.uuid}/cancel/`, market.people.manager)).toBe(202);
    expect(await market.statusOf('POST', `marketplace-orders/${order.uuid}/retry/`, market.people.manager)).toBe(409);
  });
});

test('nobody sees another customer’s orders, resources and clusters', async () => {
  const { order } = await stocked.place();
  for (const path of [
    `marketplace-orders/${order.uuid}/`,
    `marketplace-resources/${order.marketplace_resource_uuid}/`,
    `rancher-clusters/${order.resource_uuid}/`,
    `rancher-clusters/${order.resource_uuid}/events/`,
  ]) {
    expect(await market.statusOf('GET', path, market.people.outsider)).toBe(404);
    expect(await market.statusOf('GET', path, market.people.member)).toBe(200);
  }
});

describe('attributes of Cluster API, ordered at an offering of another driver', () => {
  test.each([
    ['rancher-custom', {}, 'use `nodes`.'],
    ['rancher-pools', { nodes: undefined, pools: [] }, 'use `pools`.'],
  ])('are refused one by one for %s, also in the dry run (T6)', async (driver, machines, text) => {
    const { staff, owner } = market.people;
    const path = `marketplace-provider-offerings/${stocked.offering.uuid}/`;
    expect(await market.ask('PATCH', path, { ...staff, body: { plugin_options: { driver } } })).toMatchObject({
      status: 200,
    });
    const template = aClusterApiTemplate({ isPublic: true });
    await market.store.commit(market.store.clusterApiTemplates.insert(template));
    const others = { master_count: 1, node_count: 1, labels: {}, merge_labels: true, flavor_id: 'm1.large' };
    for (const fields of [others, { ...others, cluster_api_template: template.uuid }]) {
      const refused = Object.fromEntries(Object.keys(fields).map((field) => [field, [expect.stringContaining(text)]]));
      const body = stocked.order({ ...machines, ...fields });
      expect(await market.ask('POST', 'marketplace-orders/', { ...owner, body })).toMatchObject({
        ...{ status: 400, body: refused },
      });
      const { body: plan } = await market.ask('POST', 'marketplace-orders/plan/', { ...owner, body });
      expect(plan).toMatchObject({ valid: false, errors: expect.arrayContaining([expect.objectContaining(refused)]) });
    }
  });
});
