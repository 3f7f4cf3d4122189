import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { aProject } from '#test/builders/builders';
import { type Market, type Stocked, stockedMarketPerTest } from '../_worlds/market.ts';

let market: Market;
let stocked: Stocked;
stockedMarketPerTest((opened) => {
  ({ market, stocked } = opened);
});

test('a cluster names its tenant, and the project its machines are on the books of (S0-037)', async () => {
  const { store, customerUuid, people } = market;
  const vmProject = aProject({ customerUuid });
  await store.commit(store.projects.insert(vmProject));
  const { order } = await stocked.place(people.owner, { vm_project: vmProject.uuid });
  expect((await market.ask('GET', `rancher-clusters/${order.resource_uuid}/`, people.owner)).body).toMatchObject({
    tenant: `https://paddock.example/api/openstack-tenants/${stocked.tenant}/`,
    tenant_uuid: stocked.tenant,
    project_uuid: market.projectUuid,
    vm_project: `https://paddock.example/api/projects/${vmProject.uuid}/`,
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
  expect((await market.store.outbox.listPending(10)).operations).toHaveLength(1);
});

test('clusters are filtered by state, with its own choices', async () => {
  await stocked.place();
  const found = (search: string) => market.ask('GET', `rancher-clusters/?${search}`, market.people.owner);
  expect((await found('state=CREATION_SCHEDULED&state=OK')).body).toHaveLength(1);
  expect((await found('state=OK')).body).toEqual([]);
  expect(await found('state=bogus')).toMatchObject({
    status: 400,
    body: { state: ['Select a valid choice. bogus is not one of the available choices.'] },
  });
});

describe('ending a cluster', () => {
  const makeOk = async (uuid: string) => {
    const { store, clock } = market;
    const cluster = await store.clusters.get(uuid);
    const resource = await store.resources.get(cluster.resourceUuid);
    await store.commit(
      store.clusters.replace(changed(cluster, clock.now(), { state: 'OK' })),
      store.resources.replace(changed(resource, clock.now(), { state: 'OK', pendingOrderUuid: undefined })),
    );
  };

  test('while it is created is 409; at rest it is an order of its own, once (R-9-38, R-9-39)', async () => {
    const { order } = await stocked.place();
    const terminate = `marketplace-resources/${order.marketplace_resource_uuid}/terminate/`;
    expect(await market.ask('POST', terminate, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK, Erred.' },
    });
    await makeOk(order.resource_uuid);
    expect(await market.statusOf('POST', terminate, market.people.member)).toBe(403);
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

  test('by DELETE on the cluster has the same checks in the cluster’s words (R-9-39)', async () => {
    const { order } = await stocked.place();
    const address = `rancher-clusters/${order.resource_uuid}/`;
    expect(await market.ask('DELETE', address, market.people.owner)).toMatchObject({
      status: 409,
      body: { detail: 'Valid states for operation: OK, ERRED.' },
    });
    await makeOk(order.resource_uuid);
    expect(await market.statusOf('DELETE', address, market.people.member)).toBe(403);
    expect(await market.ask('DELETE', address, market.people.owner)).toMatchObject({
      status: 202,
      body: { detail: 'Deletion was scheduled.' },
    });
    expect(await market.statusOf('DELETE', address)).toBe(409);
  });

  test('a resource cannot be deleted or made by hand', async () => {
    const { order } = await stocked.place();
    expect(await market.statusOf('DELETE', `marketplace-resources/${order.marketplace_resource_uuid}/`)).toBe(405);
    expect(await market.statusOf('POST', 'marketplace-resources/')).toBe(405);
  });
});
