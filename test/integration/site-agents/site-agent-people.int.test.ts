import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listOfferingUsers } from '#shared/app/site-agents/list-offering-users';
import type { RoleName } from '#shared/domain/organizations/role';
import { Invalid } from '#shared/errors';
import { aProject, aResource, aUuid } from '#test/builders/builders';
import { anAgentResource, soldByAgent } from '#test/builders/site-agent-builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';
import { otherSeller } from '../_worlds/site-agent-market.ts';

let market: Market;
/** Owner of another customer, which sells to the market's customer. */
let seller: Person;
let sellerUuid: string;
let sold: ReturnType<typeof soldByAgent>;
beforeEach(async () => {
  market = await openMarket();
  const { store, customerUuid, projectUuid } = market;
  const other = await otherSeller(market);
  seller = other.person;
  sellerUuid = other.customer.uuid;
  sold = soldByAgent({ customerUuid, projectUuid }, sellerUuid);
  await store.commit(store.offerings.insert(sold.offering), store.resources.insert(sold.resource));
});

const rows = z.array(z.looseObject({ uuid: z.string() }));
async function listed(path: string, person = seller) {
  const { status, body } = await market.ask('GET', path, person);
  expect(status).toBe(200);
  return rows.parse(body);
}
const inProject = (role: RoleName, scopeUuid = market.projectUuid) =>
  ({ role, scopeType: 'project', scopeUuid, customerUuid: market.customerUuid }) as const;
const namesOf = (...people: Person[]) => people.map(({ user: { username } }) => username).sort();
async function anotherProject(offeringUuid = sold.offering.uuid) {
  const { store, customerUuid } = market;
  const project = aProject({ customerUuid });
  const place = { customerUuid, projectUuid: project.uuid, offeringUuid, providerUuid: sellerUuid };
  const resource = anAgentResource(place);
  await store.commit(store.projects.insert(project), store.resources.insert(resource));
  return { project: project.uuid, resource };
}

describe('the team of what a site agent looks after', () => {
  const teamOf = (uuid = sold.resource.uuid, query = '') => `marketplace-provider-resources/${uuid}/team/${query}`;

  test('is everybody with a role in its project, once and with the strongest, under their name here', async () => {
    const { manager, member } = market.people;
    const busy = await market.person(
      { firstName: 'Ada', lastName: 'King', email: 'ada@example.org' },
      inProject('PROJECT.MEMBER'),
      { ...inProject('PROJECT.ADMIN'), expiresAt: '2099-01-01T00:00:00.000Z' },
    );
    await market.person({}, { ...inProject('PROJECT.ADMIN'), expiresAt: market.clock.now().toISOString() });
    await market.person({ isActive: false }, inProject('PROJECT.ADMIN'));
    const team = await listed(teamOf());
    expect(team.map(({ username }) => username).sort()).toEqual(namesOf(manager, member, busy));
    expect(team.find(({ uuid }) => uuid === busy.user.uuid)).toEqual({
      ...{ url: expect.stringContaining(`/api/users/${busy.user.uuid}/`), uuid: busy.user.uuid },
      ...{ username: busy.user.username, full_name: 'Ada King', email: 'ada@example.org', role: 'PROJECT.ADMIN' },
      expiration_time: '2099-01-01T00:00:00.000Z',
      ...{ offering_user_username: busy.user.username, offering_user_state: 'OK' },
    });
    expect(await listed(teamOf(sold.resource.uuid, '?has_consent=true'))).toEqual(team);
  });

  test('is seen by who sells it, staff and support, and refused to who has bought it and to others', async () => {
    const { owner, member, outsider, staff } = market.people;
    const support = await market.person({ isSupport: true });
    for (const person of [seller, staff, support]) expect(await listed(teamOf(), person)).toHaveLength(2);
    for (const person of [owner, member]) expect(await market.statusOf('GET', teamOf(), person)).toBe(403);
    expect(await market.statusOf('GET', teamOf(), outsider)).toBe(404);
  });

  test('has nobody when it is terminated, and that of a cluster is nobody’s but its project’s', async () => {
    const { store, customerUuid, projectUuid } = market;
    const ended = anAgentResource({ ...sold.resource, uuid: aUuid(), state: 'Terminated' });
    const cluster = aResource({ customerUuid, projectUuid, providerUuid: sellerUuid });
    await store.commit(store.resources.insert(ended), store.resources.insert(cluster));
    expect(await listed(teamOf(ended.uuid))).toEqual([]);
    expect(await market.ask('GET', teamOf(cluster.uuid), seller)).toMatchObject({
      status: 400,
      body: ['Paddock gives people access to clusters itself: the seller of a cluster does not see its users.'],
    });
  });
});

describe('users of a site agent’s offering', () => {
  const USERS = 'marketplace-offering-users/';
  const usernames = async (query = '', person = seller) =>
    (await listed(`${USERS}${query}`, person)).map(({ username }) => username).sort();

  test('are everybody with a role in a project that has a resource of it, once, and have addresses that stay', async () => {
    const { manager, member } = market.people;
    const second = await anotherProject();
    const both = await market.person({}, inProject('PROJECT.MEMBER'), inProject('PROJECT.ADMIN', second.project));
    await market.person({ isActive: false }, inProject('PROJECT.MEMBER'));
    expect(await usernames(`?offering_uuid=${sold.offering.uuid}&is_restricted=false`)).toEqual(
      namesOf(manager, member, both),
    );
    const [row] = await listed(`${USERS}?user_uuid=${both.user.uuid}`);
    expect(row).toMatchObject({
      ...{ username: both.user.username, state: 'OK', is_restricted: false, has_consent: true },
      ...{ user_uuid: both.user.uuid, user_username: both.user.username, user_email: both.user.email },
      ...{ user_first_name: both.user.firstName, user_last_name: both.user.lastName },
      ...{ offering_uuid: sold.offering.uuid, offering_name: sold.offering.name, customer_uuid: sellerUuid },
    });
    expect((await market.ask('GET', `${USERS}${row?.uuid}/`, seller)).body).toEqual(row);
    const body = { user: both.user.uuid, role: 'PROJECT.MEMBER' };
    await market.ask('POST', `projects/${market.projectUuid}/delete_user/`, { ...market.people.owner, body });
    expect(await listed(`${USERS}?user_uuid=${both.user.uuid}`)).toEqual([row]);
  });

  test('are not those of a project with only terminated resources, or that has bought from others', async () => {
    const { store } = market;
    const ended = await anotherProject();
    const others = await anotherProject(aUuid());
    const gone = { ...ended.resource, version: ended.resource.version + 1, state: 'Terminated' } as const;
    await store.commit(store.resources.replace(gone));
    for (const { project } of [ended, others]) await market.person({}, inProject('PROJECT.MEMBER', project));
    expect(await usernames()).toEqual(namesOf(market.people.manager, market.people.member));
  });

  test('are found by offering, user and project, in pages', async () => {
    const { store, customerUuid } = market;
    const more = soldByAgent({ customerUuid, projectUuid: market.projectUuid }, sellerUuid);
    await store.commit(store.offerings.insert(more.offering), store.resources.insert(more.resource));
    const second = await anotherProject();
    const late = await market.person({}, inProject('PROJECT.MEMBER', second.project));
    const { manager, member } = market.people;
    expect(await usernames(`?offering_uuid=${more.offering.uuid}`)).toEqual(namesOf(manager, member));
    expect(await usernames(`?project_uuid=${second.project}`)).toEqual(namesOf(late));
    expect(await usernames(`?user_uuid=${manager.user.uuid}`)).toEqual(namesOf(manager, manager));
    expect(await usernames('?state=Requested')).toEqual([]);
    const page = await market.ask('GET', `${USERS}?page_size=2&page=3&o=username&field=username`, seller);
    expect(page).toMatchObject({ status: 200, headers: { 'x-result-count': '5' } });
    expect(page.body).toHaveLength(1);
  });

  test('are seen by who sells it, staff and support alone: others see an empty list, and none by address', async () => {
    const { owner, member, outsider, staff } = market.people;
    const support = await market.person({ isSupport: true });
    for (const person of [staff, support]) expect(await usernames('', person)).toHaveLength(2);
    const [row] = await listed(USERS);
    for (const person of [owner, member, outsider]) {
      expect(await usernames('', person)).toEqual([]);
      expect(await market.statusOf('GET', `${USERS}${row?.uuid}/`, person)).toBe(404);
    }
  });

  test('of too many projects are not looked for, but those of one offering, project or user', async () => {
    const { store } = market;
    const second = await anotherProject();
    const caller = { user: market.people.staff.user, grants: [] };
    const deps = { store, mostProjects: 1 };
    await expect(listOfferingUsers(deps, caller)).rejects.toThrow(Invalid);
    await expect(listOfferingUsers(deps, caller)).rejects.toThrow(/more than 1 projects: filter it by offering_uuid/);
    expect(await listOfferingUsers(deps, caller, { projectUuid: second.project })).toEqual([]);
    const users = [market.people.member.user.uuid];
    expect(await listOfferingUsers(deps, caller, { users })).toMatchObject([{ user: { uuid: users[0] } }]);
  });
});

test('a site agent reads of its offering that people go by their own names, and who wants to order it does not', async () => {
  const optionsAt = async (collection: string) =>
    z
      .looseObject({ plugin_options: z.looseObject({}) })
      .parse((await market.ask('GET', `${collection}/${sold.offering.uuid}/`, seller)).body).plugin_options;
  const policy = { username_generation_policy: 'waldur_username' };
  expect(await optionsAt('marketplace-provider-offerings')).toEqual(policy);
  expect(await optionsAt('marketplace-public-offerings')).toEqual({});
});
