import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { joseIdentityTokens } from '#shared/adapters/oidc/verify-token';
import type { Clock } from '#shared/ports/runtime';
import { aUser } from '#test/builders/builders';
import { type ApiUnderTest, apiUnderTest } from '../_worlds/api-under-test.ts';
import { oidcRealmPerFile, realClock } from './oidc-realm.ts';

const tokens = z.object({ access_token: z.string(), id_token: z.string() });
const me = z.object({ uuid: z.string(), username: z.string() });

let api: ApiUnderTest;
const { keycloak, issuer, clientId } = await oidcRealmPerFile();

const verifier = (fields: { audience?: string; clock?: Clock } = {}) =>
  joseIdentityTokens({ issuer, audience: clientId, clock: realClock, ...fields });
beforeEach(async () => {
  api = await apiUnderTest({ identityTokens: verifier() });
});

async function logIn(username: string): Promise<z.infer<typeof tokens>> {
  const answer = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientId,
      username,
      password: username,
      scope: 'openid',
    }),
  });
  return tokens.parse(await answer.json());
}
const askMe = (token: string, on: ApiUnderTest = api) =>
  on.ask('GET', 'users/me/', { headers: { authorization: `Bearer ${token}` } });

test('an access token makes the user at first sight and finds the same one afterwards', async () => {
  const { access_token } = await logIn('olga');
  const first = await askMe(access_token);
  expect(first).toMatchObject({ status: 200, body: { username: 'olga', first_name: 'Olga', is_staff: false } });
  expect(me.parse((await askMe((await logIn('olga')).access_token)).body).uuid).toBe(me.parse(first.body).uuid);
});

test('two first calls at once make one user', async () => {
  const { access_token } = await logIn('mia');
  const answers = await Promise.all([askMe(access_token), askMe(access_token), askMe(access_token)]);
  expect(new Set(answers.map(({ body }) => me.parse(body).uuid)).size).toBe(1);
});

test('a user of the same name is somebody else: no staff rights by choosing a name', async () => {
  const staff = aUser({ username: 'milo', isStaff: true });
  await api.store.commit(api.store.users.insert(staff));
  const answer = await askMe((await logIn('milo')).access_token);
  expect(answer.body).toMatchObject({ is_staff: false });
  expect(me.parse(answer.body).uuid).not.toBe(staff.uuid);
  expect(me.parse(answer.body).username).toMatch(/^milo-[0-9a-f]{8}$/);
});

test('an API token that an access token creates ends with the access token', async () => {
  const { access_token } = await logIn('olga');
  const create = (expires_at?: string) =>
    api.ask('POST', 'api-tokens/', {
      headers: { authorization: `Bearer ${access_token}` },
      body: { name: 'mine', ...(expires_at && { expires_at }) },
    });
  const end = new Date((decodeJwt(access_token).exp ?? 0) * 1000);
  expect(await create()).toMatchObject({ status: 201, body: { expires_at: end.toISOString() } });
  const later = new Date(end.getTime() + 1000).toISOString();
  expect(await create(later)).toMatchObject({ status: 400, body: { expires_at: [expect.any(String)] } });
});

test('an expired token is refused as expired', async () => {
  const inADay: Clock = { now: () => new Date(Date.now() + 86_400_000) };
  const later = await apiUnderTest({ identityTokens: verifier({ clock: inADay }) });
  expect(await askMe((await logIn('olga')).access_token, later)).toMatchObject({
    status: 401,
    body: { detail: 'Token has expired.' },
  });
});

test('a token for another client is refused', async () => {
  const other = await apiUnderTest({ identityTokens: verifier({ audience: 'somebody-else' }) });
  expect(await askMe((await logIn('olga')).access_token, other)).toMatchObject({
    status: 401,
    body: { detail: 'Invalid token.' },
  });
});

test('an ID token is no access token', async () => {
  expect((await askMe((await logIn('olga')).id_token)).status).toBe(401);
});

test('a token with a changed payload is refused', async () => {
  const [head = '', payload = '', signature = ''] = (await logIn('olga')).access_token.split('.');
  const claims = z.record(z.string(), z.unknown()).parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'somebody' })).toString('base64url');
  expect((await askMe(`${head}.${forged}.${signature}`)).status).toBe(401);
});

/**
 * Forged tokens with the issuer's name and key id. One is signed by another key. One uses the issuer's public key as an
 * HMAC secret.
 */
async function forgedTokens(): Promise<string[]> {
  const { access_token } = await logIn('olga');
  const { privateKey } = await generateKeyPair('RS256');
  const [header, claims] = [decodeProtectedHeader(access_token), decodeJwt(access_token)];
  const taken = { ...claims, sub: 'somebody', preferred_username: 'somebody' };
  const published = Buffer.from(await (await fetch(`${issuer}/protocol/openid-connect/certs`)).text());
  return [
    await new SignJWT(taken).setProtectedHeader({ ...header, alg: 'RS256' }).sign(privateKey),
    await new SignJWT(taken).setProtectedHeader({ ...header, alg: 'HS256' }).sign(published),
    new UnsecuredJWT(taken).encode(),
  ];
}

test('a forged token is refused, and a refused token leaves nothing behind', async () => {
  const staff = await api.person({ isStaff: true });
  for (const token of await forgedTokens()) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await api.ask('POST', 'keys/', { headers, body: { name: 'x', public_key: 'x' } });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Invalid token.' } });
  }
  expect((await api.ask('GET', 'users/', staff)).headers['x-result-count']).toBe('1');
});

test('an issuer that cannot be reached is our trouble, not the caller’s', async () => {
  const { access_token } = await logIn('olga');
  await keycloak.plan({ path: 'openid-configuration', kind: 'status', status: 503 });
  const unlucky = await apiUnderTest({ identityTokens: verifier() });
  expect((await askMe(access_token, unlucky)).status).toBe(503);
  await keycloak.clearFaults();
  expect((await askMe(access_token, unlucky)).status).toBe(200);
});
