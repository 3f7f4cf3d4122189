import { createHash } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import type { SimulatorDefinition } from '../_kit/simulator-definition.ts';
import { simulator } from '../keycloak.ts';

let definition: SimulatorDefinition;
let keycloak: RunningSimulator;
let issuer: string;

beforeAll(async () => {
  definition = await simulator([]);
  keycloak = await serveSimulator(definition);
  issuer = `${keycloak.url}/realms/paddock`;
});
beforeEach(() => fetch(`${keycloak.url}/_sim/reset`, { method: 'POST' }));
afterAll(() => keycloak.close());

async function post(path: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  const url = `${issuer}/protocol/openid-connect/${path}`;
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}
const logIn = (form: Record<string, string> = {}) =>
  post('token', { grant_type: 'password', client_id: 'paddock', username: 'olga', password: 'olga', ...form });
const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`)), {
    issuer,
    audience: 'paddock',
  });
const userinfo = (token: string) =>
  fetch(`${issuer}/protocol/openid-connect/userinfo`, { headers: { authorization: `Bearer ${token}` } });
const error = (status: number, code: string, description: string) => ({
  status,
  body: { error: code, error_description: description },
});

test('a password gives a token that verifies with the published keys and names its user', async () => {
  const { status, headers, body } = await logIn();
  expect([status, headers.get('cache-control'), body.token_type, body.expires_in]).toEqual([
    200,
    'no-store',
    'Bearer',
    300,
  ]);
  const { payload, protectedHeader } = await verify(body.access_token);
  expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' });
  expect(payload).toMatchObject({
    azp: 'paddock',
    typ: 'Bearer',
    preferred_username: 'olga',
    email: 'olga@example.org',
    given_name: 'Olga',
    family_name: 'Owner',
    name: 'Olga Owner',
  });
  expect(payload.jti).toMatch(/^onrtro:[-0-9a-f]{36}$/);
});

test('discovery names the endpoints under the address that was asked', async () => {
  const found = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  expect(found).toMatchObject({ issuer, jwks_uri: `${issuer}/protocol/openid-connect/certs` });
});

test('a wrong password and an unknown user are the same 400', async () => {
  const refusal = error(400, 'invalid_grant', 'Invalid user credentials');
  expect(await logIn({ password: 'wrong' })).toMatchObject(refusal);
  expect(await logIn({ username: 'nobody' })).toMatchObject(refusal);
});

test.each([
  ['no grant', { grant_type: '' }, error(400, 'invalid_request', 'Missing form parameter: grant_type')],
  ['an unknown grant', { grant_type: 'magic' }, error(400, 'unsupported_grant_type', 'Unsupported grant_type')],
  [
    'an unknown client',
    { client_id: 'x' },
    error(401, 'invalid_client', 'Invalid client or Invalid client credentials'),
  ],
  [
    'a public client that wants a service account',
    { grant_type: 'client_credentials' },
    error(401, 'unauthorized_client', 'Public client not allowed to retrieve service account'),
  ],
  [
    'a wrong client secret',
    { grant_type: 'client_credentials', client_id: 'paddock-sync', client_secret: 'x' },
    error(401, 'unauthorized_client', 'Invalid client or Invalid client credentials'),
  ],
  [
    'a bad refresh token',
    { grant_type: 'refresh_token', refresh_token: 'x' },
    error(400, 'invalid_grant', 'Invalid refresh token'),
  ],
])('%s is refused as Keycloak does', async (_what, form, refusal) => {
  expect(await logIn(form)).toMatchObject(refusal);
});

test('a realm that is not there is 404', async () => {
  const answer = await fetch(`${keycloak.url}/realms/none/.well-known/openid-configuration`);
  expect([answer.status, await answer.json()]).toEqual([404, { error: 'Realm does not exist' }]);
});

test('a client with a secret gets a token of its own, without a refresh token', async () => {
  const { service_client_secret: secret } = definition.credentials(keycloak.url);
  const authorization = `Basic ${Buffer.from(`paddock-sync:${secret}`).toString('base64')}`;
  const { body } = await post('token', { grant_type: 'client_credentials' }, { authorization });
  expect(body).toMatchObject({ refresh_expires_in: 0 });
  expect(body).not.toHaveProperty('refresh_token');
  expect(decodeJwt(body.access_token)).toMatchObject({
    azp: 'paddock-sync',
    aud: 'account',
    preferred_username: 'service-account-paddock-sync',
  });
});

test('a refresh token gives new tokens of the same session until the user logs out', async () => {
  const first = (await logIn({ scope: 'openid' })).body;
  const refresh = { grant_type: 'refresh_token', client_id: 'paddock', refresh_token: first.refresh_token };
  const second = (await post('token', refresh)).body;
  expect(second.session_state).toBe(first.session_state);
  expect((await userinfo(second.access_token)).status).toBe(200);
  expect((await post('logout', { client_id: 'paddock', refresh_token: second.refresh_token })).status).toBe(204);
  expect(await post('token', refresh)).toMatchObject(error(400, 'invalid_grant', 'Invalid refresh token'));
  expect((await userinfo(second.access_token)).status).toBe(401);
});

test('userinfo needs the scope openid and a good token', async () => {
  const answer = await userinfo((await logIn({ scope: 'openid' })).body.access_token);
  expect(await answer.json()).toMatchObject({ preferred_username: 'olga', email: 'olga@example.org' });
  expect((await userinfo((await logIn()).body.access_token)).status).toBe(403);
  const refused = await userinfo('garbage');
  expect([refused.status, refused.headers.get('www-authenticate'), await refused.text()]).toEqual([
    401,
    'Bearer realm="paddock"',
    '',
  ]);
});

test('a device logs in once its user has confirmed the code', async () => {
  Object.assign(definition.delays, { devicePolling: 0 });
  const code_verifier = 'a'.repeat(43);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  const asked = { client_id: 'paddock', scope: 'openid', code_challenge, code_challenge_method: 'S256' };
  const started = (await post('auth/device', asked)).body;
  expect(started.user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const { device_code } = started;
  const poll = () => post('token', { grant_type, client_id: 'paddock', device_code, code_verifier });
  expect(await poll()).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
  Object.assign(definition.delays, { devicePolling: 60_000 });
  expect(await poll()).toMatchObject({ status: 400, body: { error: 'slow_down' } });
  Object.assign(definition.delays, { devicePolling: 0 });
  const form = new URLSearchParams({ user_code: started.user_code, username: 'mia', password: 'mia' });
  expect((await fetch(started.verification_uri, { method: 'POST', body: form })).status).toBe(200);
  expect(decodeJwt((await poll()).body.access_token)).toMatchObject({ preferred_username: 'mia' });
  expect(await poll()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('after a rotation old tokens verify until the old key is dropped', async () => {
  const rotate = (body: object) =>
    fetch(`${keycloak.url}/_sim/rotate-keys`, { method: 'POST', body: JSON.stringify(body) });
  const old = (await logIn()).body.access_token;
  await rotate({});
  const fresh = (await logIn()).body.access_token;
  expect(decodeProtectedHeader(fresh).kid).not.toBe(decodeProtectedHeader(old).kid);
  await verify(old);
  await verify(fresh);
  await rotate({ drop_old: true });
  await expect(verify(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
});

test('a token ends', async () => {
  Object.assign(definition.delays, { accessTokenLifespan: -1000 });
  await expect(verify((await logIn()).body.access_token)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
});

test('users are those of the flags, and logging in changes nothing that can be seen', async () => {
  const seeded = await simulator(['--user', 'Ada:Ada:Lovelace:ada@example.net']);
  expect(seeded.state()).toMatchObject({
    users: [
      { username: 'admin', realm: 'master' },
      { username: 'ada', email: 'ada@example.net', realm: 'paddock' },
    ],
    groups: [],
  });
  const before = await (await fetch(`${keycloak.url}/_sim/state`)).json();
  await logIn();
  expect(await (await fetch(`${keycloak.url}/_sim/state`)).json()).toEqual(before);
});
