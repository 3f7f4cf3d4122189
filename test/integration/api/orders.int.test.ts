import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/record';
import { aProject } from '#test/builders';
import { type Cloud, type Market, openMarket, type Stocked, startCloud, stock } from './market.ts';

let cloud: Cloud;
let market: Market;
let stocked: Stocked;
beforeAll(async () => {
  cloud = await startCloud();
}, 60_000);
afterAll(() => cloud.simulator.stop());
beforeEach(async () => {
  market = await openMarket();
  stocked = await stock(market, cloud);
}, 30_000);

const orderReply = z.object({ uuid: z.string(), marketplace_resource_uuid: z.string(), resource_uuid: z.string() });
const place = async (person = market.people.owner, fields: object = {}) => {
  const answer = await market.ask('POST', 'marketplace-orders/', { ...person, body: stocked.order(fields) });
  return { answer, order: orderReply.parse(answer.body) };
};
const withNodes = z.object({ nodes: z.array(z.looseObject({})) });
const pending = () => market.store.outbox.listPending(10);
const statusOf = async (method: string, path: string, person = market.people.owner) =>
  (await market.ask(method, path, person)).status;

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
    const { answer, order } = await place();
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
    const { order } = await place(market.people.owner, { description: 'for the demo' });
    expect((await market.ask('GET', `marketplace-orders/${order.uuid}/`, market.people.owner)).body).toMatchObject({
      attributes: { name: 'my-cluster', description: 'for the demo', nodes: [{ role: 'server' }, { role: 'agent' }] },
    });
    expect(
      (await market.ask('GET', `rancher-clusters/?field=name&field=description`, market.people.owner)).body,
    ).toEqual([{ name: 'my-cluster', description: 'for the demo' }]);
  });
});

test('a cluster names its tenant, and the project its machines are on the books of (S0-037)', async () => {
  const { store, customerUuid, people } = market;
  const vmProject = aProject({ customerUuid });
  await store.commit(store.projects.insert(vmProject));
  const { order } = await place(people.owner, { vm_project: vmProject.uuid });
  expect((await market.ask('GET', `rancher-clusters/${order.resource_uuid}/`, people.owner)).body).toMatchObject({
    tenant: `https://paddock.example/api/openstack-tenants/${stocked.tenant}/`,
    tenant_uuid: stocked.tenant,
    project_uuid: market.projectUuid,
    vm_project: `https://paddock.example/api/projects/${vmProject.uuid}/`,
  });
});

describe('a member’s order', () => {
  test('waits until the owner approves it; others may not (S0-008)', async () => {
    const { answer, order } = await place(market.people.member);
    expect(answer.body).toMatchObject({ state: 'pending-consumer' });
    expect(await pending()).toEqual([]);
    const approve = `marketplace-orders/${order.uuid}/approve_by_consumer/`;
    expect(await statusOf('POST', approve, market.people.member)).toBe(403);
    expect(await statusOf('POST', approve, market.people.manager)).toBe(403);
    expect(await statusOf('POST', approve, market.people.outsider)).toBe(404);
    expect(await market.ask('POST', approve, market.people.owner)).toMatchObject({ status: 200, text: '' });
    expect(await pending()).toHaveLength(1);
    expect(await market.ask('POST', approve, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: pending-consumer.' },
    });
  });

  test('that is rejected frees the name and shows as rejected', async () => {
    const { order } = await place(market.people.member);
    expect(await statusOf('POST', `marketplace-orders/${order.uuid}/reject_by_consumer/`)).toBe(200);
    expect((await market.ask('GET', 'marketplace-orders/?state=rejected', market.people.owner)).body).toHaveLength(1);
    expect((await place()).answer.status).toBe(201);
  });

  test('can be canceled while it waits', async () => {
    const { order } = await place(market.people.member);
    expect(await statusOf('POST', `marketplace-orders/${order.uuid}/cancel/`, market.people.manager)).toBe(202);
    expect(await statusOf('POST', `marketplace-orders/${order.uuid}/retry/`, market.people.manager)).toBe(409);
  });
});

test('nobody sees another customer’s orders, resources and clusters', async () => {
  const { order } = await place();
  for (const path of [
    `marketplace-orders/${order.uuid}/`,
    `marketplace-resources/${order.marketplace_resource_uuid}/`,
    `rancher-clusters/${order.resource_uuid}/`,
    `rancher-clusters/${order.resource_uuid}/events/`,
  ]) {
    expect(await statusOf('GET', path, market.people.outsider)).toBe(404);
    expect(await statusOf('GET', path, market.people.member)).toBe(200);
  }
});

describe('ending a cluster', () => {
  const settle = async (uuid: string) => {
    const { store, clock } = market;
    const cluster = await store.clusters.get(uuid);
    const resource = await store.resources.get(cluster.resourceUuid);
    await store.commit(
      store.clusters.replace(changed(cluster, clock.now(), { state: 'OK' })),
      store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
    );
  };

  test('while it is created is 409; at rest it is an order of its own, once', async () => {
    const { order } = await place();
    const terminate = `marketplace-resources/${order.marketplace_resource_uuid}/terminate/`;
    expect(await market.ask('POST', terminate, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK, Erred.' },
    });
    await settle(order.resource_uuid);
    expect(await statusOf('POST', terminate, market.people.member)).toBe(403);
    const ended = await market.ask('POST', terminate, market.people.owner);
    expect(ended.status).toBe(200);
    const { order_uuid } = z.object({ order_uuid: z.string() }).parse(ended.body);
    expect((await market.ask('GET', `marketplace-orders/${order_uuid}/`, market.people.owner)).body).toMatchObject({
      type: 'Terminate',
      state: 'executing',
    });
    expect(await market.ask('POST', terminate, market.people.owner)).toMatchObject({
      status: 400,
      body: ['Pending order for resource already exists.'],
    });
  });

  test('by DELETE on the cluster has the same checks in the cluster’s words', async () => {
    const { order } = await place();
    const address = `rancher-clusters/${order.resource_uuid}/`;
    expect(await market.ask('DELETE', address, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK, ERRED.' },
    });
    await settle(order.resource_uuid);
    expect(await statusOf('DELETE', address, market.people.member)).toBe(403);
    expect(await market.ask('DELETE', address, market.people.owner)).toMatchObject({
      status: 202,
      body: { detail: 'Deletion was scheduled.' },
    });
    expect(await statusOf('DELETE', address)).toBe(409);
  });

  test('a resource cannot be deleted or made by hand', async () => {
    const { order } = await place();
    expect(await statusOf('DELETE', `marketplace-resources/${order.marketplace_resource_uuid}/`)).toBe(405);
    expect(await statusOf('POST', 'marketplace-resources/')).toBe(405);
  });
});

test('POST on rancher-clusters is an order in short, with the same refusals', async () => {
  const { attributes, ...head } = stocked.order();
  const body = { ...head, ...attributes };
  const short = (fields: object) =>
    market.ask('POST', 'rancher-clusters/', { ...market.people.owner, body: { ...body, ...fields } });
  expect(await short({ nodes: [] })).toMatchObject({ status: 400, body: { nodes: expect.any(Array) } });
  expect(await short({})).toMatchObject({ status: 201, body: { name: 'my-cluster', state: 'CREATION_SCHEDULED' } });
  expect(await short({})).toMatchObject({ status: 400, body: { non_field_errors: ['Name is not unique.'] } });
  expect(await pending()).toHaveLength(1);
});

test('clusters are filtered by state, with its own choices', async () => {
  await place();
  const found = (search: string) => market.ask('GET', `rancher-clusters/?${search}`, market.people.owner);
  expect((await found('state=CREATION_SCHEDULED&state=OK')).body).toHaveLength(1);
  expect((await found('state=OK')).body).toEqual([]);
  expect(await found('state=bogus')).toMatchObject({
    status: 400,
    body: { state: ['Select a valid choice. bogus is not one of the available choices.'] },
  });
});
