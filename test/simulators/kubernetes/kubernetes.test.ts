import { afterEach, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type RunningSimulator, serveSimulator } from '../_kit/serve-simulator.ts';
import { simulator } from '../argocd.ts';

const printed = z.object({
  token: z.string(),
  reader_token: z.string(),
  kubeconfig: z.string(),
  namespace: z.literal('argocd'),
});
const object = z.looseObject({
  metadata: z.looseObject({ name: z.string(), resourceVersion: z.string() }),
  data: z.record(z.string(), z.string()).default({}),
});
const SECRETS = '/api/v1/namespaces/argocd/secrets';

let cluster: RunningSimulator;
let keys: z.infer<typeof printed>;
beforeEach(async () => {
  const definition = simulator();
  cluster = await serveSimulator(definition);
  keys = printed.parse(definition.credentials(cluster.url));
});
afterEach(() => cluster.close());

async function send(
  method: string,
  path: string,
  body?: unknown,
  { token = keys.token, type = 'application/json' }: { token?: string; type?: string } = {},
) {
  const answer = await fetch(cluster.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const received = await answer.text();
  return { status: answer.status, body: /^[[{]/.test(received) ? JSON.parse(received) : received };
}
const patch = (path: string, body: unknown, kind: string) => send('PATCH', path, body, { type: `application/${kind}` });
const make = async (name: string, more: object = {}) =>
  object.parse((await send('POST', SECRETS, { metadata: { name }, ...more })).body);
const failure = (code: number, reason: string, message: string) => ({
  status: code,
  body: expect.objectContaining({ kind: 'Status', status: 'Failure', code, reason, message }),
});

test('the kubeconfig names the server and a token that works', async () => {
  const config = parse(keys.kubeconfig);
  expect(config.clusters[0].cluster.server).toBe(cluster.url);
  const token = z.string().parse(config.users[0].user.token);
  expect((await send('GET', '/api/v1/namespaces/argocd', undefined, { token })).body).toMatchObject({
    kind: 'Namespace',
    status: { phase: 'Active' },
  });
});

test('without a token everything but health and version is 401', async () => {
  const stranger = { token: 'x' };
  expect(await send('GET', SECRETS, undefined, stranger)).toEqual(failure(401, 'Unauthorized', 'Unauthorized'));
  expect((await send('GET', '/api', undefined, stranger)).status).toBe(401);
  expect((await send('GET', '/none', undefined, stranger)).status).toBe(401);
  expect(await send('GET', '/readyz', undefined, stranger)).toEqual({ status: 200, body: 'ok' });
  expect((await send('GET', '/version', undefined, stranger)).body).toMatchObject({ major: '1' });
});

test('who may only read is refused the rest, and may ask beforehand', async () => {
  await make('a');
  const reader = { token: keys.reader_token };
  expect((await send('GET', `${SECRETS}/a`, undefined, reader)).status).toBe(200);
  expect(await send('DELETE', `${SECRETS}/a`, undefined, reader)).toEqual(
    failure(
      403,
      'Forbidden',
      'secrets "a" is forbidden: User "reader" cannot delete resource "secrets" in API group "" in the namespace "argocd"',
    ),
  );
  expect((await send('POST', SECRETS, { metadata: { name: 'b' } }, reader)).status).toBe(403);
  const review = async (verb: string) => {
    const spec = { resourceAttributes: { verb, resource: 'secrets', namespace: 'argocd' } };
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const { status, body } = await send('POST', path, { spec }, reader);
    return [status, body.status.allowed];
  };
  expect([await review('get'), await review('create')]).toEqual([
    [201, true],
    [201, false],
  ]);
});

test('plain text is stored encoded, under a name that may be made up', async () => {
  const order = { metadata: { generateName: 'cluster-' }, stringData: { server: 'https://x' }, data: { name: 'YQ==' } };
  const { status, body } = await send('POST', SECRETS, order);
  expect([status, body]).toMatchObject([
    201,
    { kind: 'Secret', type: 'Opaque', data: { server: Buffer.from('https://x').toString('base64'), name: 'YQ==' } },
  ]);
  expect(body).not.toHaveProperty('stringData');
  expect(body.metadata.name).toMatch(/^cluster-[a-z2-9]{5}$/);
});

test('a name is given once per namespace', async () => {
  await make('a');
  expect(await send('POST', SECRETS, { metadata: { name: 'a' } })).toEqual(
    failure(409, 'AlreadyExists', 'secrets "a" already exists'),
  );
  expect((await send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'a' } })).status).toBe(201);
});

test.each([
  ['no name', { metadata: {} }, 422, 'Invalid'],
  ['a name with capitals', { metadata: { name: 'Cluster' } }, 422, 'Invalid'],
  ['a label value with a space', { metadata: { name: 'a', labels: { owner: 'a b' } } }, 422, 'Invalid'],
  ['a key with a slash', { metadata: { name: 'a' }, stringData: { 'a/b': 'c' } }, 422, 'Invalid'],
  ['data that is not base64', { metadata: { name: 'a' }, data: { k: 'not base64!' } }, 400, 'BadRequest'],
  ['another namespace than the path', { metadata: { name: 'a', namespace: 'default' } }, 400, 'BadRequest'],
  ['another kind', { kind: 'ConfigMap', metadata: { name: 'a' } }, 400, 'BadRequest'],
])('a secret with %s is refused', async (_what, order, status, reason) => {
  expect(await send('POST', SECRETS, order)).toMatchObject({ status, body: { kind: 'Status', reason } });
});

test('what is not there is 404: secret, namespace, resource', async () => {
  expect(await send('GET', `${SECRETS}/none`)).toEqual(failure(404, 'NotFound', 'secrets "none" not found'));
  expect((await send('PUT', `${SECRETS}/none`, { metadata: { name: 'none' } })).status).toBe(404);
  expect(await send('POST', '/api/v1/namespaces/none/secrets', { metadata: { name: 'a' } })).toEqual(
    failure(404, 'NotFound', 'namespaces "none" not found'),
  );
  expect((await send('GET', '/api/v1/pods')).body).toMatchObject({ kind: 'Status', reason: 'NotFound' });
});

test('a list is of a namespace or of all, by label or field', async () => {
  await make('b', { metadata: { name: 'b', labels: { kind: 'cluster' } } });
  await make('a', { metadata: { name: 'a', labels: { kind: 'repo' } } });
  await send('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 'c', labels: { kind: 'cluster' } } });
  const names = async (path: string) =>
    z
      .object({ items: z.array(object) })
      .parse((await send('GET', path)).body)
      .items.map(({ metadata }) => metadata.name);
  expect(await names(SECRETS)).toEqual(['a', 'b']);
  expect(await names(`${SECRETS}?labelSelector=kind%3Dcluster`)).toEqual(['b']);
  expect(await names('/api/v1/secrets?labelSelector=kind+in+(cluster,repo)')).toEqual(['a', 'b', 'c']);
  expect(await names('/api/v1/secrets?fieldSelector=metadata.name%3Dc')).toEqual(['c']);
});

test('a replacement based on an old version is 409, one based on none is taken', async () => {
  const first = await make('a', { stringData: { k: '1' } });
  const path = `${SECRETS}/a`;
  const second = object.parse((await send('PUT', path, { ...first, data: { k: 'Mg==' } })).body);
  expect(second.metadata.resourceVersion).not.toBe(first.metadata.resourceVersion);
  expect(await send('PUT', path, { ...first, data: { k: 'Mw==' } })).toMatchObject({
    status: 409,
    body: { reason: 'Conflict' },
  });
  expect((await send('PUT', path, { metadata: { name: 'a' }, data: { k: 'NA==' } })).body).toMatchObject({
    data: { k: 'NA==' },
  });
});

test('what changes nothing makes no new version', async () => {
  const first = await make('a', { stringData: { k: '1' } });
  expect(object.parse((await send('PUT', `${SECRETS}/a`, first)).body)).toEqual(first);
});

test('the type of a secret stays', async () => {
  await make('a');
  const answer = await send('PUT', `${SECRETS}/a`, { metadata: { name: 'a' }, type: 'kubernetes.io/basic-auth' });
  expect(answer).toMatchObject({ status: 422, body: { reason: 'Invalid' } });
});

test.each(['merge-patch+json', 'strategic-merge-patch+json'])('a %s changes what it names', async (kind) => {
  await make('a', { metadata: { name: 'a', labels: { keep: '1', drop: '2' } }, stringData: { k: 'old' } });
  const change = { metadata: { labels: { drop: null, add: '3' } }, stringData: { k: 'new' } };
  expect((await patch(`${SECRETS}/a`, change, kind)).body).toMatchObject({
    metadata: { labels: { keep: '1', add: '3' } },
    data: { k: Buffer.from('new').toString('base64') },
  });
  const stale = { metadata: { resourceVersion: '1' } };
  expect((await patch(`${SECRETS}/a`, stale, kind)).status).toBe(409);
});

test('a JSON patch does its operations in order, all or none', async () => {
  await make('a', { metadata: { name: 'a', labels: { 'x/y': '1' } } });
  const add = { op: 'add', path: '/metadata/labels/z', value: '2' };
  const done = await patch(`${SECRETS}/a`, [add, { op: 'remove', path: '/metadata/labels/x~1y' }], 'json-patch+json');
  expect(done.body.metadata.labels).toEqual({ z: '2' });
  const failing = [
    { op: 'remove', path: '/metadata/labels/z' },
    { op: 'test', path: '/type', value: 'other' },
  ];
  expect((await patch(`${SECRETS}/a`, failing, 'json-patch+json')).status).toBe(422);
  expect((await send('GET', `${SECRETS}/a`)).body.metadata.labels).toEqual({ z: '2' });
});

test('another kind of patch is 415', async () => {
  await make('a');
  expect((await patch(`${SECRETS}/a`, {}, 'json')).status).toBe(415);
});

test('an apply makes, changes, and takes away what its manager leaves out', async () => {
  const path = `${SECRETS}/a`;
  const apply = (body: object | string, query = '?fieldManager=paddock') =>
    patch(`${path}${query}`, body, 'apply-patch+yaml');
  const named = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } };
  expect((await apply(named, '')).status).toBe(422);
  const wrong = [{ kind: '' }, { metadata: {} }, { metadata: { name: 'b' } }].map((one) => apply({ ...named, ...one }));
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([400, 400, 400]);
  const made = await apply('apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n  labels: {mine: "1", more: "2"}\n');
  expect([made.status, made.body.metadata.labels]).toEqual([201, { mine: '1', more: '2' }]);
  await patch(path, { metadata: { labels: { theirs: '3' } } }, 'merge-patch+json');
  const changed = await apply({ ...named, metadata: { name: 'a', labels: { mine: '4' } } });
  expect([changed.status, changed.body.metadata.labels]).toEqual([200, { mine: '4', theirs: '3' }]);
});

test('a delete answers a success, minds its preconditions, and is 404 the next time', async () => {
  await make('a');
  const preconditions = { uid: 'another' };
  expect((await send('DELETE', `${SECRETS}/a`, { preconditions })).status).toBe(409);
  expect(await send('DELETE', `${SECRETS}/a`)).toMatchObject({
    status: 200,
    body: { kind: 'Status', status: 'Success' },
  });
  expect((await send('DELETE', `${SECRETS}/a`)).status).toBe(404);
});

test('a dry run checks and changes nothing', async () => {
  const state = async () => (await send('GET', '/_sim/state')).body;
  const before = await state();
  expect((await send('POST', `${SECRETS}?dryRun=All`, { metadata: { name: 'a' } })).status).toBe(201);
  expect((await send('POST', `${SECRETS}?dryRun=All`, { metadata: { name: 'A' } })).status).toBe(422);
  expect(await state()).toEqual(before);
});

test('a namespace takes its secrets along', async () => {
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'extra' } });
  expect((await send('POST', '/api/v1/namespaces', { metadata: { name: 'extra' } })).status).toBe(409);
  await send('POST', '/api/v1/namespaces/extra/secrets', { metadata: { name: 'a' } });
  expect((await send('DELETE', '/api/v1/namespaces/extra')).status).toBe(200);
  expect((await send('GET', '/api/v1/secrets')).body.items).toEqual([]);
});

test('the state shows keys and labels, no values', async () => {
  await make('a', { metadata: { name: 'a', labels: { owner: 'x' } }, stringData: { config: 'very-secret' } });
  const { body } = await send('GET', '/_sim/state');
  expect(body.secrets).toEqual([
    { id: 'argocd/a', type: 'Opaque', labels: { owner: 'x' }, annotations: {}, keys: ['config'] },
  ]);
});
