import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { oidcIssuer } from './issuer.ts';

let issuer: string;
let document: object;
let asked: (string | undefined)[];
const server = createServer(({ url }, reply) => {
  asked.push(url);
  reply.end(JSON.stringify(document));
});
const good = () => ({
  issuer,
  jwks_uri: `${issuer}/keys`,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${z.custom<AddressInfo>().parse(server.address()).port}`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const anIssuer = (name = issuer) => oidcIssuer({ issuer: name, clock: { now: () => new Date() }, timeoutMs: 2_000 });

test.each(['', '/', '/realms/one', '/realms/one/'])('an issuer "%s" is asked once for its metadata', async (path) => {
  document = { ...good(), issuer: issuer + path };
  const subject = anIssuer(issuer + path);
  await Promise.all([subject.discover(), subject.discover()]);
  await expect(subject.discover()).resolves.toMatchObject(document);
  expect(asked).toEqual([`${path.replace(/\/$/, '')}/.well-known/openid-configuration`]);
});

test.each([
  ['another issuer', () => ({ issuer: 'https://evil.test' })],
  ['the issuer with a slash at its end, which its tokens have then, too', () => ({ issuer: `${issuer}/` })],
  ['no keys', () => ({ jwks_uri: undefined })],
  ['an address that is none', () => ({ token_endpoint: 'nowhere' })],
  ['an address of devices that is none', () => ({ device_authorization_endpoint: 'nowhere' })],
])('metadata with %s is not accepted, and is read again at the next call', async (_, wrong) => {
  document = { ...good(), ...wrong() };
  const subject = anIssuer();
  const failure = { name: 'BackendUnavailable', message: 'OIDC discovery failed.', details: { issuer } };
  await expect(subject.discover()).rejects.toMatchObject(failure);
  document = good();
  await expect(subject.discover()).resolves.toMatchObject(document);
});
