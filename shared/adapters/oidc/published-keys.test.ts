import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { joseIdentityTokens } from './verify-token.ts';

const MINUTE = 60;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

let [first, second]: KeyPair[] = [];
let published: object[];
let status: number;
let asked: number;
const server = createServer(({ url }, reply) => {
  if (url === '/keys') asked += 1;
  const document = { issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: issuer, token_endpoint: issuer };
  reply.statusCode = url === '/keys' ? status : 200;
  reply.end(JSON.stringify(url === '/keys' ? { keys: published } : document));
});
let issuer: string;
let now: number;
const clock = { now: () => new Date(now) };
const pass = (seconds: number) => {
  now += seconds * 1000;
};

const jwkOf = async (kid: string, pair: KeyPair | undefined) => ({
  ...(await exportJWK(z.custom<KeyPair>().parse(pair).publicKey)),
  kid,
  alg: 'ES256',
});
const tokenOf = (kid: string, pair: KeyPair | undefined) =>
  new SignJWT({ sub: 'olga', azp: 'paddock' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(issuer)
    .setExpirationTime(now / 1000 + 24 * 60 * MINUTE)
    .sign(z.custom<KeyPair>().parse(pair).privateKey);

beforeAll(async () => {
  [first, second] = await Promise.all([1, 2].map(() => generateKeyPair('ES256', { extractable: true })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`;
});
beforeEach(async () => {
  now = Date.parse('2030-01-01T00:00:00Z');
  [status, asked, published] = [200, 0, [await jwkOf('one', first)]];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const aVerifier = () => joseIdentityTokens({ issuer, audience: 'paddock', clock });
const refused = { name: 'Unauthenticated', message: 'Invalid token.' };
const unreadable = { name: 'BackendUnavailable', message: 'The keys of the OIDC provider cannot be read.' };

test('keys are asked for once in ten minutes, however many tokens come, and at once', async () => {
  const tokens = aVerifier();
  const token = await tokenOf('one', first);
  await Promise.all([1, 2, 3].map(() => tokens.verify(token)));
  pass(10 * MINUTE - 1);
  await tokens.verify(token);
  expect(asked).toBe(1);
  pass(1);
  await Promise.all([1, 2, 3].map(() => tokens.verify(token)));
  expect(asked).toBe(2);
});

test('a key that the provider has withdrawn is not accepted after ten minutes', async () => {
  const tokens = aVerifier();
  const token = await tokenOf('one', first);
  await tokens.verify(token);
  published = [await jwkOf('two', second)];
  pass(10 * MINUTE - 1);
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: 'olga' });
  pass(1);
  await expect(tokens.verify(token)).rejects.toMatchObject(refused);
});

test('a new key is accepted as soon as tokens name it, by one look, but not within half a minute of the last look', async () => {
  const tokens = aVerifier();
  await tokens.verify(await tokenOf('one', first));
  published = [await jwkOf('two', second)];
  const token = await tokenOf('two', second);
  pass(29);
  await expect(tokens.verify(token)).rejects.toMatchObject(refused);
  expect(asked).toBe(1);
  pass(1);
  const answers = await Promise.all([1, 2, 3].map(() => tokens.verify(token)));
  expect(answers).toHaveLength(3);
  expect(asked).toBe(2);
});

test('while the provider is down its last keys are good for an hour, and it is asked every half minute', async () => {
  const tokens = aVerifier();
  const token = await tokenOf('one', first);
  await tokens.verify(token);
  status = 503;
  pass(10 * MINUTE);
  await tokens.verify(token);
  await tokens.verify(token);
  expect(asked).toBe(2);
  pass(30);
  await tokens.verify(token);
  expect(asked).toBe(3);
  pass(50 * MINUTE - 31);
  await tokens.verify(token);
  pass(1);
  await expect(tokens.verify(token)).rejects.toMatchObject(unreadable);
  status = 200;
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: 'olga' });
});

test('while the provider is down, tokens that name unknown keys do not make us ask it again and again', async () => {
  const tokens = aVerifier();
  await tokens.verify(await tokenOf('one', first));
  status = 503;
  pass(30);
  const garbage = await tokenOf('garbage', second);
  await expect(tokens.verify(garbage)).rejects.toMatchObject(unreadable);
  await expect(tokens.verify(garbage)).rejects.toMatchObject(refused);
  expect(asked).toBe(2);
});

test.each([
  ['no list', {}],
  ['a list of something else', { keys: ['x'] }],
])('an answer with %s in place of keys is no answer, and the known keys stay', async (_, broken) => {
  const tokens = aVerifier();
  const token = await tokenOf('one', first);
  await tokens.verify(token);
  published = z.custom<object[]>().parse('keys' in broken ? broken.keys : undefined);
  pass(10 * MINUTE);
  await expect(tokens.verify(token)).resolves.toMatchObject({ subject: 'olga' });
  await expect(aVerifier().verify(token)).rejects.toMatchObject(unreadable);
});
