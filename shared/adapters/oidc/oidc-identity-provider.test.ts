import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { oidcIdentityProvider } from './oidc-identity-provider.ts';

const SECRET = 'the-secret-of-our-client';
const CODE = { code: 'c-1', verifier: 'v-1', nonce: 'n-1', redirectUri: 'https://paddock.test/callback/' };
const DEVICE = { deviceCode: 'd-1', verifier: 'v-1' };
type Reply = { status?: number; headers?: Record<string, string>; body: unknown };

let keys: Awaited<ReturnType<typeof generateKeyPair>>;
let issuer: string;
let now: number;
let reply: Reply;
let sent: { url: string | undefined; form: object }[];
const published: Record<string, () => Promise<object>> = {
  '/.well-known/openid-configuration': async () => ({
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device`,
    id_token_signing_alg_values_supported: ['ES256'],
    // Keycloak publishes this value. The login must work although `redeemCode` gets only the code, without `iss`.
    authorization_response_iss_parameter_supported: true,
  }),
  '/keys': async () => ({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] }),
};
const server = createServer(async (request, response) => {
  const found = await published[request.url ?? '']?.();
  if (found === undefined) {
    sent.push({ url: request.url, form: Object.fromEntries(new URLSearchParams(await text(request))) });
    response.writeHead(reply.status ?? 200, reply.headers);
  }
  const body = found ?? reply.body;
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
});
beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`;
});
beforeEach(() => {
  now = Date.parse('2020-01-01T00:00:00Z');
  sent = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const provider = (secret: string | undefined = undefined) =>
  oidcIdentityProvider({
    issuer,
    clientId: 'paddock',
    clientSecret: async () => secret,
    timeoutMs: 2_000,
    clock: { now: () => new Date(now) },
  });
/** A provider's answer to a valid code. `claims` replace claims of a valid ID token. */
async function tokens(claims: object = {}) {
  const good = { iss: issuer, aud: 'paddock', sub: 'olga', nonce: CODE.nonce, iat: now / 1000, exp: now / 1000 + 60 };
  const jwt = new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'ES256', kid: 'one' });
  return { access_token: 'a-1', token_type: 'Bearer', id_token: await jwt.sign(keys.privateKey) };
}
const failure = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error('it succeeded')),
    (error: unknown) => z.instanceof(AppError).parse(error),
  );

test('a browser is sent to the provider with the challenge, and the client’s secret is not read for it', async () => {
  const clientSecret = () => Promise.reject(new Error('read'));
  const clock = { now: () => new Date(now) };
  const asked = { state: 's-1', nonce: 'n-1', challenge: 'h-1', redirectUri: CODE.redirectUri };
  const url = new URL(
    await oidcIdentityProvider({ issuer, clientId: 'paddock', clientSecret, clock }).authorizationUrl(asked),
  );
  expect(`${url.origin}${url.pathname}`).toBe(`${issuer}/auth`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'paddock',
    redirect_uri: CODE.redirectUri,
    scope: 'openid profile email',
    state: 's-1',
    nonce: 'n-1',
    code_challenge: 'h-1',
    code_challenge_method: 'S256',
  });
});

test.each([
  ['a public client without a secret', undefined, {}],
  ['a confidential client with its own', SECRET, { client_secret: SECRET }],
])('a code is redeemed once by %s', async (_, secret, known) => {
  reply = { body: await tokens() };
  expect(await provider(secret).redeemCode(CODE)).toMatchObject({ issuer, subject: 'olga' });
  const form = { grant_type: 'authorization_code', code: 'c-1', code_verifier: 'v-1', redirect_uri: CODE.redirectUri };
  expect(sent).toEqual([{ url: '/token', form: { client_id: 'paddock', ...known, ...form } }]);
});

test('a device login is asked for and redeemed by one request each', async () => {
  const shown = { device_code: 'd-1', user_code: 'U-1', verification_uri: 'https://id.test/device', expires_in: 600 };
  reply = { body: shown };
  expect(await provider(SECRET).startDevice('h-1')).toEqual({
    deviceCode: 'd-1',
    userCode: 'U-1',
    verificationUri: 'https://id.test/device',
    verificationUriComplete: undefined,
    expiresIn: 600,
    interval: 5,
  });
  reply = { body: await tokens({ nonce: undefined }) };
  expect(await provider(SECRET).redeemDevice(DEVICE)).toMatchObject({ subject: 'olga' });
  const ours = { client_id: 'paddock', client_secret: SECRET };
  const challenge = { code_challenge: 'h-1', code_challenge_method: 'S256' };
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  expect(sent).toEqual([
    { url: '/device', form: { ...ours, scope: 'openid profile email', ...challenge } },
    { url: '/token', form: { ...ours, grant_type, device_code: 'd-1', code_verifier: 'v-1' } },
  ]);
});

test.each([
  ['authorization_pending', 'pending'],
  ['slow_down', 'too_fast'],
])('%s is an answer to a device, after one request', async (error, answer) => {
  reply = { status: 400, body: { error } };
  expect(await provider().redeemDevice(DEVICE)).toBe(answer);
  expect(sent).toHaveLength(1);
});

describe('a refusal', () => {
  const refused = 'The sign-in did not succeed: invalid_grant.';
  test.each([
    [400, 'invalid_grant', 'Unauthenticated', refused],
    [401, 'invalid_client', 'BackendUnauthorized', "The OIDC provider rejects Paddock's client: invalid_client"],
    [400, 'unauthorized_client', 'BackendUnauthorized', "rejects Paddock's client: unauthorized_client"],
  ])('of status %i and error %s is %s', async (status, error, name, message) => {
    // Some providers also send a challenge to the client (RFC 6749 §5.2).
    reply = { status, headers: { 'www-authenticate': 'Basic realm="x"' }, body: { error } };
    for (const work of [() => provider().redeemCode(CODE), () => provider().redeemDevice(DEVICE)]) {
      expect(await failure(work())).toMatchObject({ name, message: expect.stringContaining(message) });
    }
  });
  test('to start a device login is a broken contract', async () => {
    reply = { status: 400, body: { error: 'invalid_scope' } };
    expect(await failure(provider().startDevice('h-1'))).toMatchObject({
      name: 'BackendContractBroken',
      message: 'The OIDC provider refused the device login: invalid_scope',
    });
  });
});

describe('an answer', () => {
  test.each([
    ['of status 503', { status: 503, body: {} }, 'BackendUnavailable'],
    ['of status 429', { status: 429, body: {} }, 'BackendThrottled'],
    ['of status 403', { status: 403, body: {} }, 'BackendUnauthorized'],
    ['of status 404', { status: 404, body: {} }, 'BackendNotFound'],
    ['of status 302', { status: 302, headers: { location: 'https://evil.test/' }, body: {} }, 'BackendRejected'],
    ['that is no JSON', { body: '<html>' }, 'BackendUnavailable'],
    ['without an ID token', { body: { access_token: 'a', token_type: 'Bearer' } }, 'BackendContractBroken'],
    ['of status 400 without an error', { status: 400, body: {} }, 'BackendContractBroken'],
    ['that is a list', { body: [] }, 'BackendContractBroken'],
  ])('%s has a name, and is not asked for again', async (_, given, name) => {
    reply = given;
    expect(await failure(provider().redeemCode(CODE))).toMatchObject({ name });
    expect(sent).toHaveLength(1);
  });
  test.each([
    ['without a code for the device', { device_code: undefined }],
    ['with an address that is none', { verification_uri: 'nowhere' }],
    ['with no time', { expires_in: undefined }],
  ])('%s starts no device login', async (_, wrong) => {
    const good = { device_code: 'd', user_code: 'U', verification_uri: 'https://id.test/', expires_in: 600 };
    reply = { body: { ...good, ...wrong } };
    expect(await failure(provider().startDevice('h'))).toMatchObject({ name: 'BackendContractBroken' });
  });
  test('that quotes what was sent puts no secret into the error, nor into its cause', async () => {
    const body = { ...(await tokens()), token_type: 7, echo: [SECRET, CODE.code, CODE.verifier] };
    for (const quoting of [
      { status: 403, body: { message: `sent: ${body.echo}` } },
      { body },
      { body: { echo: body } },
    ]) {
      reply = quoting;
      const chain: unknown[] = [];
      for (let error: unknown = await failure(provider(SECRET).redeemCode(CODE)); error; ) {
        const { cause, ...own } = z.instanceof(Error).parse(error);
        chain.push(z.instanceof(Error).parse(error).message, own, cause);
        error = cause instanceof Error ? cause : undefined;
      }
      const said = JSON.stringify(chain);
      for (const secret of [SECRET, CODE.code, CODE.verifier, body.id_token]) expect(said).not.toContain(secret);
    }
  });
});

describe('an ID token', () => {
  const invalid = { name: 'Unauthenticated', message: 'Invalid token.' };
  test.each([
    ['for another client', { aud: 'another' }, invalid],
    ['for several, asked by another', { aud: ['paddock', 'b'], azp: 'b' }, invalid],
    ['for several, asked by nobody', { aud: ['paddock', 'b'] }, invalid],
    ['for us, asked by another', { azp: 'b' }, invalid],
    ['of another issuer', { iss: 'https://evil.test' }, invalid],
    ['of another sign-in', { nonce: 'n-2' }, invalid],
    ['of no sign-in', { nonce: undefined }, invalid],
    ['that is over by our clock', { exp: Date.parse('2020-01-01') / 1000 - 6 }, { message: 'Token has expired.' }],
  ])('%s signs nobody in', async (_, claims, expected) => {
    reply = { body: await tokens(claims) };
    expect(await failure(provider().redeemCode(CODE))).toMatchObject(expected);
  });
  test('for several, asked by us, signs in, and so does one that is over by less than a clock may be wrong', async () => {
    reply = { body: await tokens({ aud: ['paddock', 'b'], azp: 'paddock' }) };
    expect(await provider().redeemCode(CODE)).toMatchObject({ subject: 'olga' });
    reply = { body: await tokens({ exp: now / 1000 - 4 }) };
    expect(await provider().redeemCode(CODE)).toMatchObject({ subject: 'olga' });
  });
  test('with the signature of a stranger signs nobody in', async () => {
    const { id_token, ...more } = await tokens();
    const { id_token: other } = await tokens({ sub: 'milo' });
    reply = { body: { ...more, id_token: [...id_token.split('.').slice(0, 2), other.split('.')[2]].join('.') } };
    expect(await failure(provider().redeemCode(CODE))).toMatchObject(invalid);
  });
});
