import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startConnectProxy } from '#test/network/connect-proxy';
import { CERTIFICATE, KEY } from '#test/network/self-signed';
import { within } from '../../deadline.ts';
import type { Connection } from '../backend-request.ts';
import { type AdminClient, connectAdmin, connectAdminWithin } from './admin-client.ts';
import { adminSession } from './admin-session.ts';

let server: Server | undefined;
afterEach(() => void server?.close());

const listening = async (own: Server): Promise<number> => {
  server = own;
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  return z.custom<AddressInfo>().parse(own.address()).port;
};
const serve = async (answer: RequestListener) =>
  `http://127.0.0.1:${await listening(createHttpServer({ keepAliveTimeout: 1 }, answer))}`;
const secure = (answer: RequestListener = (_, reply) => reply.end('7')) =>
  listening(createServer({ cert: CERTIFICATE, key: KEY, keepAliveTimeout: 1 }, answer));
const clientFor = (connection: Omit<Connection, 'backend'>, timeoutMs = 5_000): AdminClient =>
  connectAdminWithin(timeoutMs)({ ...connection, backend: 'Keycloak' });
const count = (client: AdminClient) =>
  client({ op: 'countUsers', realm: 'r', token: 't-1', ask: ({ users }) => users.count(), reply: z.number() });

describe('trust', () => {
  test('is that of the connection: no certificate that nobody signed, unless it is given or not verified', async () => {
    const baseUrl = `https://127.0.0.1:${await secure()}`;
    await expect(count(clientFor({ baseUrl }))).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: 'Keycloak: countUsers failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
    expect(await count(clientFor({ baseUrl, caBundle: CERTIFICATE }))).toEqual({ body: 7, bytes: 1 });
    expect((await count(clientFor({ baseUrl, verifyTls: false }))).body).toBe(7);
    await expect(count(clientFor({ baseUrl }))).rejects.toMatchObject({ name: 'BackendUnavailable' });
  });

  test('holds by way of the proxy', async () => {
    const proxy = await startConnectProxy();
    const baseUrl = `https://backend.test:${await secure()}`;
    const connect = connectAdminWithin(5_000, { proxyUrl: proxy.url, noProxy: [] });
    const by = (trust: object) => count(connect({ baseUrl, ...trust, backend: 'Keycloak' }));
    expect((await by({ caBundle: CERTIFICATE })).body).toBe(7);
    expect(proxy.asked).toEqual([new URL(baseUrl).host]);
    await expect(by({})).rejects.toThrow('countUsers failed (DEPTH_ZERO_SELF_SIGNED_CERT) by way of the proxy.');
    await proxy.stop();
  });
});

describe('a request', () => {
  test('has the token, no name of a program, and asks for an answer as it is', async () => {
    const sent = Promise.withResolvers<unknown>();
    const baseUrl = await serve(({ method, url, headers }, reply) => {
      sent.resolve({ method, url, headers });
      reply.end('7');
    });
    await count(clientFor({ baseUrl: `${baseUrl}/auth/` }));
    expect(await sent.promise).toMatchObject({
      method: 'GET',
      url: '/auth/admin/realms/r/users/count',
      headers: { authorization: 'Bearer t-1', 'user-agent': '', 'accept-encoding': 'identity' },
    });
  });

  test('that is not answered ends after its time', async () => {
    const baseUrl = await serve(() => undefined);
    await expect(count(clientFor({ baseUrl }, 20))).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: 'Keycloak: countUsers did not answer within 0.02 s.',
    });
  });

  test('that is half answered ends after its time, too', async () => {
    const baseUrl = await serve((_, reply) => void reply.write('['));
    await expect(count(clientFor({ baseUrl }, 50))).rejects.toThrow('did not answer within 0.05 s.');
  });

  test('is aborted at the deadline of the work, and none is sent after it', async () => {
    let asked = 0;
    const left = Promise.withResolvers<void>();
    const baseUrl = await serve((request) => {
      asked += 1;
      request.once('close', left.resolve);
    });
    const work = within(30, () => count(clientFor({ baseUrl })));
    await expect(work).rejects.toMatchObject({ slow: { backend: 'Keycloak', op: 'countUsers' } });
    await left.promise;
    const late = within(1, async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await count(clientFor({ baseUrl }));
    });
    await expect(late).rejects.toMatchObject({ name: 'BackendUnavailable' });
    expect(asked).toBe(1);
  });

  test('is not sent where an id would name another object of the path', async () => {
    let asked = 0;
    const baseUrl = await serve((_, reply) => {
      asked += 1;
      reply.end();
    });
    const account = { realm: 'r', userRealm: 'r', username: 'u', password: 'p' };
    const session = adminSession(clientFor({ baseUrl }), account, { now: () => new Date() });
    for (const id of ['', '.', '..']) {
      const deletion = session.call({
        op: 'x',
        ids: { id },
        ask: ({ groups }, at) => groups.del(at),
        reply: z.unknown(),
      });
      await expect(deletion).rejects.toThrow(`"${id}" cannot be part of a URL path`);
    }
    expect(asked).toBe(0);
  });
});

describe('an answer', () => {
  test('without end is read so far, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const baseUrl = await serve((_, reply) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ');
      const write = (): void => {
        while (!reply.destroyed && reply.write(chunk));
      };
      reply.on('drain', write).once('close', closed.resolve);
      write();
    });
    await expect(count(connectAdmin({ baseUrl, backend: 'Keycloak' }))).rejects.toMatchObject({
      name: 'BackendContractBroken',
      message: 'Keycloak answered countUsers with more than 32 MiB.',
    });
    await closed.promise;
  }, 20_000);

  test('that is packed is not unpacked: little could become very much', async () => {
    const baseUrl = await serve((_, reply) => {
      reply.setHeader('content-encoding', 'gzip').end(gzipSync('7'));
    });
    await expect(count(clientFor({ baseUrl }))).rejects.toThrow('countUsers with something that is not JSON.');
  });

  test('that quotes the token is shown without it', async () => {
    const baseUrl = await serve(({ headers }, reply) => {
      reply.writeHead(400, { 'content-type': 'application/json' });
      reply.end(JSON.stringify({ errorMessage: `no good: ${headers.authorization}` }));
    });
    await expect(count(clientFor({ baseUrl }))).rejects.toMatchObject({
      name: 'BackendRejected',
      message: 'Keycloak answered countUsers with 400: no good: Bearer ***',
    });
  });

  test('to a login that is a page is no answer, and is not quoted', async () => {
    const baseUrl = await serve((_, reply) => reply.end('<html>secret'));
    const login = clientFor({ baseUrl })({
      op: 'logIn',
      realm: 'r',
      reply: z.unknown(),
      ask: (keycloak) => keycloak.auth({ grantType: 'password', clientId: 'c', username: 'u', password: 'p' }),
    });
    const error: unknown = await login.catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'BackendUnavailable', cause: undefined });
    expect(error).toMatchObject({ message: 'Keycloak answered logIn with something that is not JSON.' });
  });

  test('to a creation that does not name the new object is no answer of Keycloak', async () => {
    const baseUrl = await serve((_, reply) => reply.end('<html>secret'));
    const creation = clientFor({ baseUrl })({
      op: 'createTopGroup',
      realm: 'r',
      token: 't',
      reply: z.unknown(),
      ask: ({ groups }) => groups.create({ name: 'ours' }),
    });
    await expect(creation).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: 'Keycloak answered createTopGroup without the address of the new object.',
    });
  });

  test('to a login that has no token is an unexpected reply', async () => {
    const baseUrl = await serve((_, reply) => reply.end('{}'));
    const account = { realm: 'r', userRealm: 'r', username: 'u', password: 'p' };
    const login = adminSession(clientFor({ baseUrl }), account, { now: () => new Date() }).logIn();
    await expect(login).rejects.toMatchObject({ name: 'BackendContractBroken', details: { op: 'logIn' } });
  });
});
