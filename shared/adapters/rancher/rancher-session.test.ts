import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { connectJson } from '../json-client.ts';
import { type RancherSession, rancherSession } from './rancher-session.ts';

// Rancher's own page size is in the thousands, so that its paging has to be played.
const PAGES: Record<string, unknown> = {
  '/v3/nodes?clusterId=c': {
    data: [{ id: 1 }],
    pagination: { next: 'https://elsewhere.example.org/v3/nodes?clusterId=c&marker=1' },
  },
  '/v3/nodes?clusterId=c&marker=1': { data: [{ id: 2 }], pagination: { limit: 1000 } },
  '/v1/clusters': { data: [{ id: 3 }], continue: 'next one' },
  '/v1/clusters?continue=next+one': { data: [{ id: 4 }], continue: '' },
};
const server = createServer((request, reply) => reply.end(JSON.stringify(PAGES[request.url ?? ''] ?? { data: [] })));
let session: RancherSession;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.custom<AddressInfo>().parse(server.address());
  const client = connectJson({ backend: 'Rancher', baseUrl: `http://127.0.0.1:${port}` });
  session = rancherSession(client, { username: 'key', password: 'secret' });
});
afterAll(() => void server.close());

const item = z.object({ id: z.number() });

test('norman’s pages are read on at the same host, whatever host the next address names', async () => {
  const nodes = await session.list({ op: 'listNodes', path: '/v3/nodes', query: { clusterId: 'c' }, item });
  expect(nodes).toEqual([{ id: 1 }, { id: 2 }]);
});

test('steve’s pages are read on by their token', async () => {
  expect(await session.list({ op: 'listClusters', path: '/v1/clusters', item })).toEqual([{ id: 3 }, { id: 4 }]);
});
