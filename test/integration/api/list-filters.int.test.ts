import { beforeAll, expect, test } from 'vitest';
import { aCluster, aCustomer, aNode, anOrder, aProject, aResource, aTenant, aUuid } from '#test/builders';
import { type RecordedCall, recordCalls } from '../store/record-calls.ts';
import { type ApiUnderTest, apiUnderTest, type Person } from './api-under-test.ts';

/** What is looked for: one of everything, in one project. */
const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const cluster = aCluster({ ...place, name: 'field', state: 'ERRED', backendId: 'c-m-field' });
const offeringUuid = aUuid();
const resource = aResource({ ...place, name: 'field', offeringUuid, state: 'Erred', clusterUuid: cluster.uuid });
const order = anOrder({
  ...{ ...place, offeringUuid, clusterUuid: cluster.uuid, resourceUuid: resource.uuid },
  ...{ resourceName: 'field', state: 'executing', type: 'Create' },
});
const node = aNode({ ...place, clusterUuid: cluster.uuid });
const ofProject = `project_uuid=${place.projectUuid}`;
const ofCustomer = `customer_uuid=${place.customerUuid}`;
const atWork = 'state=executing&state=pending-consumer';

/** What Waldur's clients ask for (docs/filters.md). Each finds one. */
const ASKED: readonly [string, string][] = [
  ['rancher-clusters', `name_exact=field&${ofProject}`],
  ['rancher-clusters', `name_exact=field&${ofCustomer}`],
  ['rancher-clusters', 'name=FIEL'],
  ['rancher-clusters', 'backend_id=c-m-field'],
  ['rancher-clusters', `uuid=${cluster.uuid}`],
  ['rancher-clusters', `state=ERRED&${ofProject}`],
  ['rancher-clusters', `state=ERRED&state=CREATING&${ofCustomer}`],
  ['rancher-clusters', `state=ERRED&service_settings_uuid=${cluster.settingsUuid}`],
  ['rancher-nodes', `cluster_uuid=${cluster.uuid}`],
  ['marketplace-orders', `resource_uuid=${resource.uuid}`],
  ['marketplace-orders', `marketplace_resource_uuid=${resource.uuid}`],
  ['marketplace-orders', `resource_uuid=${resource.uuid}&type=Create&${atWork}`],
  ['marketplace-orders', `offering_uuid=${offeringUuid}&${atWork}`],
  ['marketplace-orders', `state=executing&${ofCustomer}`],
  ['marketplace-resources', `name_exact=field&${ofProject}`],
  ['marketplace-resources', `resource_uuid=${cluster.uuid}`],
  ['marketplace-resources', `state=Creating&state=Erred&offering_uuid=${offeringUuid}`],
  ['projects', 'name_exact=Field'],
  ['projects', 'slug=field'],
  ['openstack-tenants', `name_exact=field-cloud&${ofProject}`],
];

let api: ApiUnderTest;
let calls: RecordedCall[];
let people: Record<'staff' | 'owner' | 'member' | 'stranger', Person>;

beforeAll(async () => {
  api = await apiUnderTest();
  const { store } = api;
  const { projectUuid, customerUuid } = place;
  await store.commit(
    store.customers.insert(aCustomer({ uuid: customerUuid })),
    store.projects.insert(aProject({ uuid: projectUuid, customerUuid, name: 'Field', slug: 'field' })),
    store.tenants.insert(aTenant({ ...place, name: 'field-cloud' })),
    store.clusters.insert(cluster),
    store.nodes.insert(node),
    store.orders.insert(order),
    store.resources.insert(resource),
  );
  const others = { customerUuid, projectUuid: aUuid() };
  await store.commit(
    store.clusters.insert(aCluster({ ...others, name: 'other', state: 'OK' })),
    store.orders.insert(anOrder({ ...others, state: 'done' })),
    store.resources.insert(aResource({ ...others, name: 'other', state: 'OK' })),
    store.nodes.insert(aNode(others)),
  );
  const owner = { role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: customerUuid, customerUuid } as const;
  const member = { role: 'PROJECT.MEMBER', scopeType: 'project', scopeUuid: projectUuid, customerUuid } as const;
  people = {
    staff: await api.person({ isStaff: true }),
    owner: await api.person({}, owner),
    member: await api.person({}, member),
    stranger: await api.person({}, { ...owner, scopeUuid: aUuid(), customerUuid: aUuid() }),
  };
  calls = recordCalls(api.client);
}, 60_000);

/** The total that is answered, and whether it took more than the three calls that a list page may. */
async function ask(who: keyof typeof people, list: string, query: string) {
  const before = calls.length;
  const { status, headers } = await api.ask('GET', `${list}/?${query}`, people[who]);
  return { status, total: Number(headers['x-result-count']), isCheap: calls.length - before <= 3 };
}

/** Without the uuids, which are others each time. */
const NAMED = ASKED.map(([list, query]) => [list, query.replaceAll(/[0-9a-f]{32}/g, '…'), query] as const);

test.each(NAMED)('%s?%s is three calls of the database at most', async (list, _name, query) => {
  for (const who of ['staff', 'owner', 'member'] as const) {
    expect([who, await ask(who, list, query)]).toEqual([who, { status: 200, total: 1, isCheap: true }]);
  }
});

test.each(NAMED)('%s?%s shows a stranger nothing (S0-028)', async (list, _name, query) => {
  expect(await ask('stranger', list, query)).toMatchObject({ status: 200, total: 0 });
});

test('several offerings are asked for at once, as the site agent does', async () => {
  const asked = `offering_uuid=${aUuid()}&offering_uuid=${offeringUuid}&state=Erred&state=Creating`;
  expect(await ask('staff', 'marketplace-resources', asked)).toEqual({ status: 200, total: 1, isCheap: true });
  expect(await ask('staff', 'marketplace-resources', 'offering_uuid=no')).toMatchObject({ status: 400 });
});

test('orders are asked for in states of Waldur that no order has here', async () => {
  const asked = `offering_uuid=${offeringUuid}&state=pending-provider&state=executing`;
  expect(await ask('staff', 'marketplace-orders', asked)).toEqual({ status: 200, total: 1, isCheap: true });
  expect(await ask('staff', 'marketplace-orders', 'state=pending-provider')).toMatchObject({ status: 200, total: 0 });
  expect(await ask('staff', 'marketplace-orders', 'state=lost')).toMatchObject({ status: 400 });
});

test('orders are found by what replies call the cluster of a resource, too', async () => {
  expect(await ask('member', 'marketplace-orders', `resource_uuid=${cluster.uuid}`)).toMatchObject({ total: 1 });
});
