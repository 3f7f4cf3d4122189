import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const reply = z.object({ yaml: z.string() });
const DEPLOYMENT = '/apis/apps/v1/namespaces/shop/deployments/cart';

async function opened() {
  const shop = await openShop();
  const path = `rancher-workloads/${await uuidIn(shop, 'rancher-workloads', 'cart')}/yaml/`;
  const read = async () => parse(reply.parse((await shop.send('GET', path)).body).yaml);
  const put = (object: unknown, query = '') => shop.send('PUT', path + query, { yaml: stringify(object) });
  return { shop, path, read, put };
}

test('a workload is exported as Kubernetes has it, without bookkeeping (S0-066, S0-096)', async () => {
  const { read } = await opened();
  const object = await read();
  expect(object).toMatchObject({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'cart' },
    spec: { replicas: 2 },
  });
  expect(object.metadata).not.toHaveProperty('managedFields');
});

test('an imported workload is what its text says, without what the text lacks (S0-066, S0-095)', async () => {
  const { shop, read, put } = await opened();
  const object = await read();
  object.metadata.labels = { tier: 'front' };
  await put(object);
  const { labels: _labels, ...metadata } = object.metadata;
  delete metadata.resourceVersion;
  const answer = await put({ ...object, metadata, spec: { ...object.spec, replicas: 4 } });
  expect(answer.status).toBe(200);
  const { body } = await shop.inside.get(DEPLOYMENT);
  expect(body).toMatchObject({ spec: { replicas: 4 } });
  expect(body.metadata).not.toHaveProperty('labels');
  expect(await shop.listed('rancher-workloads', 'cart')).toMatchObject({ scale: 4 });
});

test('a dry run shows the difference and changes nothing (S0-066, S0-095)', async () => {
  const { shop, read, put } = await opened();
  const object = await read();
  const answer = await put({ ...object, spec: { ...object.spec, replicas: 4 } }, '?dry_run=true');
  expect(answer).toMatchObject({ status: 200, body: { changes: '- spec.replicas: 2\n+ spec.replicas: 4' } });
  expect((await shop.inside.get(DEPLOYMENT)).body).toMatchObject({ spec: { replicas: 2 } });
});

test('a text of an older version is a conflict (S0-095)', async () => {
  const { read, put, shop } = await opened();
  const object = await read();
  expect((await put({ ...object, spec: { ...object.spec, replicas: 3 } })).status).toBe(200);
  expect((await put({ ...object, spec: { ...object.spec, replicas: 9 } })).status).toBe(409);
  expect((await shop.inside.get(DEPLOYMENT)).body).toMatchObject({ spec: { replicas: 3 } });
});

test.each([
  ['another name', { name: 'other' }, 'metadata.name has to be "cart", not "other".'],
  ['another namespace', { namespace: 'default' }, 'metadata.namespace has to be "shop", not "default".'],
])('a text with %s is refused for the field yaml (S0-095)', async (_what, metadata, sentence) => {
  const { read, put } = await opened();
  const object = await read();
  expect(await put({ ...object, metadata: { ...object.metadata, ...metadata } })).toMatchObject({
    ...{ status: 400, body: { yaml: [sentence] } },
  });
});

test('a text that is no YAML is refused with its line (S0-095)', async () => {
  const { shop, path } = await opened();
  const answer = await shop.send('PUT', path, { yaml: 'apiVersion: apps/v1\nkind: [' });
  expect(answer).toMatchObject({ status: 400, body: { yaml: [expect.stringContaining('at line 2')] } });
});

test('a text of more than 1 MiB is refused for the field yaml (S0-095)', async () => {
  const { shop, path } = await opened();
  expect(await shop.send('PUT', path, { yaml: 'x'.repeat(1_048_577) })).toMatchObject({
    ...{ status: 400, body: { yaml: [expect.stringContaining('1048576')] } },
  });
});

test('members read no YAML, which may have passwords in it (S0-096)', async () => {
  const { shop, path } = await opened();
  expect((await shop.send('GET', path, undefined, shop.market.people.member)).status).toBe(403);
});
