import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { changed } from '#shared/domain/_core/record';
import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import { actingAs } from '#shared/runtime/acting-user';
import { aCluster, aCustomer, aNode, aProject, aUser, aUuid } from '#test/builders/builders';
import { type ApiUnderTest, apiUnderTest, ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { recordCalls } from '../store/record-calls.ts';

const shown = z.array(z.looseObject({ uuid: z.string(), event_type: z.string(), message: z.string() }));
const groups = z.record(z.string(), z.array(z.string()));

let api: ApiUnderTest;
let staff: Person;
let owner: Person;
let member: Person;
let stranger: Person;
const customer = aCustomer({ name: 'Acme' });
const project = aProject({ customerUuid: customer.uuid, name: 'Shop' });
const place = { customerUuid: customer.uuid, projectUuid: project.uuid };
const cluster = aCluster({ ...place, name: 'blue', state: 'CREATION_SCHEDULED' });
const node = aNode({ ...place, clusterUuid: cluster.uuid });
const ada = aUuid();

beforeAll(async () => {
  api = await apiUnderTest();
  const { store, clock } = api;
  staff = await api.person({ isStaff: true });
  const scoped = { customerUuid: customer.uuid };
  owner = await api.person({}, { ...scoped, role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: customer.uuid });
  member = await api.person({}, { ...scoped, role: 'PROJECT.MEMBER', scopeType: 'project', scopeUuid: project.uuid });
  stranger = await api.person();
  const happens = async (change: () => Promise<void>) => {
    clock.advance(60);
    await change();
  };
  await happens(() => store.commit(store.customers.insert(customer)));
  await happens(() => store.commit(store.projects.insert(project)));
  await happens(() => store.commit(store.clusters.insert(cluster), store.nodes.insert(node)));
  await happens(() =>
    actingAs({ kind: 'user', userUuid: ada, username: 'ada', sourceAddress: '192.0.2.7' }, () =>
      store.commit(store.projects.replace(changed(project, clock.now(), { name: 'Store' }))),
    ),
  );
  await happens(() => store.commit(store.clusters.replace(clusterMovesTo(cluster, 'CREATING', clock.now()))));
  await happens(() => store.commit(store.customers.insert(aCustomer({ name: 'Others' }))));
  await happens(() => store.commit(store.users.insert(aUser({ username: 'grace' }))));
});

const listed = async (person: Person, query = '') => {
  const { body, headers } = await api.ask('GET', `events/?page_size=300&${query}`, person);
  const events = shown.parse(body);
  expect(headers['x-result-count']).toBe(`${events.length}`);
  return events;
};
const typesOf = async (person: Person, query = '') => (await listed(person, query)).map((event) => event.event_type);
const PROJECTS_OWN = [
  'resource_creation_started',
  'project_update_succeeded',
  'resource_creation_scheduled',
  'project_creation_succeeded',
  'role_granted',
];

test('an event says who changed what, from where, and what it was before, in the list and alone (S0-167)', async () => {
  const [event] = await listed(member, 'event_type=project_update_succeeded');
  expect(event).toMatchObject({
    message: 'Project Store has been changed.',
    result: 'success',
    context: {
      ...{ customer_uuid: customer.uuid, project_uuid: project.uuid, project_name: 'Store' },
      ...{ caller_type: 'user', caller_uuid: ada, caller_username: 'ada', ip_address: '192.0.2.7' },
      changes: [{ uuid: project.uuid, action: 'update', fields: { name: { before: 'Shop', after: 'Store' } } }],
    },
  });
  expect((await api.ask('GET', `events/${event?.uuid}/`, member)).body).toEqual(event);
});

describe('callers see the events of their own places, newest first, and no others (S0-164, S0-166, S0-167)', () => {
  test('who has a role in a project: what happened in it', async () => {
    expect(await typesOf(member)).toEqual(PROJECTS_OWN);
  });

  test('an owner: what happened in all of the customer', async () => {
    expect(await typesOf(owner)).toEqual([
      ...PROJECTS_OWN.slice(0, 4),
      'customer_creation_succeeded',
      'role_granted',
      'role_granted',
    ]);
  });

  test('who has no role: nothing, and no event by its uuid', async () => {
    expect(await typesOf(stranger)).toEqual([]);
    const all = await listed(staff);
    const answers = await Promise.all(all.map(({ uuid }) => api.ask('GET', `events/${uuid}/`, stranger)));
    expect(new Set(answers.map(({ text }) => text))).toEqual(
      new Set(['{"detail":"No Event matches the given query."}']),
    );
  });

  test('staff: everything, also what is of no place, which an owner does not see', async () => {
    const types = await typesOf(staff);
    expect(types.slice(0, 2)).toEqual(['user_creation_succeeded', 'customer_creation_succeeded']);
    const [ofNobody] = await listed(staff);
    expect((await api.ask('GET', `events/${ofNobody?.uuid}/`, owner)).status).toBe(404);
  });
});

test.each([
  ['a customer', () => `scope=${ORIGIN}/api/customers/${customer.uuid}/&event_type=customer_creation_succeeded`, 1],
  ['a project', () => `scope=${ORIGIN}/api/projects/${project.uuid}/`, 5],
  ['a cluster, with its nodes', () => `scope=${ORIGIN}/api/rancher-clusters/${cluster.uuid}/`, 2],
  ['a node', () => `scope=${ORIGIN}/api/rancher-nodes/${node.uuid}/`, 1],
  ['anything by its uuid', () => `scope=${cluster.uuid}`, 2],
  ['two customers at once', () => `scope=${ORIGIN}/api/customers/${customer.uuid}/&customer_uuid=${aUuid()}`, 0],
  ['a project by its parameter', () => `project_uuid=${project.uuid}`, 5],
  ['one type', () => 'event_type=role_granted', 2],
  ['several types', () => 'event_type=resource_creation_started&event_type=project_update_succeeded', 2],
  ['a group of types', () => 'feature=projects', 2],
  ['a group and a type of another', () => 'feature=projects&event_type=role_granted', 0],
  ['who did it', () => `user_uuid=${ada}`, 1],
  ['words in any case', () => 'message=STORE%20has', 1],
])('events are found by %s', async (_, query, count) => {
  expect(await listed(owner, query())).toHaveLength(count);
});

test('a cluster that is not the caller’s shows no events', async () => {
  expect(await listed(stranger, `scope=${ORIGIN}/api/rancher-clusters/${cluster.uuid}/`)).toEqual([]);
});

test('events are found by time, as ISO 8601 and as Waldur’s seconds, and read oldest first', async () => {
  const { created } = z.object({ created: z.string() }).parse((await listed(owner, 'feature=projects'))[1]);
  const seconds = Date.parse(created) / 1000;
  expect(await typesOf(owner, `created_from=${created}&o=created`)).toEqual(PROJECTS_OWN.slice(0, 4).reverse());
  expect(await typesOf(owner, `created_from=${seconds}&created_to=${seconds}`)).toEqual(['project_creation_succeeded']);
});

test.each([
  ['scope=here', { scope: ["Can't restore object from url: here"] }],
  ['customer_uuid=here', { customer_uuid: ['Enter a valid UUID.'] }],
  ['event_type=party', { event_type: ['Select a valid choice. party is not one of the available choices.'] }],
  ['feature=fun', { feature: ['Select a valid choice. fun is not one of the available choices.'] }],
  [
    'created_from=today',
    { created_from: ['Enter a time: seconds since 1970, or ISO 8601 such as 2026-01-31T12:00:00Z.'] },
  ],
  ['o=message', { o: ['Select a valid choice. message is not one of the available choices.'] }],
])('%s is refused by name', async (query, body) => {
  expect(await api.ask('GET', `events/?${query}`, owner)).toMatchObject({ status: 400, body });
});

test('pages follow one another by their links', async () => {
  const first = await api.ask('GET', 'events/?page_size=2', owner);
  const address = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
  const second = await api.ask('GET', address, owner);
  const both = [...shown.parse(first.body), ...shown.parse(second.body)];
  expect(both).toEqual((await listed(owner)).slice(0, 4));
});

test('a page costs its caller one query and one read of what it found, and a second query where there are more, whatever others have (S0-166)', async () => {
  const calls = recordCalls(api.client);
  const cost = async (person: Person, query: string) => {
    const before = calls.length;
    await api.ask('GET', `events/?${query}`, person);
    // The first database call is not counted. It reads the user who sent the request.
    return calls.slice(before + 1).map(({ name }) => name);
  };
  expect(await cost(stranger, '')).toEqual([]);
  expect(await cost(member, '')).toEqual(['QueryCommand', 'BatchGetItemCommand']);
  const withMore = ['QueryCommand', 'BatchGetItemCommand', 'QueryCommand'];
  expect(await cost(member, 'page_size=2')).toEqual(withMore);
  expect(await cost(staff, 'page_size=2')).toEqual(withMore);
  const ofCluster = `scope=${ORIGIN}/api/rancher-clusters/${cluster.uuid}/`;
  expect(await cost(member, ofCluster)).toEqual(['QueryCommand', 'BatchGetItemCommand']);
});

test('types of events are listed by Waldur’s groups', async () => {
  const { body } = await api.ask('GET', 'events/event_groups/', stranger);
  expect(groups.parse(body)).toMatchObject({
    customers: ['customer_creation_succeeded', 'customer_update_succeeded', 'customer_deletion_succeeded'],
    ssh: expect.arrayContaining(['ssh_key_creation_succeeded']),
  });
});
