import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../keycloak.ts';
import { masterRealm, paddockRealm, refillRealm } from './realm.ts';

const printed = z.object({ admin: z.object({ username: z.string(), password: z.string() }) });
let keycloak: RunningSimulator;
let account: z.infer<typeof printed>['admin'];
let bearer: string;

beforeAll(async () => {
  const definition = await simulator([]);
  keycloak = await serveSimulator(definition);
  account = printed.parse(definition.credentials(keycloak.url)).admin;
});
beforeEach(async () => {
  await fetch(`${keycloak.url}/_sim/reset`, { method: 'POST' });
  bearer = (await token('master', { grant_type: 'password', client_id: 'admin-cli', ...account })).access_token;
});
afterAll(() => keycloak.close());

async function token(realm: string, form: Record<string, string>) {
  const url = `${keycloak.url}/realms/${realm}/protocol/openid-connect/token`;
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, ...JSON.parse(await answer.text()) };
}

async function ask(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${keycloak.url}/admin/realms${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const id = answer.headers.get('location')?.split('/').at(-1) ?? '';
  return { status: answer.status, id, body: text === '' ? '' : JSON.parse(text) };
}

const P = '/paddock';

test('a realm is made, changed and shown with the fields it was given, and its tokens live as long as it says', async () => {
  const wish = { realm: 'day', enabled: true, displayName: 'Day', accessTokenLifespan: 600, loginTheme: null };
  expect(await ask('POST', '', wish)).toMatchObject({ status: 201, id: 'day' });
  expect((await ask('PUT', '/day', { displayName: 'Night', attributes: { a: 'b' } })).status).toBe(204);
  expect((await ask('GET', '/day')).body).toMatchObject({
    ...{ displayName: 'Night', accessTokenLifespan: 600, ssoSessionMaxLifespan: 36_000, attributes: { a: 'b' } },
  });
  await ask('POST', '/day/clients', { clientId: 'web', secret: 's', directAccessGrantsEnabled: true });
  const credentials = [{ type: 'password', value: 'pw' }];
  await ask('POST', '/day/users', { username: 'ann', enabled: true, credentials, attributes: { team: ['it'] } });
  const form = { grant_type: 'password', client_id: 'web', client_secret: 's', username: 'ann', password: 'pw' };
  expect(await token('day', form)).toMatchObject({ status: 200, expires_in: 600 });
});

test('what a client says of its tokens goes before what its realm says', async () => {
  const attributes = { 'access.token.lifespan': '77' };
  const wish = { clientId: 'job', secret: 's', serviceAccountsEnabled: true, description: null, attributes };
  expect((await ask('POST', `${P}/clients`, wish)).status).toBe(201);
  const form = { grant_type: 'client_credentials', client_id: 'job', client_secret: 's' };
  expect(await token('paddock', form)).toMatchObject({ status: 200, expires_in: 77 });
});

test('a service account administers by the roles it is given', async () => {
  const wish = { clientId: 'job', secret: 's', serviceAccountsEnabled: true };
  const { id } = await ask('POST', `${P}/clients`, wish);
  const user = await ask('GET', `${P}/clients/${id}/service-account-user`);
  const [management] = (await ask('GET', `${P}/clients?clientId=realm-management`)).body;
  const role = (await ask('GET', `${P}/clients/${management.id}/roles/view-users`)).body;
  const given = await ask('POST', `${P}/users/${user.body.id}/role-mappings/clients/${management.id}`, [role]);
  expect(given.status).toBe(204);
  const form = { grant_type: 'client_credentials', client_id: 'job', client_secret: 's' };
  bearer = (await token('paddock', form)).access_token;
  expect((await ask('GET', `${P}/users`)).status).toBe(200);
  expect((await ask('POST', `${P}/users`, { username: 'zoe' })).status).toBe(403);
});

test.each([
  ['', { realm: 'x', bruteForceProtected: true }, 'bruteForceProtected of RealmRepresentation'],
  ['', { realm: 'x', users: [{ username: 'ann' }] }, 'users of RealmRepresentation'],
  [`${P}/clients`, { clientId: 'x', consentRequired: true }, 'consentRequired of ClientRepresentation'],
  [`${P}/clients`, { clientId: 'x', protocol: 'saml' }, 'protocol saml'],
  [`${P}/users`, { username: 'ann', federatedIdentities: [{}] }, 'federatedIdentities of UserRepresentation'],
  [`${P}/roles`, { name: 'x', composite: true }, 'composite of RoleRepresentation'],
])('POST %s of %j is refused as not simulated', async (path, body, words) => {
  const { status, body: refusal } = await ask('POST', path, body);
  expect([status, refusal.error]).toEqual([501, expect.stringMatching(/^not simulated: /)]);
  expect(refusal.error).toContain(words);
});

test.each([`${P}/clients`, `${P}/users`, `${P}/groups`, `${P}/roles`])(
  'a field that the real server does not know is 400 at %s',
  async (path) => {
    const { status, body } = await ask('POST', path, { name: 'x', clientId: 'x', username: 'xxx', nosuch: 1 });
    expect([status, body.error]).toEqual([400, expect.stringContaining('Unrecognized field "')]);
  },
);

const collections = ['', `${P}/clients`, `${P}/users`, `${P}/groups`, `${P}/roles`, `${P}/events`, `${P}/admin-events`];

test.each(collections)('a query parameter that nobody knows changes nothing at %s', async (path) => {
  expect(await ask('GET', `${path}?nosuch=1`)).toEqual(await ask('GET', path));
});

test.each(collections.slice(1))('%s is paged by first and max, and what is no number is 404', async (path) => {
  const whole = (await ask('GET', path)).body;
  expect((await ask('GET', `${path}?first=1&max=1`)).body).toEqual(whole.slice(1, 2));
  expect((await ask('GET', `${path}?max=abc`)).status).toBe(404);
});

test.each([
  [`${P}/admin-events?authClient=x`, 'query parameter authClient'],
  [`${P}/components`, 'GET /admin/realms/{realm}/components'],
])('%s is refused as not simulated', async (path, what) => {
  expect(await ask('GET', path)).toMatchObject({ status: 501, body: { error: `not simulated: ${what}` } });
});

test.each([
  ['search=oLg', ['olga']],
  ['search=lg', []],
  ['search=*lg*', ['olga']],
  ['search="olga"', ['olga']],
  ['username=lg', ['olga']],
  ['username=lg&exact=true', []],
  ['email=olga@example.org&exact=true', ['olga']],
  ['enabled=false', []],
  ['username=olga&createdBefore=2000-01-01', []],
  ['q=team:it', []],
  ['idpAlias=other', []],
])('users?%s finds %j', async (query, names) => {
  const { body } = await ask('GET', `${P}/users?${query}`);
  expect(body.map(({ username }: { username: string }) => username)).toEqual(names);
});

test('a reset leaves the maps of a seeded realm where they are, with what they held at first', () => {
  const admin = { username: 'admin', password: 'x' };
  const realm = paddockRealm([], 'secret');
  const { users, clients, groups, roles } = realm;
  clients.delete('paddock');
  users.set('x', [...masterRealm(admin).users.values()][0] ?? expect.fail());
  refillRealm(realm, paddockRealm([], 'secret'));
  expect(
    [realm.users, realm.clients, realm.groups, realm.roles].map(
      (one, at) => one === [users, clients, groups, roles][at],
    ),
  ).toEqual([true, true, true, true]);
  expect([users.size, clients.has('paddock')]).toEqual([0, true]);
});
