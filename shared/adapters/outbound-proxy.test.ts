import { createServer as createHttpServer, type RequestListener, setGlobalProxyFromEnv } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CLOSED, type ConnectProxy, SILENT, startConnectProxy } from '#test/network/connect-proxy';
import { CERTIFICATE, KEY } from '#test/network/self-signed';
import { connectByProxy } from './backend-agents.ts';
import { httpsHookSender, type Resolve } from './hooks/https-hook-sender.ts';
import { connectWithin } from './json-client.ts';
import { smtpTransport } from './mail/nodemailer-mailer.ts';
import { oidcIssuer } from './oidc/issuer.ts';

const answer: RequestListener = ({ url, headers }, reply) => {
  const issuer = `https://${headers.host}`;
  const discovery = { issuer, jwks_uri: issuer, authorization_endpoint: issuer, token_endpoint: issuer };
  reply.end(JSON.stringify({ url, host: headers.host, ...discovery }));
};
const secure = createServer({ cert: CERTIFICATE, key: KEY }, answer);
const plain = createHttpServer(answer);
const portOf = (server: Server): number => z.custom<AddressInfo>().parse(server.address()).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

let proxy: ConnectProxy;
beforeAll(async () => {
  await Promise.all([listening(secure), listening(plain)]);
});
beforeEach(async () => {
  proxy = await startConnectProxy();
  return () => proxy.stop();
});
afterAll(() => {
  secure.closeAllConnections();
  secure.close();
  plain.closeAllConnections();
  plain.close();
});

type Given = { baseUrl: string; verifyTls?: boolean; caBundle?: string; noProxy?: string[]; timeoutMs?: number };
const get = ({ noProxy = [], timeoutMs = 5_000, ...connection }: Given) =>
  connectWithin(timeoutMs, { proxyUrl: proxy.url, noProxy })({ ...connection, backend: 'Echo' })({
    op: 'look',
    method: 'GET',
    path: '/x',
    reply: z.object({ url: z.string(), host: z.string() }),
  });
const asked = () => `backend.test:${portOf(secure)}`;
const secureUrl = () => `https://${asked()}`;

test('a backend over TLS is reached by CONNECT, with the trust of its own settings', async () => {
  const { body } = await get({ baseUrl: secureUrl(), verifyTls: false });
  expect(body).toMatchObject({ url: '/x', host: asked() });
  expect((await get({ baseUrl: secureUrl(), caBundle: CERTIFICATE })).body.url).toBe('/x');
  await expect(get({ baseUrl: secureUrl() })).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: 'Echo: look failed (DEPTH_ZERO_SELF_SIGNED_CERT) by way of the proxy.',
  });
  expect(proxy.asked).toEqual([asked(), asked(), asked()]);
});

test('a certificate of another host is refused by way of the proxy, too', async () => {
  const baseUrl = `https://other.test:${portOf(secure)}`;
  await expect(get({ baseUrl, caBundle: CERTIFICATE })).rejects.toMatchObject({
    message: 'Echo: look failed (ERR_TLS_CERT_ALTNAME_INVALID) by way of the proxy.',
  });
});

test('plain HTTP goes by CONNECT, too', async () => {
  expect((await get({ baseUrl: `http://backend.test:${portOf(plain)}` })).body.url).toBe('/x');
  expect(proxy.asked).toEqual([`backend.test:${portOf(plain)}`]);
});

test('hosts of noProxy, and this machine, are reached directly', async () => {
  expect((await get({ baseUrl: `https://127.0.0.1:${portOf(secure)}`, verifyTls: false })).body.url).toBe('/x');
  const direct = get({ baseUrl: secureUrl(), verifyTls: false, noProxy: ['.test'] });
  await expect(direct).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: expect.not.stringContaining('proxy'),
  });
  expect(proxy.asked).toEqual([]);
});

test('a proxy that nobody runs is a backend that is unavailable, and its message names the proxy', async () => {
  await proxy.stop();
  await expect(get({ baseUrl: secureUrl() })).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: 'Echo: look failed (ECONNREFUSED) by way of the proxy.',
  });
});

test.each([403, 407, 503])('so is one with a proxy that refuses with %i', async (status) => {
  proxy.refusals.set(asked(), status);
  await expect(get({ baseUrl: secureUrl() })).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: `Echo: look failed (PROXY_${status}) by way of the proxy.`,
  });
});

test('so is one with a proxy that closes the connection without an answer', async () => {
  proxy.refusals.set(asked(), CLOSED);
  await expect(get({ baseUrl: secureUrl() })).rejects.toMatchObject({
    name: 'BackendUnavailable',
    message: 'Echo: look failed (ECONNRESET) by way of the proxy.',
  });
});

test('a proxy that is silent is given up like a host that takes no connections', async () => {
  proxy.refusals.set('backend.test:443', SILENT);
  const target = { hostname: 'backend.test', port: 443 };
  await expect(connectByProxy({ ...target, proxy: proxy.url, timeoutMs: 20 }, {})).rejects.toMatchObject({
    code: 'PROXY_TIMEOUT',
  });
});

describe('the OIDC issuer', () => {
  const issuer = (noProxy: string[]) =>
    oidcIssuer({ issuer: secureUrl(), clock: { now: () => new Date() }, outbound: { proxyUrl: proxy.url, noProxy } });
  const usual = getCACertificates('default');
  beforeAll(() => setDefaultCACertificates([CERTIFICATE]));
  afterAll(() => setDefaultCACertificates(usual));

  test('is asked by the proxy', async () => {
    await expect(issuer([]).discover()).resolves.toMatchObject({ issuer: secureUrl() });
    expect(proxy.asked).toEqual([asked()]);
  });
  test('is asked directly where noProxy names it', async () => {
    await expect(issuer(['backend.test']).discover()).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(proxy.asked).toEqual([]);
  });
});

test('the mail server is reached by the proxy', async () => {
  const outbound = { proxyUrl: proxy.url, noProxy: [] };
  const account = async () => undefined;
  const transport = await smtpTransport({ url: 'smtp://mail.test:587', account, timeoutMs: 2_000, outbound });
  proxy.refusals.set('mail.test:587', 403);
  await expect(transport.verify()).rejects.toMatchObject({ message: 'Invalid response from proxy: 403' });
  expect(proxy.asked).toEqual(['mail.test:587']);
});

test('web hooks go directly, to the address that was looked at, even where Node’s own agents use a proxy', async () => {
  const restore = setGlobalProxyFromEnv({ https_proxy: proxy.url, http_proxy: proxy.url });
  const resolve: Resolve = (_name, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  const rules = { hookNetworks: ['127.0.0.0/8'], hooksOverHttp: true };
  const sender = httpsHookSender({ rules, resolve, timeoutMs: 2_000, clock: { now: () => new Date() } });
  await proxy.stop();
  await sender.deliver({
    url: `http://backend.test:${portOf(plain)}/`,
    contentType: 'application/json',
    body: '{}',
    secret: 'whsec',
    deliveryId: 'd-1',
    eventType: 'customer_creation_succeeded',
  });
  restore();
});
