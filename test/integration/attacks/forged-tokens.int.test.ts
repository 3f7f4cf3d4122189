import { once } from 'node:events';
import { createServer } from 'node:http';
import { calculateJwkThumbprint, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { joseIdentityTokens } from '#shared/adapters/oidc/verify-token';
import { startSimulator } from '#test/contracts/start-simulator';
import { type ApiUnderTest, apiUnderTest } from '../_worlds/api-under-test.ts';
import { oidcRealmPerFile, realClock } from '../identity/oidc-realm.ts';

const printed = z.object({ issuer: z.string(), client_id: z.string() });
const tokenReply = z.object({ access_token: z.string() });
const SEAL = 'protocol/openid-connect';

let api: ApiUnderTest;
const { keycloak, issuer } = await oidcRealmPerFile();
beforeEach(async () => {
  api = await apiUnderTest({ identityTokens: joseIdentityTokens({ issuer, audience: 'paddock', clock: realClock }) });
});

async function tokenOf(username: string, at = issuer, client = 'paddock'): Promise<string> {
  const answer = await fetch(`${at}/${SEAL}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: client, username, password: username }),
    signal: AbortSignal.timeout(10_000),
  });
  return tokenReply.parse(await answer.json()).access_token;
}
const ask = (token: string) => api.ask('GET', 'users/me/', { headers: { authorization: `Bearer ${token}` } });
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Starts an OIDC provider that publishes these keys. It is needed because the Keycloak simulator cannot issue tokens
 * with a date in the future.
 */
async function publishing(keys: object[]) {
  const server = createServer((request, response) => {
    const origin = `http://${request.headers.host}`;
    const names = ['authorization_endpoint', 'token_endpoint'].map((name) => [name, `${origin}/${name}`]);
    const document = { issuer: origin, jwks_uri: `${origin}/keys`, ...Object.fromEntries(names) };
    response.end(JSON.stringify(request.url === '/keys' ? { keys } : document));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { issuer: `http://127.0.0.1:${port}`, stop };
}

async function taken() {
  const token = await tokenOf('olga');
  expect((await ask(token)).status).toBe(200);
  const [, , signature = ''] = token.split('.');
  return { token, header: decodeProtectedHeader(token), claims: decodeJwt(token), signature };
}

test('a token of another Keycloak, with a realm of the same name, is refused (S0-157)', async () => {
  const other = await startSimulator('keycloak');
  expect((await ask(await tokenOf('olga'))).status).toBe(200);
  const foreign = await tokenOf('olga', printed.parse(other.printed).issuer);
  await other.stop();
  expect(await ask(foreign)).toMatchObject({ status: 401, body: { detail: 'Invalid token.' } });
});

test('a token that says it is signed by nothing is refused, however it is written', async () => {
  const { header, claims, signature } = await taken();
  for (const alg of ['none', 'None', 'NONE', 'nOnE', '']) {
    for (const seal of ['', signature]) {
      expect((await ask(`${encoded({ ...header, alg })}.${encoded(claims)}.${seal}`)).status).toBe(401);
    }
  }
});

test('the public key is no shared secret: neither as it is published nor in any form that it is copied in', async () => {
  const { header, claims } = await taken();
  const published = await (await fetch(`${issuer}/${SEAL}/certs`, { signal: AbortSignal.timeout(10_000) })).text();
  const { keys } = z.object({ keys: z.array(z.looseObject({ n: z.string() })) }).parse(JSON.parse(published));
  const forms = [published, ...keys.flatMap((key) => [JSON.stringify(key), key.n])];
  for (const form of forms) {
    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg })
        .sign(Buffer.from(form.padEnd(64)));
      expect((await ask(forged)).status).toBe(401);
    }
  }
});

test('a key that the token brings itself, or points to, is not believed', async () => {
  const { header, claims } = await taken();
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: 'RS256' };
  const kid = await calculateJwkThumbprint(jwk);
  for (const more of [
    { jwk },
    { jwk, kid },
    { jku: 'https://evil.example/keys', kid },
    { x5u: 'https://evil.example/' },
  ]) {
    const forged = await new SignJWT(claims).setProtectedHeader({ ...header, ...more, alg: 'RS256' }).sign(privateKey);
    expect((await ask(forged)).status).toBe(401);
  }
});

test('tokens that name keys nobody has do not make us ask the provider again and again, and a new key is believed', async () => {
  let passed = 0;
  const later = { now: () => new Date(Date.now() + passed * 1000) };
  api = await apiUnderTest({ identityTokens: joseIdentityTokens({ issuer, audience: 'paddock', clock: later }) });
  const { header, claims, signature, token } = await taken();
  const before = await keycloak.countOf('GET', '/certs');
  for (let index = 0; index < 10; index += 1) {
    expect(
      (await ask(`${encoded({ ...header, kid: `garbage-${index}` })}.${encoded(claims)}.${signature}`)).status,
    ).toBe(401);
  }
  expect((await keycloak.countOf('GET', '/certs')) - before).toBe(0);
  await fetch(`${keycloak.url}/_sim/rotate-keys`, { method: 'POST', signal: AbortSignal.timeout(10_000) });
  passed = 31;
  expect((await ask(await tokenOf('olga'))).status).toBe(200);
  expect((await ask(token)).status).toBe(200);
  expect((await keycloak.countOf('GET', '/certs')) - before).toBe(1);
});

test('a token is refused after its time', async () => {
  const late = joseIdentityTokens({
    issuer,
    audience: 'paddock',
    clock: { now: () => new Date(Date.now() + 3_600_000) },
  });
  api = await apiUnderTest({ identityTokens: late });
  expect(await ask(await tokenOf('olga'))).toMatchObject({ status: 401, body: { detail: 'Token has expired.' } });
});

test('a token is refused before its time (S0-157)', async () => {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }];
  const provider = await publishing(keys);
  api = await apiUnderTest({
    identityTokens: joseIdentityTokens({ issuer: provider.issuer, audience: 'paddock', clock: realClock }),
  });
  const seconds = Math.floor(Date.now() / 1000);
  const tokenFrom = (nbf: number) =>
    new SignJWT({ sub: 'olga', preferred_username: 'olga', azp: 'paddock', nbf })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(provider.issuer)
      .setExpirationTime(seconds + 3600)
      .sign(privateKey);
  const refused = { status: 401, body: { detail: 'Invalid token.' } };
  expect(await ask(await tokenFrom(seconds + 60))).toMatchObject(refused);
  expect((await ask(await tokenFrom(seconds - 60))).status).toBe(200);
  provider.stop();
});
