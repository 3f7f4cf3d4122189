import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../argocd.ts';

const SECRETS = '/api/v1/namespaces/argocd/secrets';
const list = z.looseObject({
  metadata: z.looseObject({ continue: z.string().optional(), remainingItemCount: z.number().optional() }),
  items: z.array(z.looseObject({ metadata: z.looseObject({ name: z.string() }) })),
});
let cluster: RunningSimulator;
let token: string;
beforeEach(async () => {
  const definition = simulator();
  cluster = await serveSimulator(definition);
  token = z.object({ token: z.string() }).parse(definition.credentials(cluster.url)).token;
});
afterEach(() => cluster.close());

const ask = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(cluster.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const make = (name: string, more: object = {}) => ask('POST', SECRETS, { metadata: { name, ...more } });
const page = async (query: string) => list.parse(await (await ask('GET', `${SECRETS}?${query}`)).json());
const names = ({ items }: z.infer<typeof list>) => items.map(({ metadata }) => metadata.name);

test('a list is read by pages, each of which says how many are left', async () => {
  for (const name of ['a', 'b', 'c']) await make(name);
  const first = await page('limit=2');
  expect([names(first), first.metadata.remainingItemCount]).toEqual([['a', 'b'], 1]);
  const last = await page(`limit=2&continue=${first.metadata.continue}`);
  expect([names(last), last.metadata.continue]).toEqual([['c'], undefined]);
  expect((await ask('GET', `${SECRETS}?continue=x`)).status).toBe(400);
});

test('a page that is selected does not count what is left', async () => {
  for (const name of ['a', 'b']) await make(name, { labels: { of: 'me' } });
  const { metadata } = await page('limit=1&labelSelector=of%3Dme');
  expect(metadata.continue).toBeDefined();
  expect(metadata.remainingItemCount).toBeUndefined();
});

test('a limit that is no number is refused', async () => {
  expect((await ask('GET', `${SECRETS}?limit=abc`)).status).toBe(400);
});

test('a field that none selects by is refused', async () => {
  const answer = await ask('GET', `${SECRETS}?fieldSelector=data%3Dx`);
  expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'field label not supported: data' }]);
});

test.each([
  ['a b', 400],
  ['a=b,', 400],
  ['a=not allowed', 400],
  ['a in b', 400],
  ['-a', 400],
  ['a>x', 400],
  ['a=1, !b', 200],
  ['example.org/a in (1, 2),b notin ()', 200],
])('the label selector %j is %i', async (selector, status) => {
  expect((await ask('GET', `${SECRETS}?labelSelector=${encodeURIComponent(selector)}`)).status).toBe(status);
});

test('labels are selected by more and less', async () => {
  for (const name of ['1', '2', '3', 'x']) await make(name, { labels: { size: name } });
  expect(names(await page('labelSelector=size%3E1,size%3C3'))).toEqual(['2']);
});

test('kubectl is given a table', async () => {
  await make('a');
  const accept = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
  const table = await (await ask('GET', SECRETS, undefined, accept)).json();
  expect(table).toMatchObject({
    kind: 'Table',
    rows: [{ cells: ['a', 'Opaque', 0, expect.stringMatching(/^\d+s$/)] }],
  });
});

/** Begins a watch. `nextEvent` reads its events one at a time. */
async function watch(query: string) {
  const answer = await ask('GET', `${SECRETS}?watch=1&${query}`);
  const lines = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  const nextEvent = async () => {
    const text = (await lines?.read())?.value ?? '';
    const { type, object } = JSON.parse(text);
    return `${type} ${object.metadata.name ?? object.reason}`;
  };
  return { lines, nextEvent };
}

test('a watch sends what exists, and each change', async () => {
  await make('a');
  const { lines, nextEvent } = await watch('');
  expect(await nextEvent()).toBe('ADDED a');
  await make('b');
  expect(await nextEvent()).toBe('ADDED b');
  await ask('DELETE', `${SECRETS}/a`);
  expect(await nextEvent()).toBe('DELETED a');
  await lines?.cancel();
});

test('a watch from a version sends what has happened since', async () => {
  await make('a');
  const { metadata } = await page('');
  await ask('DELETE', `${SECRETS}/a`);
  const { lines, nextEvent } = await watch(`resourceVersion=${metadata.resourceVersion}`);
  expect(await nextEvent()).toBe('DELETED a');
  await lines?.cancel();
});

test('a watch from a version that is too old ends with an error', async () => {
  const { metadata } = await page('');
  await make('a');
  const type = { 'content-type': 'application/merge-patch+json' };
  for (let change = 0; change < 1000; change++) {
    await ask('PATCH', `${SECRETS}/a`, { metadata: { labels: { change: `${change}` } } }, type);
  }
  const { lines, nextEvent } = await watch(`resourceVersion=${metadata.resourceVersion}`);
  expect(await nextEvent()).toBe('ERROR Expired');
  expect((await lines?.read())?.done).toBe(true);
});

test('what has a finalizer stays until that is taken away', async () => {
  await make('a', { finalizers: ['example.org/keep'] });
  await ask('DELETE', `${SECRETS}/a`);
  const kept: unknown = await (await ask('GET', `${SECRETS}/a`)).json();
  expect(kept).toMatchObject({ metadata: { deletionTimestamp: expect.any(String) } });
  const type = { 'content-type': 'application/merge-patch+json' };
  await ask('PATCH', `${SECRETS}/a`, { metadata: { finalizers: null } }, type);
  expect((await ask('GET', `${SECRETS}/a`)).status).toBe(404);
});

test('what is not simulated is said to be so', async () => {
  await make('a');
  const answer = await ask('GET', `${SECRETS}/a/log`);
  expect([answer.status, await answer.json()]).toMatchObject([501, { message: 'not simulated: secrets/log' }]);
  expect((await ask('GET', '/apis/discovery.k8s.io/v1/endpointslices')).status).toBe(501);
  expect((await ask('GET', '/apis/discovery.k8s.io/v1/nosuch')).status).toBe(404);
});
