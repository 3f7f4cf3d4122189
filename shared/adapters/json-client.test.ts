import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CERTIFICATE, KEY } from '#test/network/self-signed';
import type { Connection } from './backend-request.ts';
import { connectJson, connectWithin, path } from './json-client.ts';

const echo: RequestListener = (request, reply) => {
  reply.end(JSON.stringify({ url: request.url, headers: request.headers }));
};
const secure = createServer({ cert: CERTIFICATE, key: KEY }, echo);
const plain = createHttpServer(echo);
const echoed = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const portOf = (server: Server): number => z.custom<AddressInfo>().parse(server.address()).port;
beforeAll(() => Promise.all([listening(secure), listening(plain)]));
afterAll(() => {
  secure.close();
  plain.close();
});

const get = (connection: Omit<Connection, 'backend'>, query = {}) =>
  connectJson({ ...connection, backend: 'Echo' })({ op: 'look', method: 'GET', path: '/x', query, reply: echoed });

describe('trust', () => {
  const baseUrl = () => `https://127.0.0.1:${portOf(secure)}`;

  test('a certificate that nobody signed is refused by default (S0-171)', async () => {
    await expect(get({ baseUrl: baseUrl() })).rejects.toMatchObject({
      name: 'BackendUnavailable',
      message: 'Echo: look failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    });
  });
  test('it is taken when the CA bundle vouches for it (S0-171)', async () => {
    expect((await get({ baseUrl: baseUrl(), caBundle: CERTIFICATE })).body.url).toBe('/x');
  });
  test('it is taken when the settings do without verification, by that connection only', async () => {
    expect((await get({ baseUrl: baseUrl(), verifyTls: false })).body.url).toBe('/x');
    await expect(get({ baseUrl: baseUrl() })).rejects.toMatchObject({ name: 'BackendUnavailable' });
  });
});

describe('requests', () => {
  test('queries are encoded, and what is undefined is left out', async () => {
    const baseUrl = `http://127.0.0.1:${portOf(plain)}/`;
    const { body } = await get({ baseUrl }, { selector: 'a=b,c', limit: 2, marker: undefined });
    expect(body.url).toBe('/x?selector=a%3Db%2Cc&limit=2');
  });
  test('a form is sent as one', async () => {
    const received = createHttpServer((request, reply) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => reply.end(JSON.stringify({ type: request.headers['content-type'], body })));
    });
    await listening(received);
    const call = connectJson({ backend: 'Echo', baseUrl: `http://127.0.0.1:${portOf(received)}` });
    const form = { grant_type: 'password', password: 'a&b=c' };
    const { body } = await call({ op: 'logIn', method: 'POST', path: '/', form, reply: z.unknown() });
    received.close();
    expect(body).toEqual({
      type: 'application/x-www-form-urlencoded',
      body: 'grant_type=password&password=a%26b%3Dc',
    });
  });
  test('nothing that listens is a backend that is unavailable', async () => {
    const closed = createHttpServer();
    await listening(closed);
    const baseUrl = `http://127.0.0.1:${portOf(closed)}`;
    closed.close();
    await expect(get({ baseUrl })).rejects.toMatchObject({ message: 'Echo: look failed (ECONNREFUSED).' });
  });
});

test('a backend that is silent is given up after the time that was set', async () => {
  const silent = createHttpServer(() => undefined);
  await listening(silent);
  const call = connectWithin(20)({ backend: 'Echo', baseUrl: `http://127.0.0.1:${portOf(silent)}` });
  const answer = call({ op: 'look', method: 'GET', path: '/x', reply: z.unknown() });
  await expect(answer).rejects.toMatchObject({ message: 'Echo: look did not answer within 0.02 s.' });
  silent.closeAllConnections();
  silent.close();
}, 2_000);

describe('paths', () => {
  test('ids are encoded; colons, which Rancher has in ids, stay', () => {
    expect(path`/v3/nodes/${'c-m-x:m-1'}/${'a b/c'}`).toBe('/v3/nodes/c-m-x:m-1/a%20b%2Fc');
  });
  test.each(['', '.', '..'])('an id "%s" would name another thing and is a defect', (id) => {
    expect(() => path`/servers/${id}`).toThrow('cannot be part of a URL path');
  });
});
