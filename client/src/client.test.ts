import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { createClient, dataOf, InsecureAddress, listAll, PaddockError, PaddockUnreachable } from './index.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function aServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(
    () => void server.closeAllConnections(),
    () => void server.close(),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a client sends its token and its name, and reads the answer', async () => {
  const baseUrl = await aServer(({ headers, url }, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ version: `${url} ${headers.authorization} ${headers['user-agent']}` }));
  });
  const api = createClient({ baseUrl: `${baseUrl}/`, token: 'secret', userAgent: 'test/1' });
  expect(await dataOf(api.GET('/api/version/'))).toEqual({ version: '/api/version/ Token secret test/1' });
});

test('a token can be asked for at each request', async () => {
  const tokens = ['first', 'second'];
  const seen: unknown[] = [];
  const baseUrl = await aServer(({ headers }, answer) => {
    seen.push(headers.authorization);
    answer.end();
  });
  const api = createClient({ baseUrl, token: async () => tokens.shift() ?? '' });
  await api.POST('/api/sign-in/end/');
  await api.POST('/api/sign-in/end/');
  expect(seen).toEqual(['Token first', 'Token second']);
});

test('an answer other than 2xx is an error with its status, its fields and the id of the call', async () => {
  const baseUrl = await aServer((_, answer) => {
    answer.writeHead(400, { 'content-type': 'application/json', 'x-correlation-id': 'c0ffee', 'retry-after': '7' });
    answer.end(JSON.stringify({ name: ['Taken.'] }));
  });
  const call = dataOf(createClient({ baseUrl }).GET('/api/version/'));
  await expect(call).rejects.toThrow(PaddockError);
  await expect(call).rejects.toMatchObject({
    ...{ status: 400, detail: 'name: Taken.', correlationId: 'c0ffee', retryAfter: 7 },
    fields: [{ field: 'name', message: 'Taken.' }],
  });
});

test.each([
  [502, '502 Bad Gateway'],
  [504, '504 Gateway Timeout'],
  [200, '200 OK'],
])('a page that a proxy answers with %i is an error with its status, in a sentence', async (status, text) => {
  const baseUrl = await aServer((_, answer) => answer.writeHead(status).end('<html>'));
  const call = dataOf(createClient({ baseUrl }).GET('/api/version/'));
  await expect(call).rejects.toThrow(PaddockError);
  await expect(call).rejects.toMatchObject({
    status,
    detail: `Something other than Paddock has answered, with ${text}.`,
  });
});

test('an answer without a body is an error with its status', async () => {
  const baseUrl = await aServer((_, answer) => answer.writeHead(503).end());
  const call = dataOf(createClient({ baseUrl }).GET('/api/version/'));
  await expect(call).rejects.toMatchObject({ status: 503, detail: '503 Service Unavailable' });
});

test('a page can be asked for as text', async () => {
  const baseUrl = await aServer((_, answer) => answer.end('<html>'));
  const { data } = await createClient({ baseUrl }).GET('/api/version/', { parseAs: 'text' });
  expect(data).toBe('<html>');
});

test('a request without an answer ends in time', async () => {
  const baseUrl = await aServer(() => {});
  const call = createClient({ baseUrl, timeoutMs: 50 }).GET('/api/version/');
  await expect(call).rejects.toThrow(/^http.* does not answer: the request took too long$/);
});

test('a request ends in time although garbage is collected meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const collecting = setInterval(collect, 10);
  closing.push(() => clearInterval(collecting));
  const { signal } = new AbortController();
  const baseUrl = await aServer(() => {});
  const call = createClient({ baseUrl, timeoutMs: 200, signal }).GET('/api/version/');
  await expect(call).rejects.toThrow(PaddockUnreachable);
});

test('a signal that is aborted already lets no request out', async () => {
  const call = createClient({ baseUrl: 'http://127.0.0.1:1', signal: AbortSignal.abort() }).GET('/api/version/');
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test.each<[string, number, (answer: ServerResponse) => void, RegExp]>([
  ['stops', 50, () => {}, /^http.* does not answer: the request took too long$/],
  ['loses its connection', 10_000, (answer) => answer.destroy(), /^http.* does not answer: /],
])('an answer that %s in the middle is no answer', async (_, timeoutMs, end, message) => {
  const baseUrl = await aServer((_request, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    answer.write('{"version":', () => end(answer));
  });
  const call = createClient({ baseUrl, timeoutMs }).GET('/api/version/');
  await expect(call).rejects.toThrow(PaddockUnreachable);
  await expect(call).rejects.toThrow(message);
});

test('all requests of a client can be aborted, and end with the reason of the caller', async () => {
  const stop = new AbortController();
  const baseUrl = await aServer(() => stop.abort());
  const call = createClient({ baseUrl, signal: stop.signal }).GET('/api/version/');
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('an answer can be aborted in the middle, too', async () => {
  const stop = new AbortController();
  const baseUrl = await aServer((_, answer) => {
    answer.writeHead(200);
    answer.write('{', () => stop.abort());
  });
  const call = createClient({ baseUrl, signal: stop.signal }).GET('/api/version/');
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('an address where nobody listens is said with its reason', async () => {
  const baseUrl = await aServer(() => {});
  for (const close of closing.splice(0)) close();
  await expect(createClient({ baseUrl }).GET('/api/version/')).rejects.toThrow(/does not answer: .*ECONNREFUSED/);
});

test('all pages of a list are read', async () => {
  const baseUrl = await aServer(({ url = '' }, answer) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'));
    answer.writeHead(200, {
      'content-type': 'application/json',
      link: `<http://x/?page=1>; rel="first"${page < 3 ? `, <http://x/?page=${page + 1}>; rel="next"` : ''}`,
    });
    answer.end(JSON.stringify([{ name: `cluster ${page}` }]));
  });
  const api = createClient({ baseUrl });
  const rows = await listAll((page) => api.GET('/api/rancher-clusters/', { params: { query: { ...page } } }));
  expect(rows.map(({ name }) => name)).toEqual(['cluster 1', 'cluster 2', 'cluster 3']);
});

test.each([
  'http://paddock.example',
  'http://10.0.0.1:8080',
  'http://localhost@paddock.example',
  'http://localhost.example',
])('no token is sent to %s, unless the program allows it', (baseUrl) => {
  const message = /^Over http, anyone on the network between you and \S+ can read your token\.$/;
  expect(() => createClient({ baseUrl, token: 't' })).toThrow(message);
  expect(() => createClient({ baseUrl, token: async () => 't' })).toThrow(InsecureAddress);
  expect(() => createClient({ baseUrl, token: 't', allowInsecureHttp: true })).not.toThrow();
  expect(() => createClient({ baseUrl })).not.toThrow();
});

test.each([
  ['another address', 301, 'POST'],
  ['another address', 307, 'POST'],
  ['another address', 302, 'GET'],
  ['the same address', 308, 'GET'],
] as const)('neither a token nor a body follows a redirect to %s with %i', async (to, status, method) => {
  const seen: string[] = [];
  const elsewhere = await aServer(({ url = '' }, answer) => {
    seen.push(url);
    answer.end('{}');
  });
  const baseUrl = await aServer((request, answer) => {
    if (request.url === '/redirected/') seen.push('/redirected/');
    const location = to === 'the same address' ? '/redirected/' : `${elsewhere}/redirected/`;
    answer.writeHead(status, { location }).end();
  });
  const api = createClient({ baseUrl, token: 't' });
  const call =
    method === 'GET'
      ? dataOf(api.GET('/api/version/', { redirect: 'follow' }))
      : dataOf(api.POST('/api/sign-in/device/token/', { body: { device_code: 'secret', name: 'n' } }));
  await expect(call).rejects.toMatchObject({ status, detail: expect.stringContaining('/redirected/') });
  expect(seen).toEqual([]);
});
