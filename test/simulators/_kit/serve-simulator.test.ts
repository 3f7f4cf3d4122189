import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from './serve-simulator.ts';
import type { SimulatorDefinition } from './simulator-definition.ts';

let things: { id: string }[];
let running: RunningSimulator;
let pending: number;

function thingStore(): SimulatorDefinition {
  things = [{ id: 'seed' }];
  pending = 0;
  return {
    name: 'things',
    delays: { build: 5 },
    routes(app) {
      app.post('/things', async (request) => {
        things.push({ id: JSON.stringify(request.body) });
        return things;
      });
      app.get('/things', async ({ query }) => (Object.keys(Object(query)).length > 0 ? [query] : things));
      app.get('/v3/things/:id', async (request) => request.params);
      app.post('/v3::action', async () => ({ colon: true }));
    },
    state: () => ({ things }),
    pending: () => pending,
    sessions: () => ({}),
    reset: () => {
      things = [{ id: 'seed' }];
    },
    credentials: () => ({}),
  };
}

beforeEach(async () => {
  running = await serveSimulator(thingStore());
});
afterEach(() => running.close());

const call = (path: string, method = 'GET', body?: unknown) =>
  fetch(running.url + path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
const json = async (path: string) => (await call(path)).json();
const plan = (fault: object) => call('/_sim/faults', 'POST', fault);

test('a server can be set to ignore parameters that narrow a list; it still reads paging, and other methods’ queries', async () => {
  const queries = async () => [await json('/things?name=a&limit=2'), await json('/things?name=a')];
  expect(await queries()).toEqual([[{ name: 'a', limit: '2' }], [{ name: 'a' }]]);
  await call('/_sim/selectors', 'PUT', { ignored: true });
  expect(await queries()).toEqual([[{ limit: '2' }], things]);
  await call('/_sim/selectors', 'PUT', { ignored: true, client: 'curl/8' });
  expect(await queries()).toEqual([[{ name: 'a', limit: '2' }], [{ name: 'a' }]]);
  await call('/_sim/selectors', 'PUT', { ignored: true, client: 'node' });
  expect(await queries()).toEqual([[{ limit: '2' }], things]);
  await call('/_sim/reset', 'POST');
  expect(await queries()).toEqual([[{ name: 'a', limit: '2' }], [{ name: 'a' }]]);
  expect((await call('/_sim/selectors', 'PUT', { ignore: true })).status).toBe(400);
});

test('a refused request has no effect and no answer', async () => {
  await plan({ method: 'POST', path: '^/things$', kind: 'refuse' });
  await expect(call('/things', 'POST', 'a')).rejects.toThrow('fetch failed');
  expect(things).toHaveLength(1);
});

test('a lost answer has had its effect', async () => {
  await plan({ method: 'POST', path: '^/things$', kind: 'lose' });
  await expect(call('/things', 'POST', 'a')).rejects.toThrow('fetch failed');
  expect(things).toHaveLength(2);
});

test('a planned status comes with Retry-After and body, without the effect', async () => {
  await plan({ method: 'POST', path: 'things', kind: 'status', status: 429, retryAfter: 7, body: { slow: 'down' } });
  const answer = await call('/things', 'POST', 'a');
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([429, '7', { slow: 'down' }]);
  expect(things).toHaveLength(1);
});

test('a hanging request is never answered, and closing does not wait for it', async () => {
  await plan({ path: '^/things', kind: 'hang' });
  await expect(fetch(`${running.url}/things`, { signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  const hanging = call('/things').catch((error: Error) => error.message);
  await json('/_sim/requests');
  await running.close();
  expect(await hanging).toBe('fetch failed');
});

test('garbage is a 200 that is not JSON', async () => {
  await plan({ path: '^/things', kind: 'garbage' });
  const answer = await call('/things');
  expect(answer.headers.get('content-type')).toContain('application/json');
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});

test('a slow request has its effect and its answer, later', async () => {
  await plan({ path: '^/things$', kind: 'slow', delayMs: 50 });
  const askedAt = performance.now();
  expect(await (await call('/things', 'POST', 'a')).json()).toHaveLength(2);
  expect(performance.now() - askedAt).toBeGreaterThanOrEqual(45);
});

test('nth strikes once, at that match, and other methods are left alone', async () => {
  await plan({ method: 'get', path: '^/things$', nth: 2, kind: 'status', status: 500 });
  await call('/things', 'POST', 'a');
  const statuses = [await call('/things'), await call('/things'), await call('/things')].map(({ status }) => status);
  expect(statuses).toEqual([200, 500, 200]);
});

test('a fault may be meant for one client and leave the others alone', async () => {
  await plan({ path: '^/things$', client: 'curl/8', kind: 'status', status: 500 });
  const as = async (client: string) =>
    (await fetch(`${running.url}/things`, { headers: { 'user-agent': client } })).status;
  expect([await as('curl/8'), await as('curl/80'), await as('')]).toEqual([500, 200, 200]);
});

test('a fault path may look at the query, and deleted faults are over', async () => {
  await plan({ path: 'page=2', kind: 'status', status: 500 });
  expect((await call('/things?page=1')).status).toBe(200);
  expect((await call('/things?page=2')).status).toBe(500);
  await call('/_sim/faults', 'DELETE');
  expect((await call('/things?page=2')).status).toBe(200);
});

test.each([
  { kind: 'explode', path: 'x' },
  { kind: 'lose', path: '(' },
  { kind: 'lose' },
  { kind: 'lose', path: 'x', nth: 0 },
])('a fault that cannot work is refused: %j', async (fault) => {
  expect((await plan(fault)).status).toBe(400);
  expect(await json('/_sim/faults')).toEqual([]);
});

test('requests are counted by method and path, unknown paths and faults too, /_sim not', async () => {
  await plan({ path: 'broken', kind: 'refuse' });
  await call('/things?a=1');
  await call('/things?a=2');
  await call('/nowhere', 'POST');
  await call('/broken').catch(() => undefined);
  expect(await json('/_sim/requests')).toEqual([
    { method: 'GET', path: '/broken', count: 1 },
    { method: 'POST', path: '/nowhere', count: 1 },
    { method: 'GET', path: '/things', count: 2 },
  ]);
});

test('the most requests at the same moment are counted by client, hanging ones too', async () => {
  await plan({ path: 'slow', kind: 'hang' });
  const patience = new AbortController();
  const ask = (client: string) =>
    fetch(`${running.url}/slow`, { headers: { 'user-agent': `${client}/1.0` }, signal: patience.signal });
  const asked = ['one', 'two', 'two'].map((client) => ask(client).catch(() => undefined));
  const load = () => json('/_sim/load');
  await expect.poll(load).toMatchObject([
    { client: 'one', inFlight: 1, mostInFlight: 1 },
    { client: 'two', inFlight: 2, mostInFlight: 2 },
  ]);
  patience.abort();
  await Promise.all(asked);
  await expect.poll(load).toMatchObject([{ inFlight: 0 }, { inFlight: 0, mostInFlight: 2 }]);
});

test('the journal has every request in its order, with its query, its client and its time', async () => {
  const began = Date.now();
  await call('/things?name=a');
  await fetch(`${running.url}/things`, { method: 'POST', headers: { 'user-agent': 'curl/8' }, body: '{}' });
  const journal = z.array(z.object({ at: z.number() }).loose()).parse(await json('/_sim/journal'));
  expect(journal).toMatchObject([
    { method: 'GET', url: '/things?name=a', client: 'node' },
    { method: 'POST', url: '/things', client: 'curl/8' },
  ]);
  for (const { at } of journal) expect(at).toBeGreaterThanOrEqual(began);
});

test('what went over the wire under the name of a secret can be asked for', async () => {
  await call('/things', 'POST', { spec: [{ token: 'in \t a body' }], tokens: 'many', token: { not: 'text' } });
  const basic = `Basic ${Buffer.from('user:of the user').toString('base64')}`;
  await fetch(`${running.url}/things`, { headers: { authorization: basic, 'x-auth-token': 'gAAAA' } });
  await fetch(`${running.url}/things`, { method: 'POST', body: new URLSearchParams({ client_secret: 'in a form' }) });
  expect(await json('/_sim/secrets')).toEqual({
    authorization: [basic.slice(6)],
    client_secret: ['in a form'],
    token: ['in \t a body'],
    'x-auth-token': ['gAAAA'],
  });
});

test('reset brings back objects, delays, counts and faultlessness', async () => {
  await call('/things', 'POST', 'a');
  await call('/things', 'POST', { secret: 'of the thing' });
  await call('/_sim/delays', 'PUT', { build: 99 });
  await plan({ path: 'things', kind: 'refuse' });
  expect((await call('/_sim/reset', 'POST')).status).toBe(204);
  expect(await json('/_sim/state')).toEqual({ things: [{ id: 'seed' }] });
  expect(await json('/_sim/delays')).toEqual({ build: 5 });
  for (const seen of ['requests', 'journal', 'load']) expect(await json(`/_sim/${seen}`)).toEqual([]);
  expect(await json('/_sim/secrets')).toEqual({});
  expect((await call('/things')).status).toBe(200);
});

test('how much it will still do by itself can be asked for', async () => {
  expect(await json('/_sim/pending')).toEqual({ count: 0 });
  pending = 2;
  expect(await json('/_sim/pending')).toEqual({ count: 2 });
});

test('only known delays can be set', async () => {
  expect((await call('/_sim/delays', 'PUT', { bulid: 1 })).status).toBe(400);
  expect((await call('/_sim/delays', 'PUT', { build: 1 })).status).toBe(200);
  expect(await json('/_sim/delays')).toEqual({ build: 1 });
});

test('colons in paths are plain characters', async () => {
  expect(await json('/v3/things/c-m-x:p-abcde')).toEqual({ id: 'c-m-x:p-abcde' });
  expect((await call('/v3:action', 'POST')).status).toBe(200);
});

test('the state does not depend on the order in which things were made', async () => {
  await call('/things', 'POST', { b: 1 });
  await call('/things', 'POST', { a: 1 });
  expect(await json('/_sim/state')).toEqual({ things: [{ id: 'seed' }, { id: '{"a":1}' }, { id: '{"b":1}' }] });
});

test.each([
  ['JSON without a content type', undefined, '{"a":1}', '{"a":1}'],
  ['a form', 'application/x-www-form-urlencoded', 'grant_type=password&a=b%20c', '{"grant_type":"password","a":"b c"}'],
  ['plain text', 'text/plain', 'hello', '"hello"'],
])('%s is understood', async (_what, type, body, id) => {
  const headers = new Headers(type ? { 'content-type': type } : {});
  // A blob keeps fetch from adding a content type of its own.
  await fetch(`${running.url}/things`, { method: 'POST', headers, body: new Blob([body]) });
  expect(things.at(-1)).toEqual({ id });
});

test('broken JSON is a 400', async () => {
  expect((await fetch(`${running.url}/things`, { method: 'POST', body: '{"a":' })).status).toBe(400);
});
