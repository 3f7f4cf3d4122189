import { beforeAll, expect, test } from 'vitest';
import {
  aCluster,
  aCustomer,
  aNode,
  aNodeSpec,
  anOrder,
  aProject,
  aResource,
  aTenant,
  aUuid,
} from '#test/builders/builders';
import { anOffering } from '#test/builders/offering-builders';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';
import { type RecordedCall, recordCalls } from '../store/record-calls.ts';

const LATER = { created: '2026-03-03T00:00:00.000Z', modified: '2026-03-03T00:00:00.000Z' };
/** The customer and project of all objects that the filters look for. */
const place = { customerUuid: aUuid(), projectUuid: aUuid() };
const cluster = aCluster({
  ...{ ...place, name: 'field', state: 'ERRED', backendId: 'c-m-field', runtimeState: 'field-state' },
  imported: { publicIps: [{ address: '192.0.2.7', tenantUuid: aUuid() }] },
});
const offeringUuid = aUuid();
const resource = aResource({
  ...{ ...place, ...LATER, name: 'field', slug: 'field', offeringUuid, planUuid: aUuid() },
  ...{ state: 'Erred', clusterUuid: cluster.uuid },
});
const order = anOrder({
  ...{ ...place, offeringUuid, clusterUuid: cluster.uuid, resourceUuid: resource.uuid },
  ...{ ...LATER, resourceName: 'field', state: 'executing', type: 'Create' },
});
const node = aNode({ ...place, clusterUuid: cluster.uuid, spec: aNodeSpec({ name: 'field-node' }) });
const ofProject = `project_uuid=${place.projectUuid}`;
const ofCustomer = `customer_uuid=${place.customerUuid}`;
const atWork = 'state=executing&state=pending-consumer';

/** Queries that Waldur's clients send (docs/filters.md). Each finds one object. */
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

const soldBy = aUuid();
const before = 'created_before=2030-01-01T00:00:00Z';
/** Queries that have no index. Each query finds exactly one object. */
const RARE: readonly [string, string][] = [
  ['rancher-clusters', 'query=FIEL'],
  ['rancher-clusters', 'runtime_state=field-state'],
  ['rancher-clusters', `external_ip=192.0.2.7&${before}`],
  ['rancher-nodes', 'name_exact=field-node'],
  ['marketplace-resources', 'query=fIeLd'],
  ['marketplace-resources', 'backend_id=c-m-field'],
  ['marketplace-resources', 'backend_id=c-m-field&state=Erred'],
  ['marketplace-resources', 'runtime_state=field-state'],
  ['marketplace-resources', `provider_uuid=${soldBy}`],
  ['marketplace-resources', 'offering_slug=field-sale&offering_type=Rancher'],
  ['marketplace-resources', `plan_uuid=${aUuid()}&plan_uuid=${resource.planUuid}`],
  ['marketplace-resources', `scope=https://paddock.example/api/rancher-clusters/${cluster.uuid}/`],
  ['marketplace-resources', `created=2026-03-02&${before}`],
  ['marketplace-orders', 'query=FIELD'],
  ['marketplace-orders', `provider_uuid=${soldBy}&state=executing`],
  ['marketplace-orders', 'offering_slug=field-sale'],
  ['marketplace-orders', 'modified=2026-03-02T00:00:00'],
  ['marketplace-orders', `resource=https://paddock.example/api/marketplace-resources/${resource.uuid}/`],
  ['projects', 'query=ield&is_removed=false&include_terminated=true'],
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
    store.offerings.insert(anOffering({ uuid: offeringUuid, customerUuid: soldBy, slug: 'field-sale' })),
    store.offerings.insert(anOffering()),
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

/**
 * The permitted number of database calls. If an owner filters by offering, one more call reads the offering, because
 * the owner's customer may sell it.
 */
const mayTake = (who: keyof typeof people, query: string): number =>
  who === 'owner' && query.includes('offering_uuid=') ? 4 : 3;

async function ask(who: keyof typeof people, list: string, query: string) {
  const before = calls.length;
  const { status, headers } = await api.ask('GET', `${list}/?${query}`, people[who]);
  return { status, total: Number(headers['x-result-count']), isCheap: calls.length - before <= mayTake(who, query) };
}

/** Test names without the uuids, because the uuids differ in each run. */
const NAMED = ASKED.map(([list, query]) => [list, query.replaceAll(/[0-9a-f]{32}/g, '…'), query] as const);

test.each(NAMED)(
  '%s?%s is three calls of the database at most, and one more for a seller',
  async (list, _name, query) => {
    for (const who of ['staff', 'owner', 'member'] as const) {
      expect([who, await ask(who, list, query)]).toEqual([who, { status: 200, total: 1, isCheap: true }]);
    }
  },
);

test.each(NAMED)('%s?%s shows a stranger nothing (S0-028)', async (list, _name, query) => {
  expect(await ask('stranger', list, query)).toMatchObject({ status: 200, total: 0 });
});

test.each(RARE.map(([list, query]) => [list, query.replaceAll(/[0-9a-f]{32}/g, '…'), query] as const))(
  '%s?%s finds what it is asked for, and a stranger nothing',
  async (list, _name, query) => {
    for (const who of ['staff', 'owner', 'member'] as const) {
      expect([who, await ask(who, list, query)]).toMatchObject([who, { status: 200, total: 1 }]);
    }
    expect(await ask('stranger', list, query)).toMatchObject({ status: 200, total: 0 });
  },
);

test('an owner finds the orders that wait for their approval, a member none', async () => {
  const waiting = anOrder({ ...place, state: 'pending-consumer', resourceName: 'waiting' });
  await api.store.commit(api.store.orders.insert(waiting));
  const asked = `project_uuid=${place.projectUuid}&can_approve_as_consumer=`;
  expect(await ask('owner', 'marketplace-orders', `${asked}true`)).toMatchObject({ total: 1 });
  expect(await ask('member', 'marketplace-orders', `${asked}True`)).toMatchObject({ total: 0 });
  expect(await ask('member', 'marketplace-orders', `${asked}maybe`)).toMatchObject({ status: 400 });
  const all = Number((await ask('owner', 'marketplace-orders', ofProject)).total);
  expect(await ask('owner', 'marketplace-orders', `${asked}false`)).toMatchObject({ total: all - 1 });
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
