import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RoleName } from '#shared/domain/organizations/role';
import { roleUuid } from '#shared/domain/organizations/role';
import { aUuid } from '#test/builders/builders';
import type { Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
let newcomer: Person;
beforeEach(async () => {
  market = await openMarket();
  newcomer = await market.person({ firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org' });
});

type Verb = 'add_user' | 'update_user' | 'delete_user';
const customer = () => `customers/${market.customerUuid}/`;
const project = () => `projects/${market.projectUuid}/`;
const post = (place: string, verb: Verb, person: Person, body: object) =>
  market.ask('POST', `${place}${verb}/`, { ...person, body });
const about = (person: Person, role: string, expiration_time?: string | null) => ({
  user: person.user.uuid,
  role,
  ...(expiration_time !== undefined && { expiration_time }),
});
const inSeconds = (seconds: number): string => new Date(market.clock.now().getTime() + seconds * 1000).toISOString();
const sees = async (person: Person): Promise<boolean> => (await market.statusOf('GET', project(), person)) === 200;
const listed = z.array(z.looseObject({ user_uuid: z.string(), role_name: z.string() }));
const people = async (place: string, query = '', person = market.people.staff) =>
  listed.parse((await market.ask('GET', `${place}list_users/${query}`, person)).body);
const NOT_ALLOWED = { status: 403, body: { detail: 'You do not have permission to perform this action.' } };
const loose = (text: string) => ({ status: 400, body: { non_field_errors: [text] } });

describe('giving a role', () => {
  test('answers 201 with its end, and it holds with the next request (S0-118)', async () => {
    expect(await sees(newcomer)).toBe(false);
    const given = await post(project(), 'add_user', market.people.owner, about(newcomer, 'PROJECT.MEMBER'));
    expect(given).toMatchObject({ status: 201, body: { expiration_time: null } });
    expect(await sees(newcomer)).toBe(true);
  });

  test.each<['owner' | 'manager' | 'member' | 'outsider', 'customer' | 'project', number]>([
    ['owner', 'customer', 201],
    ['owner', 'project', 201],
    ['manager', 'customer', 403],
    ['manager', 'project', 201],
    ['member', 'customer', 403],
    ['member', 'project', 403],
    ['outsider', 'customer', 404],
    ['outsider', 'project', 404],
  ])('as %s in a %s is %d', async (who, scope, status) => {
    const [place, role] = scope === 'customer' ? [customer(), 'CUSTOMER.OWNER'] : [project(), 'PROJECT.ADMIN'];
    expect((await post(place, 'add_user', market.people[who], about(newcomer, role))).status).toBe(status);
  });

  test('takes its name or its uuid, and an end as an instant or a day', async () => {
    const { owner } = market.people;
    const byUuid = about(newcomer, roleUuid('PROJECT.ADMIN'), '2030-01-02');
    expect((await post(project(), 'add_user', owner, byUuid)).body).toEqual({
      expiration_time: '2030-01-02T00:00:00.000Z',
    });
    const withOffset = about(newcomer, 'PROJECT.MEMBER', '2030-01-02T03:00:00+02:00');
    expect((await post(project(), 'add_user', owner, withOffset)).body).toEqual({
      expiration_time: '2030-01-02T01:00:00.000Z',
    });
  });

  test('that is wrong says so in Waldur’s words', async () => {
    const { owner } = market.people;
    const answers = async (place: string, body: object) => (await post(place, 'add_user', owner, body)).body;
    expect(await answers(project(), {})).toEqual({
      user: ['This field is required.'],
      role: ['This field is required.'],
    });
    expect(await answers(project(), about(newcomer, 'BOSS'))).toEqual({ role: ['Role is not found.'] });
    expect(await answers(project(), { user: aUuid(), role: 'PROJECT.ADMIN' })).toEqual({
      user: ['User is not found.'],
    });
    expect(await answers(project(), about(newcomer, 'PROJECT.ADMIN', inSeconds(-1)))).toEqual({
      expiration_time: ['Expiration time should be greater than current time.'],
    });
    expect(await answers(project(), about(newcomer, 'PROJECT.ADMIN', 'tomorrow'))).toMatchObject({
      expiration_time: [expect.stringMatching(/^Datetime has wrong format/)],
    });
    expect(await answers(project(), about(newcomer, 'CUSTOMER.OWNER'))).toEqual({
      non_field_errors: ['Role is not valid for this scope.'],
    });
  });

  test('that is held is refused, one for longer replaces it, and another role beside it is given', async () => {
    const { owner } = market.people;
    const give = (role: RoleName, end?: string) => post(project(), 'add_user', owner, about(newcomer, role, end));
    expect((await give('PROJECT.MEMBER', inSeconds(60))).status).toBe(201);
    const same = 'User has already the same role in this scope.';
    expect(await give('PROJECT.MEMBER', inSeconds(60))).toMatchObject(loose(same));
    expect((await give('PROJECT.MEMBER')).status).toBe(201);
    expect(await give('PROJECT.MEMBER', inSeconds(60))).toMatchObject(loose(same));
    market.clock.advance(1);
    expect((await give('PROJECT.ADMIN')).status).toBe(201);
    expect(await people(project(), `?user=${newcomer.user.uuid}`)).toMatchObject([
      { role_name: 'PROJECT.MEMBER', expiration_time: null },
      { role_name: 'PROJECT.ADMIN' },
    ]);
  });
});

describe('a role that nobody can give', () => {
  test('is more than the own one: a manager gives no role of the customer, and none to themselves', async () => {
    const { manager } = market.people;
    expect(await post(customer(), 'add_user', manager, about(manager, 'CUSTOMER.OWNER'))).toMatchObject(NOT_ALLOWED);
    expect(await post(project(), 'add_user', manager, about(manager, 'CUSTOMER.OWNER'))).toMatchObject(
      loose('User can not manage own role.'),
    );
    for (const verb of ['add_user', 'update_user', 'delete_user'] as const) {
      expect(await post(project(), verb, manager, about(manager, 'PROJECT.MANAGER'))).toMatchObject(
        loose('User can not manage own role.'),
      );
    }
  });

  test('is one that lasts longer than the giver’s own (S0-161)', async () => {
    const inCustomer = { scopeType: 'customer', scopeUuid: market.customerUuid, customerUuid: market.customerUuid };
    const guest = await market.person(
      {},
      { ...inCustomer, scopeType: 'customer', role: 'CUSTOMER.OWNER', expiresAt: inSeconds(600) },
    );
    const give = (person: Person, end?: string) =>
      post(customer(), 'add_user', guest, about(person, 'CUSTOMER.OWNER', end));
    expect((await give(newcomer)).status).toBe(403);
    expect((await give(newcomer, inSeconds(601))).status).toBe(403);
    expect((await give(newcomer, inSeconds(600))).status).toBe(201);
    for (const person of [guest, newcomer]) {
      expect((await post(customer(), 'update_user', guest, about(person, 'CUSTOMER.OWNER'))).status).toBe(403);
    }
  });
});

describe('a role with an end', () => {
  test('does not hold from that very second on, and is in no list (S0-161)', async () => {
    await post(project(), 'add_user', market.people.owner, about(newcomer, 'PROJECT.ADMIN', inSeconds(60)));
    market.clock.advance(59);
    expect(await sees(newcomer)).toBe(true);
    market.clock.advance(1);
    expect(await sees(newcomer)).toBe(false);
    expect(await people(project(), `?user=${newcomer.user.uuid}`)).toEqual([]);
  });

  test('gets another end, or none, by update_user', async () => {
    const { owner } = market.people;
    await post(project(), 'add_user', owner, about(newcomer, 'PROJECT.ADMIN', inSeconds(60)));
    const update = (end?: string | null) =>
      post(project(), 'update_user', owner, about(newcomer, 'PROJECT.ADMIN', end));
    const later = inSeconds(120);
    expect(await update(later)).toMatchObject({ status: 200, body: { expiration_time: later } });
    expect(await update(null)).toMatchObject({ status: 200, body: { expiration_time: null } });
    expect(await update(later)).toMatchObject({ status: 200, body: { expiration_time: later } });
    market.clock.advance(119);
    expect(await sees(newcomer)).toBe(true);
    market.clock.advance(1);
    expect(await sees(newcomer)).toBe(false);
    expect(await update()).toMatchObject(loose('User does not have this role in this scope.'));
  });
});

describe('taking a role away', () => {
  test('answers 200 without a body, and it fails with the next request; once more changes nothing', async () => {
    const { owner, manager } = market.people;
    for (const _ of ['once', 'again']) {
      const taken = await post(project(), 'delete_user', owner, about(manager, 'PROJECT.MANAGER'));
      expect([taken.status, taken.text]).toEqual([200, '']);
      expect(await sees(manager)).toBe(false);
    }
  });

  test('is for a manager, of others in the manager’s project', async () => {
    const { manager, member } = market.people;
    expect((await post(project(), 'delete_user', manager, about(member, 'PROJECT.MEMBER'))).status).toBe(200);
    expect(await sees(member)).toBe(false);
  });

  test('leaves a customer without an owner if it is the last one, as in Waldur: staff gives it another', async () => {
    const { owner, staff } = market.people;
    expect((await post(customer(), 'delete_user', owner, about(owner, 'CUSTOMER.OWNER'))).status).toBe(200);
    expect(await people(customer())).toEqual([]);
    expect((await post(customer(), 'add_user', staff, about(newcomer, 'CUSTOMER.OWNER'))).status).toBe(201);
  });
});

describe('who has which role', () => {
  beforeEach(async () => {
    market.clock.advance(1);
    await post(project(), 'add_user', market.people.owner, about(newcomer, 'PROJECT.ADMIN', inSeconds(600)));
  });

  test('is shown to everybody who sees the place, with the giver', async () => {
    const { owner, member } = market.people;
    const [row] = await people(project(), '?role=PROJECT.ADMIN', member);
    expect(row).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f]{32}$/),
      user: expect.stringContaining(`/api/users/${newcomer.user.uuid}/`),
      user_uuid: newcomer.user.uuid,
      user_username: newcomer.user.username,
      user_full_name: 'Grace Hopper',
      user_email: 'grace@example.org',
      user_image: null,
      role_name: 'PROJECT.ADMIN',
      role_uuid: roleUuid('PROJECT.ADMIN'),
      created: market.clock.now().toISOString(),
      created_by_uuid: owner.user.uuid,
      created_by_full_name: 'Ada Lovelace',
      expiration_time: inSeconds(600),
    });
    expect(await market.statusOf('GET', `${project()}list_users/`, market.people.outsider)).toBe(404);
  });

  test.each([
    ['', ['PROJECT.MANAGER', 'PROJECT.MEMBER', 'PROJECT.ADMIN']],
    [`?role=${roleUuid('PROJECT.ADMIN')}`, ['PROJECT.ADMIN']],
    ['?role=PROJECT.BOSS', []],
    ['?search_string=HOPP', ['PROJECT.ADMIN']],
    ['?search_string=grace@', ['PROJECT.ADMIN']],
    ['?full_name=grace hop', ['PROJECT.ADMIN']],
    ['?page_size=1&page=3', ['PROJECT.ADMIN']],
    [`?user=${aUuid()}`, []],
  ])('asked with "%s" is %j', async (query, roles) => {
    const names = (await people(project(), query)).map(({ role_name }) => role_name);
    expect(names.sort()).toEqual([...roles].sort());
  });

  test('leaves out who is inactive', async () => {
    const gone = await market.person({ isActive: false });
    await post(project(), 'add_user', market.people.owner, about(gone, 'PROJECT.ADMIN'));
    expect(await people(project(), `?user=${gone.user.uuid}`)).toEqual([]);
  });
});
