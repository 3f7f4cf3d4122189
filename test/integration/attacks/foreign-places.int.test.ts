import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { aCluster, aCustomer, aProject } from '#test/builders/builders';
import { ORIGIN, type Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
/** The owner of another customer, whose objects are in `theirs`. */
let stranger: Person;
let theirs: { customer: string; project: string; cluster: string };
beforeEach(async () => {
  market = await openMarket();
  const customer = aCustomer();
  const project = aProject({ customerUuid: customer.uuid });
  const cluster = aCluster({ customerUuid: customer.uuid, projectUuid: project.uuid });
  const { store } = market;
  await store.commit(store.customers.insert(customer), store.projects.insert(project), store.clusters.insert(cluster));
  theirs = { customer: customer.uuid, project: project.uuid, cluster: cluster.uuid };
  stranger = await market.person(
    {},
    { role: 'CUSTOMER.OWNER', scopeType: 'customer', scopeUuid: customer.uuid, customerUuid: customer.uuid },
  );
});

const grantBody = (user: string, role: string, more: object = {}) => ({ user, role, ...more });

describe('who guesses the uuid of somebody else’s thing', () => {
  test('hears the same as for one that is not there, and finds it in no list (S0-164, S0-166)', async () => {
    for (const [list, uuid] of [
      ['customers', theirs.customer],
      ['projects', theirs.project],
      ['rancher-clusters', theirs.cluster],
    ] as const) {
      const [known, unknown] = [
        await market.ask('GET', `${list}/${uuid}/`, market.people.owner),
        await market.ask('GET', `${list}/${randomIds.uuid()}/`, market.people.owner),
      ];
      expect([known.status, known.text]).toEqual([404, unknown.text]);
      expect((await market.ask('GET', `${list}/`, market.people.owner)).text).not.toContain(uuid);
      expect((await market.ask('GET', `${list}/${uuid}/`, stranger)).status).toBe(200);
    }
  });
  test('reaches nothing by filters either', async () => {
    for (const filter of [
      `project_uuid=${theirs.project}`,
      `customer_uuid=${theirs.customer}`,
      `uuid=${theirs.cluster}`,
    ]) {
      const answer = await market.ask('GET', `rancher-clusters/?${filter}`, market.people.owner);
      expect([answer.status, answer.text]).toEqual([200, '[]']);
    }
  });
  test('makes nothing there by naming it in a body', async () => {
    const body = { name: 'mine', customer: theirs.customer };
    expect(await market.ask('POST', 'projects/', { ...market.people.owner, body })).toMatchObject({
      status: 400,
      body: { customer: ['Invalid hyperlink - Object does not exist.'] },
    });
  });
});

describe('a role that a caller gives to their own user', () => {
  test('is refused: neither without a role nor from a lower one, and not at another customer', async () => {
    const { member, manager, outsider } = market.people;
    const own = `projects/${market.projectUuid}/add_user/`;
    const tries: [Person, string, string][] = [
      [outsider, own, 'PROJECT.MEMBER'],
      [member, own, 'PROJECT.MANAGER'],
      [manager, `customers/${market.customerUuid}/add_user/`, 'CUSTOMER.OWNER'],
      [market.people.owner, `customers/${theirs.customer}/add_user/`, 'CUSTOMER.OWNER'],
    ];
    for (const [person, path, role] of tries) {
      const answer = await market.ask('POST', path, { ...person, body: grantBody(person.user.uuid, role) });
      expect([403, 404]).toContain(answer.status);
    }
  });
  test('does not last longer than the present one, which ends to the second (S0-161)', async () => {
    const end = new Date(market.clock.now().getTime() + 60_000).toISOString();
    const manager = await market.person(
      {},
      {
        ...{ role: 'PROJECT.MANAGER', scopeType: 'project', scopeUuid: market.projectUuid },
        ...{ customerUuid: market.customerUuid, expiresAt: end },
      },
    );
    const longer = grantBody(manager.user.uuid, 'PROJECT.MANAGER', { expiration_time: '2027-01-01T00:00:00Z' });
    const path = `projects/${market.projectUuid}/update_user/`;
    const refused = await market.ask('POST', path, { ...manager, body: longer });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('User can not manage own role.')]);
    const see = () => market.statusOf('GET', `projects/${market.projectUuid}/`, manager);
    expect(await see()).toBe(200);
    market.clock.advance(60);
    expect(await see()).toBe(404);
  });
});

describe('a caller who sends fields that are not offered', () => {
  const made = z.looseObject({ uuid: z.string() });
  test('changes none of them', async () => {
    const uuid = randomIds.uuid();
    const protectedOnes = {
      ...{ uuid, version: 7, created: '2000-01-01T00:00:00Z', is_staff: true, isStaff: true, state: 'OK' },
      ...{ customerUuid: theirs.customer, customer_uuid: theirs.customer, userUuid: market.people.staff.user.uuid },
      ...{ hash: 'x', __proto__: { isStaff: true }, constructor: { prototype: { isStaff: true } } },
    };
    const { owner } = market.people;
    const body = { ...protectedOnes, name: 'plain', customer: market.customerUuid };
    const project = await market.ask('POST', 'projects/', { ...owner, body });
    expect([project.status, made.parse(project.body).uuid === uuid]).toEqual([201, false]);
    expect(made.parse(project.body)).toMatchObject({ name: 'plain', customer_uuid: market.customerUuid });
    const token = await market.ask('POST', 'api-tokens/', { ...owner, body: { ...protectedOnes, name: 'mine' } });
    expect(made.parse(token.body)).toMatchObject({ user_uuid: owner.user.uuid });
    expect((await market.ask('GET', 'users/me/', owner)).body).toMatchObject({ is_staff: false });
  });
  test('acts as nobody else by a header that is staff’s alone', async () => {
    const headers = { 'x-impersonated-user-uuid': market.people.staff.user.uuid };
    expect((await market.ask('GET', 'users/me/', { ...market.people.owner, headers })).body).toMatchObject({
      uuid: market.people.owner.user.uuid,
    });
  });
});

describe('a reference with a trick in it', () => {
  const create = (customer: unknown) =>
    market.ask('POST', 'projects/', { ...market.people.owner, body: { name: 'x', customer } });

  test('of another host is read as ours is, by what it names, and nobody is asked there', async () => {
    const own = await create(`https://evil.example/api/customers/${market.customerUuid}/`);
    expect([own.status, z.object({ url: z.string() }).parse(own.body).url.startsWith(ORIGIN)]).toEqual([201, true]);
    expect((await create(`https://evil.example/api/customers/${theirs.customer}/`)).status).toBe(400);
  });
  test('of another collection, with steps upwards, or with slashes in disguise is refused', async () => {
    for (const trick of [
      `${ORIGIN}/api/projects/${market.projectUuid}/`,
      `${ORIGIN}/api/projects/${market.customerUuid}/`,
      `${ORIGIN}/api/customers/${market.customerUuid}/..`,
      `${ORIGIN}/api/customers/../projects/${market.customerUuid}/`,
      `${ORIGIN}/api/customers%2F${market.customerUuid}`,
      `${ORIGIN}/api/customers/%2e%2e/${market.customerUuid}/`,
      `${ORIGIN}/api/customers/${theirs.customer}/?x=/customers/${market.customerUuid}/`,
      `${ORIGIN}/api/customers/${theirs.customer}/#/customers/${market.customerUuid}/`,
      `${market.customerUuid}\0`,
      { uuid: market.customerUuid },
      [market.customerUuid],
      '../',
    ]) {
      expect((await create(trick)).status, JSON.stringify(trick)).toBe(400);
    }
  });
  test('in the path of the call leads nowhere but to what is the caller’s', async () => {
    const tricks = [
      `customers/${theirs.customer}%2F`,
      `customers/%2e%2e%2Fprojects%2F${theirs.project}/`,
      `customers//${theirs.customer}/`,
      `customers/${market.customerUuid}%2F..%2F${theirs.customer}/`,
      `rancher-clusters/${theirs.cluster}%00/`,
    ];
    for (const trick of tricks) expect(await market.statusOf('GET', trick), trick).toBe(404);
  });
});
