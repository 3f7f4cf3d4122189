import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SITE_AGENT_TYPE } from '#shared/domain/marketplace/site-agent-offering';
import { aCluster, aProject, aResource, aUuid } from '#test/builders/builders';
import { anAgentResource, soldByAgent } from '#test/builders/site-agent-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { otherSeller } from '../_worlds/site-agent-market.ts';

let market: Market;
/** Owner of another customer, which sells to the market's customer. */
let seller: Person;
let sold: ReturnType<typeof soldByAgent>;
beforeEach(async () => {
  market = await openMarket();
  const { store, customerUuid, projectUuid } = market;
  const other = await otherSeller(market);
  seller = other.person;
  sold = soldByAgent({ customerUuid, projectUuid }, other.customer.uuid);
  await store.commit(store.offerings.insert(sold.offering), store.resources.insert(sold.resource));
});

const rows = z.array(z.looseObject({ uuid: z.string() }));
async function listed(query = '', person = seller, collection = 'marketplace-provider-resources') {
  const { status, body } = await market.ask('GET', `${collection}/${query}`, person);
  expect(status).toBe(200);
  return rows.parse(body);
}
const namesOf = async (query = '', person = seller) => (await listed(query, person)).map(({ uuid }) => uuid);

describe('what is bought from a customer’s offerings', () => {
  test('is listed and shown to its owners, and to staff and support, and not to who has bought it', async () => {
    const { owner, member, outsider, staff } = market.people;
    const support = await market.person({ isSupport: true });
    const { uuid } = sold.resource;
    for (const person of [seller, staff, support]) expect(await namesOf('', person)).toEqual([uuid]);
    for (const person of [owner, member, outsider]) expect(await namesOf('', person)).toEqual([]);
    const shown = async (person: Person) =>
      (await market.ask('GET', `marketplace-provider-resources/${uuid}/`, person)).status;
    expect([await shown(seller), await shown(staff), await shown(support)]).toEqual([200, 200, 200]);
    expect([await shown(owner), await shown(member), await shown(outsider)]).toEqual([404, 404, 404]);
  });

  test('has what a site agent asks of it, the same in the list and alone', async () => {
    const [row] = await listed(`?offering_uuid=${sold.offering.uuid}&state=OK&state=Erred`);
    expect(row).toMatchObject({
      ...{ backend_id: 'alloc_1', limits: { cpu: 4 }, backend_metadata: {}, offering_type: SITE_AGENT_TYPE },
      ...{ attributes: { name: 'allocation', description: '' }, project_slug: 'demo', customer_slug: 'example' },
      ...{ offering_plugin_options: {}, offering_backend_id: '', paused: false, downscaled: false },
      ...{ restrict_member_access: false, end_date: null, project_end_date: null },
    });
    const shown = await market.ask('GET', `marketplace-provider-resources/${sold.resource.uuid}/`, seller);
    expect(shown.body).toEqual(row);
  });

  test('is found by offering, state and project, in pages, with the fields that are asked for', async () => {
    const { store, customerUuid } = market;
    const project = aProject({ customerUuid });
    const place = { ...sold.resource, ...{ projectUuid: project.uuid, customerUuid } };
    const { offeringUuid, providerUuid } = sold.resource;
    const erred = anAgentResource({
      ...{ projectUuid: place.projectUuid, customerUuid, offeringUuid, providerUuid },
      state: 'Erred',
      created: '2026-01-02T00:00:00.000Z',
    });
    await store.commit(store.projects.insert(project), store.resources.insert(erred));
    expect(await namesOf('?state=Erred&state=Updating')).toEqual([erred.uuid]);
    expect(await namesOf(`?project_uuid=${project.uuid}`)).toEqual([erred.uuid]);
    expect(await listed('?field=uuid&field=project_slug&page_size=1&page=2&o=state')).toEqual([
      { uuid: sold.resource.uuid, project_slug: 'demo' },
    ]);
    expect((await namesOf(`?offering_uuid=${offeringUuid}`)).sort()).toEqual([erred.uuid, sold.resource.uuid].sort());
  });

  test('is found by the id that its site agent has given it, and by those of clusters, by whoever sees it', async () => {
    const { member } = market.people;
    const { uuid } = sold.resource;
    for (const ids of ['backend_id=alloc_1', 'backend_id=alloc_1&backend_id=c-m-none&state=OK']) {
      expect(await namesOf(`?${ids}`)).toEqual([uuid]);
      expect(await listed(`?${ids}`, member, 'marketplace-resources')).toMatchObject([{ uuid }]);
    }
    expect(await namesOf('?backend_id=alloc_1&state=Erred')).toEqual([]);
    expect(await namesOf('?backend_id=alloc_1&runtime_state=active')).toEqual([]);
    expect(await namesOf('?backend_id=alloc_2')).toEqual([]);
    const many = Array.from({ length: 30 }, (_, at) => `backend_id=none_${at}&`).join('');
    expect(await namesOf(`?${many}backend_id=alloc_1`)).toEqual([uuid]);
    const address = `marketplace-provider-resources/${uuid}/set_backend_id/`;
    await market.ask('POST', address, { ...seller, body: { backend_id: 'alloc_2' } });
    expect([await namesOf('?backend_id=alloc_1'), await namesOf('?backend_id=alloc_2')]).toEqual([[], [uuid]]);
  });

  test('is not what others sell, or what the seller’s own projects have bought elsewhere', async () => {
    const { store, customerUuid, projectUuid } = market;
    const others = soldByAgent({ customerUuid, projectUuid });
    const cluster = aResource({
      customerUuid: sold.offering.customerUuid,
      providerUuid: customerUuid,
      offeringUuid: others.offering.uuid,
    });
    await store.commit(
      store.offerings.insert(others.offering),
      store.resources.insert(others.resource),
      store.resources.insert(cluster),
    );
    expect(await namesOf()).toEqual([sold.resource.uuid]);
    expect(await namesOf(`?offering_uuid=${others.offering.uuid}`)).toEqual([]);
    const bought = await market.ask('GET', `marketplace-provider-resources/${cluster.uuid}/`, seller);
    expect(bought.status).toBe(404);
    expect(await listed('', seller, 'marketplace-resources')).toMatchObject([{ uuid: cluster.uuid }]);
  });

  test('is a cluster, too, which is found by what it is called in Rancher, and says nothing that only site agents report', async () => {
    const { store } = market;
    const { customerUuid, uuid: offeringUuid } = sold.offering;
    const cluster = aCluster({ backendId: 'c-m-1' });
    const resource = aResource({ offeringUuid, providerUuid: customerUuid, clusterUuid: cluster.uuid });
    await store.commit(store.clusters.insert(cluster), store.resources.insert(resource));
    const [row, ...others] = await listed('?backend_id=c-m-1');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ uuid: resource.uuid, limits: {}, paused: false });
    for (const field of ['backend_id', 'attributes', 'project_slug']) expect(row).not.toHaveProperty(field);
  });

  test('is shown to its seller where its record is of before sellers were kept', async () => {
    const { store } = market;
    const { providerUuid, ...older } = anAgentResource({ ...sold.resource, uuid: aUuid() });
    await store.commit(store.resources.insert(older));
    const address = `marketplace-provider-resources/${older.uuid}/`;
    expect(await market.statusOf('GET', address, seller)).toBe(200);
    expect(await market.statusOf('GET', address)).toBe(404);
  });
});
