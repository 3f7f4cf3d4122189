import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, startRancher, type TestRancher } from '../_core/rancher-client.ts';

const PASSWORD = 'long-enough-a-password';
let rancher: TestRancher;

beforeEach(async () => {
  rancher = await startRancher();
});
afterEach(() => rancher.close());

const create = (body: object) => rancher.send('POST', '/v3/users', body);
const login = (username: string, password: string, more: object = {}) =>
  rancher.send('POST', '/v3-public/localProviders/local?action=login', { username, password, ...more }, '');

test('a user needs a unique name and a password that is long enough and is not the name', async () => {
  expect(await create({ password: PASSWORD })).toMatchObject({ status: 500, body: { message: 'invalid username' } });
  expect(await create({ username: 'anna' })).toMatchObject({ status: 500, body: { message: 'invalid password' } });
  const short = 'Password must be at least 12 characters';
  expect(await create({ username: 'anna', password: 'short' })).toMatchObject({
    status: 422,
    body: { message: short },
  });
  expect((await create({ username: PASSWORD, password: PASSWORD })).status).toBe(422);
  expect((await create({ username: 'anna', password: PASSWORD })).status).toBe(201);
  expect(await create({ username: 'anna', password: PASSWORD })).toMatchObject({
    status: 422,
    body: { code: 'NotUnique', fieldName: 'username' },
  });
});

test('the setting says how long a password must be', async () => {
  await rancher.send('PUT', '/v3/settings/password-min-length', { value: '3' });
  expect((await create({ username: 'anna', password: 'four' })).status).toBe(201);
});

test('a user has no display name until the first login', async () => {
  const made = await create({ username: 'anna', password: PASSWORD });
  expect(made.body).not.toHaveProperty('name');
  await login('anna', PASSWORD);
  expect((await rancher.send('GET', `/v3/users/${made.object().id}`)).body).toMatchObject({ name: 'anna' });
});

test('logging in with a cookie answers nothing else, and the cookie opens Rancher', async () => {
  await create({ username: 'anna', password: PASSWORD });
  const answer = await fetch(`${rancher.url}/v1-public/login`, {
    method: 'POST',
    body: JSON.stringify({ type: 'localProvider', username: 'anna', password: PASSWORD, responseType: 'cookie' }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect((await fetch(`${rancher.url}/v3/users`, { headers: { cookie } })).status).toBe(200);
});

test('a user who changes the own password must know the old one; the administrator need not', async () => {
  const { id } = (await create({ username: 'anna', password: PASSWORD })).object();
  const { token } = (await login('anna', PASSWORD)).object();
  const change = (currentPassword: string, newPassword: string) =>
    rancher.send('POST', '/v3/users?action=changepassword', { currentPassword, newPassword }, `Bearer ${token}`);
  expect((await change('wrong', 'another-password')).status).toBe(422);
  expect((await change(PASSWORD, 'another-password')).status).toBe(200);
  expect((await login('anna', PASSWORD)).status).toBe(401);
  await rancher.send('POST', `/v3/users/${id}?action=setpassword`, { newPassword: PASSWORD });
  expect((await login('anna', PASSWORD)).status).toBe(201);
});

test('a username stays, and a PUT changes what it names', async () => {
  const path = `/v3/users/${(await create({ username: 'anna', password: PASSWORD })).object().id}`;
  expect(await rancher.send('PUT', path, { username: 'other' })).toMatchObject({ status: 400 });
  expect((await rancher.send('PUT', path, { description: 'd' })).body).toMatchObject({
    username: 'anna',
    enabled: true,
  });
});

test('logging out ends the session', async () => {
  await create({ username: 'anna', password: PASSWORD });
  const { token } = (await login('anna', PASSWORD)).object();
  const send = (method: string, path: string) => rancher.send(method, path, undefined, `Bearer ${token}`);
  expect((await send('POST', '/v3/tokens?action=logout')).status).toBe(200);
  await eventually(async () => expect((await send('GET', '/v3/users')).status).toBe(401));
});

test('a setting of the environment is not changed, others are, and an empty value is the default again', async () => {
  const put = (name: string, value: string) => rancher.send('PUT', `/v3/settings/${name}`, { value });
  expect(await put('server-url', 'https://elsewhere')).toMatchObject({ status: 405, body: { code: 'MethodNotAllow' } });
  expect((await put('nosuch', 'x')).status).toBe(404);
  expect((await put('ui-pl', 'Paddock')).body).toMatchObject({ value: 'Paddock', source: 'db', customized: true });
  expect((await put('ui-pl', '')).body).toMatchObject({ value: 'rancher', source: 'default', customized: false });
});

test('without a key there are the public settings, the certificate and no more', async () => {
  const status = async (path: string) => (await rancher.send('GET', path, undefined, '')).status;
  const settings = await rancher.send('GET', '/v1/management.cattle.io.settings', undefined, '');
  expect(settings.rows().map(({ id }) => id)).toContain('ui-pl');
  expect(settings.rows().map(({ id }) => id)).not.toContain('server-version');
  expect([await status('/v3/settings/cacerts'), await status('/v3/settings/server-version')]).toEqual([200, 401]);
  expect((await rancher.send('GET', '/v1/management.cattle.io.settings', undefined, 'Bearer a:b')).status).toBe(403);
});
