import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { windowCountKey } from '#shared/adapters/dynamodb/_core/keys';
import { oidcIdentityProvider } from '#shared/adapters/oidc/oidc-identity-provider';
import { joseIdentityTokens } from '#shared/adapters/oidc/verify-token';
import { hashToken } from '#shared/app/identity/hash-token';
import { windowAt } from '#shared/domain/identity/bad-credentials';
import { aBrowser } from '#test/contracts/keycloak/browser';
import { type Answered, type ApiUnderTest, apiUnderTest, ORIGIN } from '../_worlds/api-under-test.ts';
import { oidcRealmPerFile, realClock } from './oidc-realm.ts';

let api: ApiUnderTest;
const { keycloak, issuer, clientId } = await oidcRealmPerFile();
beforeEach(async () => {
  api = await apiUnderTest({
    identityTokens: joseIdentityTokens({ issuer, audience: clientId, clock: realClock }),
    identityProvider: oidcIdentityProvider({ issuer, clientId, clientSecret: async () => undefined, clock: realClock }),
  });
});

const header = ({ headers }: Answered, name: string): string => z.string().parse(headers[name]);
/** `name=value` of the cookie that an answer sets. */
const cookieOf = ({ cookies: [first = ''] }: Answered): string => first.split(';')[0] ?? '';

const start = (returnTo = '/console/') =>
  api.ask('GET', `sign-in/start/?return_to=${encodeURIComponent(returnTo)}`, { headers: { accept: 'text/html,*/*' } });

/** Logs in on the provider's login page. Returns the URL with the code, to which the provider redirects. */
async function logIn(started: Answered, username: string): Promise<string> {
  const browser = aBrowser();
  const login = await browser.open(header(started, 'location'));
  return (await browser.submit(login, { username, password: username }, ORIGIN)).url;
}
const comeBack = (address: string, cookie: string) => api.ask('GET', address, { headers: { cookie } });

async function signIn(username: string): Promise<{ cookie: string; back: Answered }> {
  const started = await start();
  const back = await comeBack(await logIn(started, username), cookieOf(started));
  return { cookie: cookieOf(back), back };
}
const asBrowser = (cookie: string, headers: Record<string, string> = {}) => ({ headers: { cookie, ...headers } });
const newToken = { name: 'mine' };

test('a browser signs in at the provider and has a session for some hours as a cookie that no script reads (S0-158)', async () => {
  const { cookie, back } = await signIn('olga');
  expect([back.status, back.headers.location]).toEqual([302, `${ORIGIN}/console/`]);
  expect(back.cookies).toEqual([
    expect.stringMatching(/^__Host-paddock-session=\S+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$/),
    '__Host-paddock-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  ]);
  const me = await api.ask('GET', 'users/me/', asBrowser(cookie));
  expect(me).toMatchObject({ status: 200, body: { username: 'olga', first_name: 'Olga', is_staff: false } });
  api.clock.advance(8 * 3600 + 1);
  expect((await api.ask('GET', 'users/me/', asBrowser(cookie))).status).toBe(401);
});

test('the next sign-in of the same person is the same user, and its claims are followed', async () => {
  const first = await signIn('mia');
  const [user] = z
    .array(z.object({ uuid: z.string() }))
    .parse((await api.ask('GET', 'users/', asBrowser(first.cookie))).body);
  const before = await api.store.users.get(user?.uuid ?? '');
  await api.store.commit(
    api.store.users.replace({ ...before, version: 1, modified: '2020-01-01T00:00:00.000Z', lastName: 'Formerly' }),
  );
  const { cookie } = await signIn('mia');
  expect((await api.ask('GET', 'users/me/', asBrowser(cookie))).body).toMatchObject({
    uuid: user?.uuid,
    last_name: before.lastName,
  });
});

test('a cookie changes something only at the request of a page of our own', async () => {
  const { cookie } = await signIn('olga');
  const post = (headers: Record<string, string>) =>
    api.ask('POST', 'api-tokens/', { ...asBrowser(cookie, headers), body: newToken });
  for (const headers of [
    {},
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ]) {
    expect(await post(headers)).toMatchObject({
      status: 403,
      body: { detail: 'CSRF Failed: Origin checking failed.' },
    });
  }
  expect((await post({ origin: ORIGIN })).status).toBe(201);
  expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(201);
});

test('signing out ends the session at once, and takes the cookie away', async () => {
  const { cookie } = await signIn('olga');
  const end = await api.ask('POST', 'sign-in/end/', asBrowser(cookie, { origin: ORIGIN }));
  expect([end.status, end.cookies]).toEqual([204, [expect.stringContaining('paddock-session=; Path=/; Max-Age=0;')]]);
  expect((await api.ask('GET', 'users/me/', asBrowser(cookie))).status).toBe(401);
});

test('staff who act as another user sign out themselves, and the other user stays signed in', async () => {
  const [staff, ada] = [await api.person({ isStaff: true }), await api.person()];
  const headers = { 'x-impersonated-user-uuid': ada.user.uuid };
  expect((await api.ask('POST', 'sign-in/end/', { token: staff.token, headers })).status).toBe(204);
  expect((await api.ask('GET', 'users/me/', staff)).status).toBe(401);
  expect((await api.ask('GET', 'users/me/', ada)).status).toBe(200);
});

test('an address to come back with works once', async () => {
  const started = await start();
  const address = await logIn(started, 'olga');
  const answers = await Promise.all([1, 2, 3].map(() => comeBack(address, cookieOf(started))));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 401, 401]);
  expect((await comeBack(address, cookieOf(started))).status).toBe(401);
});

test('an address of one browser signs no other one in, and still works in its own', async () => {
  const [mine, theirs] = [await start(), await start()];
  const address = await logIn(mine, 'olga');
  expect((await comeBack(address, cookieOf(theirs))).status).toBe(401);
  expect((await api.ask('GET', address)).status).toBe(401);
  expect((await comeBack(address, cookieOf(mine))).status).toBe(302);
});

test('a sign-in that took too long begins again', async () => {
  const started = await start();
  const address = await logIn(started, 'olga');
  api.clock.advance(601);
  expect((await comeBack(address, cookieOf(started))).status).toBe(401);
});

test('a user who refused at the provider is not signed in', async () => {
  const started = await start();
  const state = new URL(header(started, 'location')).searchParams.get('state');
  const back = await comeBack(`sign-in/callback/?error=access_denied&state=${state}`, cookieOf(started));
  expect([back.status, back.cookies]).toEqual([401, []]);
});

test('a browser is sent to no address that the installation does not allow', async () => {
  expect(await start('https://evil.example/')).toMatchObject({
    status: 400,
    body: { return_to: ['A sign-in cannot redirect to this address.'] },
  });
  expect((await start('https://console.example.org/clusters')).status).toBe(302);
});

const mailsAbout = async (prefix: string) => {
  const keys = (await api.store.mails.listDue(api.clock.now(), 100)).filter((key) => key.startsWith(prefix));
  return Promise.all(keys.map((key) => api.store.mails.find(key)));
};

test('a browser’s session creates a token that outlives it only for five minutes after the password was entered', async () => {
  api.clock.advance((realClock.now().getTime() - api.clock.now().getTime()) / 1000);
  const { cookie } = await signIn('olga');
  expect(await mailsAbout('new-token/')).toMatchObject([{ values: { kind: 'browser' } }]);
  const body = { name: 'mine', expires_at: '2099-01-01T00:00:00Z' };
  const create = () => api.ask('POST', 'api-tokens/', { ...asBrowser(cookie, { origin: ORIGIN }), body });
  expect((await create()).status).toBe(201);
  api.clock.advance(6 * 60);
  expect(await create()).toMatchObject({ status: 400, body: { expires_at: [expect.any(String)] } });
});

test('a fresh sign-in asks for the password even if the user is signed in at the provider', async () => {
  const started = await api.ask('GET', 'sign-in/start/?fresh=true');
  const { searchParams } = new URL(header(started, 'location'));
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
  expect(new URL(header(await start(), 'location')).searchParams.has('prompt')).toBe(false);
});

test('one caller cannot end the sign-in of others at the same address by asking for one device code', async () => {
  const [here, code] = ['192.0.2.9', 'none'];
  const key = `sign-in/device-code/${hashToken(code)}`;
  const row = { ...windowCountKey('BAD_CREDENTIALS', key, windowAt(api.clock.now()).start), tries: 300 };
  await api.client.send(new PutCommand({ TableName: api.tableName, Item: row }));
  const ask = (device_code: string) =>
    api.ask('POST', 'sign-in/device/token/', { sourceIp: here, body: { device_code } });
  expect((await ask(code)).status).toBe(429);
  expect((await ask('another')).status).not.toBe(429);
});

describe('behind CloudFront', () => {
  const EDGE = '198.51.100.1';
  const from = (viewer: string, key = 'edge-key') => ({
    sourceIp: EDGE,
    headers: { 'x-paddock-edge-key': key, 'x-paddock-viewer-address': viewer },
  });
  const exhaust = async (address: string) => {
    const key = `sign-in/start/${address}`;
    const row = { ...windowCountKey('BAD_CREDENTIALS', key, windowAt(api.clock.now()).start), tries: 300 };
    await api.client.send(new PutCommand({ TableName: api.tableName, Item: row }));
  };
  const startFrom = async (call: object) => (await api.ask('GET', 'sign-in/start/', call)).status;
  beforeEach(async () => {
    const identityProvider = oidcIdentityProvider({
      ...{ issuer, clientId, clock: realClock },
      clientSecret: async () => undefined,
    });
    api = await apiUnderTest({ identityProvider, edgeKey: 'edge-key' });
  });

  test('the limit of one viewer is not that of others', async () => {
    await exhaust('192.0.2.7');
    expect(await startFrom(from('192.0.2.7'))).toBe(429);
    expect(await startFrom(from('192.0.2.8'))).toBe(302);
  });

  test.each([
    ['without the key', ''],
    ['with a wrong key', 'edge-kez'],
  ])('a header with an address changes nothing %s', async (_, key) => {
    await exhaust(EDGE);
    expect(await startFrom(from('192.0.2.8', key))).toBe(429);
  });

  test('the audit shows the viewer’s address', async () => {
    const { token } = await api.person();
    const refused = await api.ask('POST', 'customers/', { ...from('192.0.2.7'), token, body: { name: 'mine' } });
    expect(refused.status).toBe(403);
    const staff = await api.person({ isStaff: true });
    expect((await api.ask('GET', 'events/?event_type=access_refused', staff)).body).toMatchObject([
      { context: { ip_address: '192.0.2.7' } },
    ]);
  });
});

const deviceLogin = z.object({ device_code: z.string(), verification_uri_complete: z.string() });
const deviceAnswer = z.object({ state: z.string(), token: z.string().nullable() });

test('a terminal shows a code, and has an API token once its user has confirmed it', async () => {
  const begun = await api.ask('POST', 'sign-in/device/');
  const { device_code, verification_uri_complete } = deviceLogin.parse(begun.body);
  const headers = { 'user-agent': 'paddock/1.0 (evil <b>)' };
  const question = { body: { device_code, name: 'Browser' }, headers, sourceIp: '203.0.113.9' };
  const pending = await api.ask('POST', 'sign-in/device/token/', question);
  expect(pending).toMatchObject({ status: 200, body: { state: 'pending', token: null } });
  await keycloak.setDelays({ devicePolling: 0 });
  const browser = aBrowser();
  const login = await browser.open(verification_uri_complete);
  await browser.submit(await browser.submit(login, { username: 'olga', password: 'olga' }), { accept: 'Yes' });
  const done = await api.ask('POST', 'sign-in/device/token/', question);
  const { token } = deviceAnswer.parse(done.body);
  expect(done.headers['cache-control']).toBe('no-store');
  expect(await api.ask('GET', 'api-tokens/', { token: token ?? '' })).toMatchObject({
    body: [
      {
        name: 'Terminal at 203.0.113.9 (paddock/1.0 evil b)',
        kind: 'device',
        expires_at: expect.any(String),
      },
    ],
  });
  const [mail] = await mailsAbout('new-token/');
  expect(mail).toMatchObject({
    to: 'olga@example.org',
    template: 'new-token',
    values: { kind: 'device', name: 'Terminal at 203.0.113.9 (paddock/1.0 evil b)' },
  });
  const own = { token: token ?? '' };
  const lasting = { name: 'mine', expires_at: '2099-01-01T00:00:00Z' };
  expect(await api.ask('POST', 'api-tokens/', { ...own, body: lasting })).toMatchObject({
    status: 400,
    body: { expires_at: [expect.stringMatching(/^Cannot be later than /)] },
  });
  const [session] = z
    .array(z.object({ expires_at: z.string() }))
    .parse((await api.ask('GET', 'api-tokens/', own)).body);
  expect((await api.ask('POST', 'api-tokens/', { ...own, body: { name: 'mine' } })).body).toMatchObject({
    kind: 'token',
    expires_at: session?.expires_at,
  });
  expect(await mailsAbout('new-token/')).toHaveLength(2);
  expect((await api.ask('POST', 'sign-in/device/token/', question)).status).toBe(401);
});

test('where there is no provider, nobody can sign in', async () => {
  const lone = await apiUnderTest();
  for (const [method, path] of [
    ['GET', 'start/'],
    ['GET', 'callback/'],
    ['POST', 'device/'],
  ] as const) {
    expect((await lone.ask(method, `sign-in/${path}`)).status).toBe(409);
  }
});

test.each([
  ['GET', 'sign-in/start/', 300],
  ['GET', 'sign-in/callback/', 300],
  ['POST', 'sign-in/device/', 60],
  ['POST', 'sign-in/device/token/', 2000],
])('%s %s is answered so often in a quarter of an hour to one place: %d times', async (method, path, limit) => {
  const [here, there] = ['192.0.2.7', '192.0.2.8'];
  const key = `sign-in/${path.split('/').slice(1, -1).join('-')}/${here}`;
  // The count is written directly: a single DynamoDB row cannot take two thousand writes per second.
  const row = { ...windowCountKey('BAD_CREDENTIALS', key, windowAt(api.clock.now()).start), tries: limit - 1 };
  await api.client.send(new PutCommand({ TableName: api.tableName, Item: row }));
  const ask = (sourceIp: string) => api.ask(method, path, { sourceIp, body: { device_code: 'none' } });
  expect((await ask(here)).status).not.toBe(429);
  expect(await ask(here)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect((await ask(there)).status).not.toBe(429);
});
