import { beforeAll, describe, expect, test } from 'vitest';
import type { RoleGrant, RoleName } from '#shared/domain/organizations/role';
import { aCluster, aCustomer, aNode, anOrder, aProject, aResource, aTenant, aUuid } from '#test/builders/builders';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';
import { type RecordedCall, recordCalls } from '../store/record-calls.ts';

const PROJECTS = 20;
/** Lists of objects that belong to projects. Each project of this test has one object of each kind. */
const LISTS = [
  'projects',
  'openstack-tenants',
  'marketplace-orders',
  'marketplace-resources',
  'rancher-clusters',
  'rancher-nodes',
];

let api: ApiUnderTest;
let calls: RecordedCall[];
const people: Record<string, Person> = {};

async function fillCustomer(projects: number): Promise<{ customerUuid: string; projectUuids: string[] }> {
  const { store } = api;
  const { uuid: customerUuid, ...customer } = aCustomer();
  await store.commit(store.customers.insert({ uuid: customerUuid, ...customer }));
  const projectUuids = Array.from({ length: projects }, aUuid);
  for (const projectUuid of projectUuids) {
    const place = { customerUuid, projectUuid };
    const cluster = aCluster(place);
    await store.commit(
      store.projects.insert(aProject({ uuid: projectUuid, customerUuid })),
      store.tenants.insert(aTenant(place)),
      store.orders.insert(anOrder(place)),
      store.resources.insert(aResource(place)),
      store.clusters.insert(cluster),
      store.nodes.insert(aNode({ ...place, clusterUuid: cluster.uuid })),
    );
  }
  return { customerUuid, projectUuids };
}

const grants = (role: RoleName, customerUuid: string, scopes: readonly string[]): Partial<RoleGrant>[] =>
  scopes.map((scopeUuid) => ({
    role,
    customerUuid,
    scopeUuid,
    scopeType: role === 'CUSTOMER.OWNER' ? 'customer' : 'project',
  }));

beforeAll(async () => {
  api = await apiUnderTest();
  const { customerUuid, projectUuids } = await fillCustomer(PROJECTS);
  people.staff = await api.person({ isStaff: true });
  people.owner = await api.person({}, ...grants('CUSTOMER.OWNER', customerUuid, [customerUuid]));
  people['member of 1'] = await api.person({}, ...grants('PROJECT.MEMBER', customerUuid, projectUuids.slice(0, 1)));
  people['member of 20'] = await api.person({}, ...grants('PROJECT.MEMBER', customerUuid, projectUuids));
  people.outsider = await api.person();
  calls = recordCalls(api.client);
}, 60_000);

async function costOf(who: string, list: string): Promise<{ status: number; total: number; calls: number }> {
  const before = calls.length;
  const { status, headers } = await api.ask('GET', `${list}/`, people[who]);
  return { status, total: Number(headers['x-result-count']), calls: calls.length - before };
}

describe('a list page', () => {
  test.each([
    ['outsider', { total: 0, calls: 1 }],
    ['member of 1', { total: 1, calls: 3 }],
    ['member of 20', { total: PROJECTS, calls: 22 }],
    ['owner', { total: PROJECTS, calls: 3 }],
    ['staff', { total: PROJECTS, calls: 3 }],
  ])(
    'for %s has what they may see, by one query for each partition they may read (S0-164, S0-166)',
    async (who, cost) => {
      for (const list of LISTS) {
        expect([list, await costOf(who, list)]).toEqual([list, { status: 200, ...cost }]);
      }
    },
  );

  test('costs the same when others have more, and shows none of it (S0-166)', async () => {
    await fillCustomer(PROJECTS);
    for (const list of LISTS) {
      expect(await costOf('member of 1', list)).toEqual({ status: 200, total: 1, calls: 3 });
      expect(await costOf('member of 20', list)).toEqual({ status: 200, total: PROJECTS, calls: 22 });
      expect(await costOf('owner', list)).toEqual({ status: 200, total: PROJECTS, calls: 3 });
    }
  });
});
