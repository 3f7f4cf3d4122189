import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInRegistry, referenceOf } from './registry-images.ts';

let registry: Server;
let host: string;
/**
 * The contents of the registry, by path. Paths with `private` need a login. Paths with `token` need a token that
 * anybody can get.
 */
const HAS = ['/v2/kube/pause/manifests/3.10', '/v2/token/pause/manifests/3.10'];

const needsToken = ({ url = '', headers }: IncomingMessage) =>
  url.startsWith('/v2/private') || (url.startsWith('/v2/token') && headers.authorization !== 'Bearer anybodys');

beforeAll(async () => {
  registry = createServer((asked, reply) => {
    if (asked.url?.startsWith('/auth?')) {
      const isAsked = asked.url === '/auth?service=registry&scope=repository%3Atoken%2Fpause%3Apull';
      reply.end(JSON.stringify(isAsked ? { token: 'anybodys' } : {}));
      return;
    }
    if (needsToken(asked)) {
      const scope = 'repository:token/pause:pull';
      const challenge = `Bearer realm="http://${host}/auth",service="registry",scope="${scope}"`;
      reply.writeHead(401, { 'www-authenticate': challenge }).end();
      return;
    }
    reply.writeHead(HAS.includes(asked.url ?? '') ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const address = registry.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => registry.close());

describe('a registry (S3-037, M38)', () => {
  test.each([
    ['kube/pause:3.10', true],
    ['kube/pause:3.11', false],
    ['token/pause:3.10', true],
    ['token/pause:3.11', false],
  ])('has %s: %s', async (image, isThere) => {
    expect(await isInRegistry(`${host}/${image}`)).toBe(isThere);
  });

  test('that asks for a login is said to do so', async () => {
    await expect(isInRegistry(`${host}/private/pause:3.10`)).rejects.toThrow('answered 401 about private/pause:3.10.');
  });
});

test.each([
  ['registry.example.org/kube/pause:3.10', { host: 'registry.example.org', name: 'kube/pause', reference: '3.10' }],
  ['localhost:5000/pause', { host: 'localhost:5000', name: 'pause', reference: 'latest' }],
  ['r.example.org/pause:3.10@sha256:ab', { host: 'r.example.org', name: 'pause', reference: 'sha256:ab' }],
  ['pause:3.10', undefined],
])('%s is taken apart', (image, parts) => {
  expect(referenceOf(image)).toEqual(parts);
});
