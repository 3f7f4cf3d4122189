import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiUnderTest, apiUnderTest, type Person } from '../_worlds/api-under-test.ts';
import { recordCalls } from '../store/record-calls.ts';

const made = z.object({ uuid: z.string(), token: z.string(), scopes: z.array(z.string()) });
const MINUTE = 60;

let api: ApiUnderTest;
let ada: Person;
beforeEach(async () => {
  api = await apiUnderTest();
  ada = await api.person();
});

const make = async (body: object = {}) =>
  made.parse((await api.ask('POST', 'api-tokens/', { ...ada, body: { name: 'ci', ...body } })).body);
const listed = z.array(z.object({ uuid: z.string(), last_used: z.string().nullable() }));
const lastUsed = async (uuid: string) =>
  listed.parse((await api.ask('GET', 'api-tokens/', ada)).body).find((token) => token.uuid === uuid)?.last_used;

describe('a token has scopes (S0-156)', () => {
  test('all of them unless it is said otherwise', async () => {
    expect((await make()).scopes).toEqual(['read', 'write']);
    expect((await make({ scopes: ['read'] })).scopes).toEqual(['read']);
  });

  test.each([
    [[], ['This list may not be empty.']],
    [['root'], expect.anything()],
    ['read', { non_field_errors: ['Expected a list of items but got type "str".'] }],
  ])('and none but those: %j is refused', async (scopes, why) => {
    const answer = await api.ask('POST', 'api-tokens/', { ...ada, body: { name: 'ci', scopes } });
    expect(answer).toMatchObject({ status: 400, body: { scopes: why } });
  });

  test('one that is for reading makes no token that is for more, nor another at all', async () => {
    const { token } = await make({ scopes: ['read'] });
    const answer = await api.ask('POST', 'api-tokens/', { token, body: { name: 'more' } });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'This token is read-only: it lacks the scope "write".' },
    });
  });

  test('also where staff acts as somebody else', async () => {
    const staff = await api.person({ isStaff: true });
    const reading = await api.ask('POST', 'api-tokens/', { ...staff, body: { name: 'look', scopes: ['read'] } });
    const { token } = made.parse(reading.body);
    const headers = { 'x-impersonated-user-uuid': ada.user.uuid };
    expect((await api.ask('GET', 'users/me/', { token, headers })).body).toMatchObject({ uuid: ada.user.uuid });
    expect((await api.ask('POST', 'api-tokens/', { token, headers, body: {} })).status).toBe(403);
  });
});

describe('a token that creates another', () => {
  const inAnHour = () => new Date(api.clock.now().getTime() + 3_600_000).toISOString();
  const creates = (token: string, body: object) => api.ask('POST', 'api-tokens/', { token, body });

  test('does not live on in it', async () => {
    const expires_at = inAnHour();
    const { token } = await make({ expires_at });
    expect((await creates(token, {})).body).toMatchObject({ expires_at });
    expect(await creates(token, { expires_at: '2099-01-01T00:00:00Z' })).toMatchObject({
      status: 400,
      body: { expires_at: [expect.stringMatching(/^Cannot be later than /)] },
    });
    const staff = await api.person({ isStaff: true });
    const short = made.parse((await api.ask('POST', 'api-tokens/', { ...staff, body: { expires_at } })).body);
    expect((await creates(short.token, { user: ada.user.uuid })).body).toMatchObject({ expires_at });
  });

  test('is announced to its user by e-mail', async () => {
    const { uuid } = await make({ name: 'ci' });
    expect(await api.store.mails.find(`new-token/${uuid}`)).toMatchObject({
      to: ada.user.email,
      template: 'new-token',
      values: { kind: 'token', name: 'ci' },
    });
  });
});

describe('staff who act as another user', () => {
  const RSA = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ7Zqv0R0cZPj0dJvmxE0qJ8oYQxQm0ZcM2o4yH3b6Xv ada';
  test.each([
    ['api-tokens/', { name: 'ci' }],
    ['keys/', { name: 'laptop', public_key: RSA }],
    ['hooks-web/', { destination_url: 'https://hooks.example.org/', event_types: ['role_granted'] }],
    ['hooks-email/', { email: 'x@example.org', event_types: ['role_granted'] }],
  ])('create no credential and no hook in this user’s name: %s', async (path, body) => {
    const staff = await api.person({ isStaff: true });
    const headers = { 'x-impersonated-user-uuid': ada.user.uuid };
    expect(await api.ask('POST', path, { ...staff, headers, body })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('While you act as another user') },
    });
    expect((await api.ask('GET', path, ada)).body).toHaveLength(path === 'api-tokens/' ? 1 : 0);
  });
});

test('a token that would be over before it begins is refused', async () => {
  const expires_at = api.clock.now().toISOString();
  expect(await api.ask('POST', 'api-tokens/', { ...ada, body: { expires_at } })).toMatchObject({
    status: 400,
    body: { expires_at: ['Cannot be earlier than the current date.'] },
  });
});

describe('when a token was last used is shown', () => {
  test('from its first use on, to within ten minutes', async () => {
    const { uuid, token } = await make();
    expect(await lastUsed(uuid)).toBeNull();
    const first = api.clock.now().toISOString();
    await api.ask('GET', 'users/me/', { token });
    api.clock.advance(9 * MINUTE);
    await api.ask('GET', 'users/me/', { token });
    expect(await lastUsed(uuid)).toBe(first);
    api.clock.advance(2 * MINUTE);
    await api.ask('GET', 'users/me/', { token });
    expect(await lastUsed(uuid)).toBe(api.clock.now().toISOString());
  });

  test('by one write in ten minutes, however often it is used, and by no event', async () => {
    const { token } = await make();
    const calls = recordCalls(api.client);
    for (let use = 0; use < 5; use += 1) await api.ask('GET', 'users/me/', { token });
    expect(calls.filter(({ name }) => name !== 'QueryCommand').map(({ name }) => name)).toEqual(['UpdateItemCommand']);
  });

  test('by whoever comes first, when several calls keep it at the same moment', async () => {
    const { uuid, token } = await make();
    const answers = await Promise.all([1, 2, 3, 4].map(() => api.ask('GET', 'users/me/', { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await lastUsed(uuid)).toBe(api.clock.now().toISOString());
  });

  test('or not, when that cannot be written: the call is answered all the same', async () => {
    const { token } = await make();
    api.client.middlewareStack.add(
      (next, context) => (args) =>
        context.commandName === 'UpdateItemCommand' ? Promise.reject(new Error('no updates today')) : next(args),
      { step: 'initialize', name: 'failUpdates' },
    );
    expect((await api.ask('GET', 'users/me/', { token })).status).toBe(200);
    expect(api.log.lines.join()).toContain('token use not recorded');
  });

  test('and brings no token back that has been revoked meanwhile', async () => {
    const { uuid, token } = await make();
    const [kept] = (await api.store.apiTokens.listByUser(ada.user.uuid)).filter((one) => one.uuid === uuid);
    expect((await api.ask('DELETE', `api-tokens/${uuid}/`, { token })).status).toBe(204);
    if (kept) await api.store.apiTokens.keepUse(kept, { now: api.clock.now(), unlessSince: kept.created });
    expect((await api.ask('GET', 'users/me/', { token })).status).toBe(401);
    expect(await lastUsed(uuid)).toBeUndefined();
  });
});
