import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { connectJson } from '../json-client.ts';
import { type RancherSession, rancherSession } from './rancher-session.ts';
import { selectorMemories } from './steve-lists.ts';

// Real pages of Rancher hold thousands of objects, so the test simulates small pages.
const NODES: Record<string, unknown> = {
  '/v3/nodes?clusterId=c': {
    data: [{ id: 1, clusterId: 'c' }, { id: 7, clusterId: 'd' }, { id: 8 }],
    pagination: { next: 'https://elsewhere.example.org/v3/nodes?clusterId=c&marker=1' },
  },
  '/v3/nodes?clusterId=c&marker=1': { data: [{ id: 2, clusterId: 'c' }], pagination: { limit: 1000 } },
};
type Steve = { selector: 'labelSelector' | 'filter' | 'neither'; isPaged: boolean };
const KEY = 'paddock.cloud/cluster';
let objects: { metadata: { name: string; namespace: string; labels?: Record<string, string> } }[];
let steve: Steve;
let asked: URLSearchParams[];

/**
 * Filters and pages a list as Rancher's steve API does. Lists with a cache use the parameter `filter`. Lists without a
 * cache use `labelSelector`. In the oldest releases, lists have no pages.
 */
function steveList(query: URLSearchParams) {
  asked.push(query);
  const wanted = { labelSelector: `${KEY}=ours`, filter: `metadata.labels[${KEY}]=ours`, neither: '' }[steve.selector];
  const isSelecting = steve.selector !== 'neither' && query.has(steve.selector);
  expect(isSelecting ? query.get(steve.selector) : wanted).toBe(wanted);
  const selected = isSelecting ? objects.filter(({ metadata }) => metadata.labels?.[KEY] === 'ours') : objects;
  const size = steve.isPaged ? Number(query.get('pagesize')) : selected.length;
  const page = steve.isPaged ? Number(query.get('page')) : 1;
  const data = selected.slice((page - 1) * size, page * size);
  return selected.length === 0 ? { data: [] } : { data, count: selected.length };
}

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '', 'http://rancher');
  if (url.pathname === '/v1/forbidden') return reply.writeHead(404).end();
  if (url.pathname === '/v3/clusters/c-m-new') return reply.end(JSON.stringify({ id: 'c-m-new' }));
  if (url.pathname === '/v3/clusters/c-m-gone')
    return reply.writeHead(404).end(JSON.stringify({ message: 'not found' }));
  if (url.pathname.endsWith('/too-early')) {
    const cluster = url.searchParams.get('cluster');
    return reply.writeHead(404).end(JSON.stringify({ message: `namespaces "${cluster}" not found` }));
  }
  if (url.pathname === '/v1/missing') return reply.writeHead(404).end(JSON.stringify({ message: 'not found' }));
  reply.end(JSON.stringify(url.pathname === '/v1/things' ? steveList(url.searchParams) : NODES[request.url ?? '']));
});
let now = Date.parse('2026-11-01T00:00:00Z');
let session: RancherSession;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  const { port } = z.custom<AddressInfo>().parse(server.address());
  const client = connectJson({ backend: 'Rancher', baseUrl: `http://127.0.0.1:${port}` });
  const memory = selectorMemories({ now: () => new Date(now) })('http://rancher');
  session = rancherSession(client, { username: 'key', password: 'secret' }, memory);
  asked = [];
  steve = { selector: 'filter', isPaged: true };
});
afterAll(() => void server.close());

const anObject = (name: string, labels?: Record<string, string>) => ({
  metadata: { name, namespace: 'fleet-default', ...(labels && { labels }) },
});
const named = z.object({ metadata: z.object({ name: z.string() }) }).transform(({ metadata }) => metadata.name);
const things = { op: 'listThings', path: '/v1/things', item: named, exclude: 'data' };
const ours = () => session.listObjects({ ...things, labels: { [KEY]: 'ours' } });

test.each([
  ['POST', '/v3/too-early', 'c-m-new', 'BackendUnavailable'],
  ['POST', '/v1/too-early', 'c-m-new', 'BackendUnavailable'],
  ['POST', '/v3/too-early', 'c-m-gone', 'BackendNotFound'],
  ['DELETE', '/v3/too-early', 'c-m-new', 'BackendNotFound'],
  ['POST', '/k8s/clusters/c-m-new/api/v1/too-early', 'c-m-new', 'BackendNotFound'],
] as const)('%s %s without the namespace of %s is %s', async (method, to, cluster, name) => {
  const call = session.call({ op: 'create', method, path: to, query: { cluster }, body: {}, reply: z.unknown() });
  await expect(call).rejects.toMatchObject({ name });
});

test('norman’s pages are read on at the same host, and what is of another cluster, or does not say, is left out', async () => {
  const item = z.object({ id: z.number(), clusterId: z.string().optional() });
  const where = { clusterId: { is: 'c', of: (it: z.infer<typeof item>) => it.clusterId } };
  const nodes = await session.list({ op: 'listNodes', path: '/v3/nodes', item, where });
  expect(nodes.map(({ id }) => id)).toEqual([1, 2]);
});

test.each<Steve['selector']>(['filter', 'labelSelector', 'neither'])(
  'of a steve that knows %s ours are listed, and nothing that strangers or nobody made',
  async (selector) => {
    steve.selector = selector;
    objects = [
      anObject('a', { [KEY]: 'theirs' }),
      anObject('b', { [KEY]: 'ours' }),
      anObject('c'),
      { ...anObject('d', { other: 'label' }) },
    ];
    expect([await ours(), await ours()]).toEqual([['b'], ['b']]);
  },
);

test('a steve that ignored the label selector is asked by filter, until it may be another one', async () => {
  objects = [anObject('a'), anObject('b', { [KEY]: 'ours' })];
  for (const _look of [1, 2, 3]) await ours();
  now += 5 * 60_000;
  await ours();
  const used = asked.map((query) => ['labelSelector', 'filter'].filter((name) => query.has(name)).join());
  expect(used).toEqual(['labelSelector', 'filter', 'filter', 'labelSelector']);
});

test.each([true, false])('all of many objects are listed, each once (paged: %s)', async (isPaged) => {
  steve = { ...steve, isPaged };
  objects = Array.from({ length: 1001 }, (_, index) => anObject(`thing-${index}`));
  const listed = await session.listObjects({ ...things, labels: {} });
  expect(listed).toHaveLength(1001);
  expect(new Set(listed).size).toBe(1001);
});

test('a page that is full without a total is not the last, and the same once more is', async () => {
  steve.isPaged = false;
  objects = Array.from({ length: 500 }, (_, index) => anObject(`thing-${index}`));
  expect(await session.listObjects({ ...things, labels: {} })).toHaveLength(500);
});

test('an empty list may come without data and count', async () => {
  objects = [];
  expect(await ours()).toEqual([]);
});

test('a stranger’s object of another form breaks no list', async () => {
  const item = z.object({ metadata: z.object({ name: z.string() }), spec: z.object({ size: z.number() }) });
  objects = [anObject('odd'), Object.assign(anObject('good', { [KEY]: 'ours' }), { spec: { size: 1 } })];
  expect(await session.listObjects({ ...things, item, labels: { [KEY]: 'ours' } })).toHaveLength(1);
  objects = [anObject('odd', { [KEY]: 'ours' })];
  await expect(session.listObjects({ ...things, item, labels: { [KEY]: 'ours' } })).rejects.toThrow(
    /listThings with an unexpected object/,
  );
});

test('a 404 in words is of what is not there, one without a word of what the user has no right to', async () => {
  const find = (path: string) => session.find({ op: 'findThing', path, reply: z.unknown() });
  expect(await find('/v1/missing')).toBeUndefined();
  await expect(find('/v1/forbidden')).rejects.toMatchObject({ name: 'BackendUnauthorized' });
});
