import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { issueInvitationToken } from '#shared/app/organizations/issue-invitation-token';
import { EDGE_KEY_HEADER, VIEWER_HEADER } from '#shared/contracts/edge-headers';
import { apiTokenText } from '#shared/domain/identity/api-token';
import { randomIds } from '#shared/runtime/clock-and-ids';
import { apiUnderTest, type Person } from '../_worlds/api-under-test.ts';
import { type Market, openMarket } from '../_worlds/market.ts';

let market: Market;
beforeEach(async () => {
  market = await openMarket();
});
const made = z.looseObject({ uuid: z.string() });
const AS = 'x-impersonated-user-uuid';

describe('an invitation', () => {
  const invite = async (role = 'PROJECT.MANAGER', person = market.people.owner) => {
    const scope = role.startsWith('CUSTOMER') ? `customers/${market.customerUuid}` : `projects/${market.projectUuid}`;
    const body = { email: 'grace@example.org', role, scope: `https://paddock.example/api/${scope}/` };
    return market.ask('POST', 'user-invitations/', { ...person, body });
  };
  const mailed = async (uuid: string) =>
    z.string().parse(await issueInvitationToken({ ...market, ids: randomIds }, uuid));
  const act = async (uuid: string, verb: string, person: Person, body: object = {}) =>
    (await market.ask('POST', `user-invitations/${uuid}/${verb}/`, { ...person, body })).status;

  test('is not accepted with the token of another one, an earlier one, or one that was canceled', async () => {
    const { owner, outsider } = market.people;
    const [one, other] = [
      made.parse((await invite()).body).uuid,
      made.parse((await invite('PROJECT.MEMBER')).body).uuid,
    ];
    const [token, lesser] = [await mailed(one), await mailed(other)];
    expect(await act(one, 'accept', outsider, { token: lesser })).toBe(404);
    await act(one, 'cancel', owner);
    expect(await act(one, 'accept', outsider, { token })).toBe(404);
    await act(one, 'send', owner);
    for (const tried of [token, '', ' ', 'undefined', 'null', '0'.repeat(64)]) {
      expect([400, 404]).toContain(await act(one, 'accept', outsider, { token: tried }));
    }
    expect(await market.statusOf('GET', `projects/${market.projectUuid}/`, outsider)).toBe(404);
    expect(await act(one, 'accept', outsider, { token: await mailed(one) })).toBe(200);
  });

  test('gives one role once, although two people accept it at the same moment', async () => {
    const { uuid } = made.parse((await invite()).body);
    const token = await mailed(uuid);
    const people = await Promise.all([1, 2, 3, 4].map(() => market.person()));
    const statuses = await Promise.all(people.map((person) => act(uuid, 'accept', person, { token })));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const seen = await Promise.all(
      people.map((person) => market.statusOf('GET', `projects/${market.projectUuid}/`, person)),
    );
    expect(seen.filter((status) => status === 200)).toHaveLength(1);
  });

  test('to be an owner comes from no manager, whatever the scope is called', async () => {
    const { manager } = market.people;
    expect((await invite('CUSTOMER.OWNER', manager)).status).toBe(400);
    const scopes = [
      `projects/${market.projectUuid}`,
      `customers/${market.projectUuid}`,
      `customers/${market.customerUuid}`,
    ];
    for (const scope of scopes) {
      const body = { email: 'm@example.org', role: 'CUSTOMER.OWNER', scope: `https://paddock.example/api/${scope}/` };
      const { status } = await market.ask('POST', 'user-invitations/', { ...manager, body });
      expect([400, 403], scope).toContain(status);
    }
  });
});

describe('staff who acts as somebody else', () => {
  test('cannot make that user staff, and has no right of staff meanwhile', async () => {
    const { staff, owner } = market.people;
    const headers = { [AS]: owner.user.uuid };
    const body = { is_staff: true };
    expect((await market.ask('PATCH', `users/${owner.user.uuid}/`, { ...staff, headers, body })).status).toBe(400);
    const path = `marketplace-resources/${'0'.repeat(32)}/set_as_ok/`;
    expect((await market.ask('POST', path, { ...staff, headers, body: {} })).status).toBe(403);
    expect((await market.store.users.get(owner.user.uuid)).isStaff).toBe(false);
  });

  test('is nobody else by an odd uuid, and support never is', async () => {
    const { staff, owner, outsider } = market.people;
    const support = await market.person({ isSupport: true });
    const odd = [
      '',
      ' ',
      `${owner.user.uuid},${outsider.user.uuid}`,
      `${owner.user.uuid}\t`,
      '../me',
      'me',
      owner.user.username,
    ];
    for (const uuid of odd) {
      const { body } = await market.ask('GET', 'users/me/', { ...staff, headers: { [AS]: uuid } });
      expect([staff.user.uuid, owner.user.uuid], uuid).toContain(made.parse(body).uuid);
    }
    for (const person of [support, owner]) {
      const { body } = await market.ask('GET', 'users/me/', { ...person, headers: { [AS]: outsider.user.uuid } });
      expect(made.parse(body).uuid).toBe(person.user.uuid);
    }
  });
});

describe('a token that only reads', () => {
  test('changes nothing by a method in disguise', async () => {
    const { owner } = market.people;
    const { body } = await market.ask('POST', 'api-tokens/', { ...owner, body: { name: 'look', scopes: ['read'] } });
    const { token } = z.object({ token: z.string() }).parse(body);
    const path = `customers/${market.customerUuid}/`;
    for (const method of ['DELETE', 'PATCH']) {
      const headers = { 'x-http-method-override': method, 'x-method-override': method, 'x-http-method': method };
      for (const address of [path, `${path}?_method=${method}`]) {
        expect((await market.ask('GET', address, { token, headers })).status).toBe(200);
      }
      const overridden = { ...headers, 'x-http-method-override': 'GET' };
      expect((await market.ask(method, path, { token, headers: overridden, body: { name: 'x' } })).status).toBe(403);
    }
    expect((await market.ask('POST', 'api-tokens/', { token, body: { name: 'more', scopes: ['write'] } })).status).toBe(
      403,
    );
    expect((await market.store.customers.get(market.customerUuid)).name).not.toBe('x');
  });
});

describe('a role that ends', () => {
  const DATES = ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59Z', '2099-01-01T00:00:00Z', null];
  test('gives no longer role, by whatever date', async () => {
    const expiresAt = new Date(market.clock.now().getTime() + 3_600_000).toISOString();
    const { customerUuid, projectUuid: scopeUuid, people } = market;
    const manager = await market.person(
      {},
      { role: 'PROJECT.MANAGER', scopeType: 'project', scopeUuid, customerUuid, expiresAt },
    );
    const path = `projects/${scopeUuid}/`;
    for (const expiration_time of DATES) {
      const body = { user: people.outsider.user.uuid, role: 'PROJECT.MANAGER', expiration_time };
      for (const verb of ['add_user', 'update_user']) {
        const { status } = await market.ask('POST', `${path}${verb}/`, { ...manager, body });
        expect([400, 403], `${verb} ${expiration_time}`).toContain(status);
      }
    }
    expect(await market.statusOf('GET', path, people.outsider)).toBe(404);
  });

  test('lets no token live longer than the token that makes it, by whatever date', async () => {
    const { owner } = market.people;
    const expires_at = new Date(market.clock.now().getTime() + 3_600_000).toISOString();
    const { body } = await market.ask('POST', 'api-tokens/', { ...owner, body: { name: 'short', expires_at } });
    const { token } = z.object({ token: z.string() }).parse(body);
    for (const date of DATES.filter((one) => one !== null)) {
      const answer = await market.ask('POST', 'api-tokens/', { token, body: { name: 'long', expires_at: date } });
      expect(answer.status, date).toBe(400);
    }
    const unnamed = await market.ask('POST', 'api-tokens/', {
      token,
      body: { name: 'without an end', expires_at: null },
    });
    expect(unnamed.body).toMatchObject({ expires_at });
  });
});

test('guesses are counted for the address of the connection, whatever address their headers name', async () => {
  const api = await apiUnderTest({ edgeKey: 'the-key-of-the-edge' });
  const guess = (headers: Record<string, string>) =>
    api.ask('GET', 'users/me/', {
      token: apiTokenText(randomIds.uuid(), randomIds.token()),
      sourceIp: '192.0.2.7',
      headers,
    });
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1) {
    const address = `198.51.100.${index}`;
    const { status } = await guess({
      ...{ [VIEWER_HEADER]: address, 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address },
      ...(index % 2 === 0 && { [EDGE_KEY_HEADER]: index % 4 === 0 ? '' : 'the-key-of-the-edge, the-key-of-the-edge' }),
    });
    statuses.push(status);
  }
  expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([30, 429]);
});
