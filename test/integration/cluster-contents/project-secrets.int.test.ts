import { expect, test } from 'vitest';
import { z } from 'zod';
import { type ShopWithSite, shopPerTest, uuidIn } from './shop-cluster.ts';

const openShop = shopPerTest();

const HUSH = 'hush-hush-value';
const IN_SHOP = '/api/v1/namespaces/shop/secrets';
const base64 = (text: string) => Buffer.from(text).toString('base64');

async function opened() {
  const shop = await openShop();
  const path = `rancher-projects/${await uuidIn(shop, 'rancher-projects', 'shop')}/secrets/`;
  const namespace = await uuidIn(shop, 'rancher-namespaces', 'shop');
  const body = { name: 'account', namespace, data: { user: 'shop', password: HUSH } };
  return { shop, path, body, one: `${path}shop/account/` };
}
const inKubernetes = async ({ inside }: ShopWithSite, name = 'account') =>
  (await inside.get(`${IN_SHOP}/${name}`)).body;
const event = z.looseObject({ event_type: z.string() });
async function events({ market, cluster }: ShopWithSite) {
  const { body, text } = await market.ask('GET', `events/?scope=${cluster.uuid}`, market.people.owner);
  return { types: z.array(event).parse(body), text };
}

test('a secret is made in a namespace of the project, and only its keys are shown (S0-063)', async () => {
  const { shop, path, body } = await opened();
  const answer = await shop.send('POST', path, body);
  expect(answer).toMatchObject({
    status: 201,
    body: {
      ...{ name: 'account', id: 'shop/account', namespace_name: 'shop', type: 'Opaque' },
      keys: ['password', 'user'],
    },
  });
  expect(await inKubernetes(shop)).toMatchObject({ type: 'Opaque', data: { password: base64(HUSH) } });
  const { text, types } = await events(shop);
  expect(types.map(({ event_type }) => event_type)).toContain('cluster_content_created');
  expect(text).toContain('password, user');
  for (const shown of [answer.text, text]) expect(shown).not.toMatch(new RegExp(`${HUSH}|${base64(HUSH)}`));
  expect((await shop.send('POST', path, body)).status).toBe(409);
  expect((await shop.send('GET', path)).body).toContainEqual({ name: 'account', id: 'shop/account' });
});

test('a secret is replaced whole by PUT, keeps its type and labels, and other values stay by PATCH (S0-063)', async () => {
  const { shop, one } = await opened();
  const tls = { 'tls.crt': base64('c'), 'tls.key': base64('k') };
  const metadata = { name: 'account', labels: { tier: 'front' } };
  await shop.inside.post(IN_SHOP, { metadata, type: 'kubernetes.io/tls', data: tls });
  const changed = await shop.send('PATCH', one, { data: { 'tls.key': HUSH, more: 'a', extra: 'a' } });
  expect(changed).toMatchObject({ status: 200, body: { keys: ['extra', 'more', 'tls.crt', 'tls.key'] } });
  expect(await inKubernetes(shop)).toMatchObject({ data: { 'tls.crt': base64('c'), 'tls.key': base64(HUSH) } });
  expect((await shop.send('PATCH', one, { data: { more: null } })).body).toMatchObject({
    keys: ['extra', 'tls.crt', 'tls.key'],
  });
  const replaced = await shop.send('PUT', one, { data: { 'tls.crt': 'new', 'tls.key': HUSH } });
  expect(replaced).toMatchObject({ status: 200, body: { type: 'kubernetes.io/tls', keys: ['tls.crt', 'tls.key'] } });
  const object = await inKubernetes(shop);
  expect(object).toMatchObject({ metadata: { labels: { tier: 'front' } } });
  expect(object.data).toEqual({ 'tls.crt': base64('new'), 'tls.key': base64(HUSH) });
  expect((await events(shop)).text + replaced.text + changed.text).not.toContain(HUSH);
});

test('what Kubernetes refuses is named by its field, without the values (S0-063)', async () => {
  const { shop, path, body } = await opened();
  const wrong = { ...body, type: 'kubernetes.io/tls' };
  const answer = await shop.send('POST', path, wrong);
  expect(answer).toMatchObject({
    status: 400,
    body: { causes: [{ field: 'data[tls.crt]' }, { field: 'data[tls.key]' }] },
  });
  expect(await shop.send('POST', path, { ...body, type: 'helm.sh/release.v1' })).toMatchObject({
    ...{ status: 400, body: { type: [expect.any(String)] } },
  });
  expect(await shop.send('POST', path, { ...body, name: 'Bad_Name' })).toMatchObject({
    ...{ status: 400, body: { causes: [{ field: 'metadata.name' }] } },
  });
  const large = await shop.send('POST', path, { ...body, data: { a: 'x'.repeat(200_001) } });
  expect(large).toMatchObject({ status: 400, body: { data: { a: [expect.stringContaining('200000')] } } });
  expect((await shop.send('POST', path, { ...body, data: { a: 'x'.repeat(300_000) } })).status).toBe(413);
  expect(answer.text).not.toContain(HUSH);
});

test('a deleted secret is gone, and cannot be deleted again (S0-063)', async () => {
  const { shop, path, body, one } = await opened();
  await shop.send('POST', path, body);
  expect((await shop.send('DELETE', one)).status).toBe(204);
  expect((await shop.inside.get(`${IN_SHOP}/account`)).status).toBe(404);
  expect((await shop.send('DELETE', one)).status).toBe(404);
  expect((await events(shop)).types.map(({ event_type }) => event_type)).toContain('cluster_content_deleted');
});

test('secrets of programs, and those of other projects, stay as they are (S0-063)', async () => {
  const { shop, path, body } = await opened();
  await shop.inside.post(IN_SHOP, { metadata: { name: 'release' }, type: 'helm.sh/release.v1', data: {} });
  await shop.inside.post('/api/v1/namespaces/default/secrets', { metadata: { name: 'theirs' }, data: {} });
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const change = { data: { a: '1' } };
    expect((await shop.send(method, `${path}shop/release/`, change)).status).toBe(409);
    expect((await shop.send(method, `${path}default/theirs/`, change)).status).toBe(404);
    expect((await shop.send(method, `${path}shop/nobody/`, change)).status).toBe(404);
    expect((await shop.send(method, `${path}shop/..%2Ftheirs/`, change)).status).toBe(404);
  }
  const namespace = await shop.listed('rancher-namespaces', 'default');
  expect(await shop.send('POST', path, { ...body, namespace: namespace?.uuid })).toMatchObject({
    ...{ status: 400, body: { namespace: ['Namespace should be related to the same project.'] } },
  });
});

test('members may not write secrets, and nobody in read-only mode (S0-063)', async () => {
  const { shop, path, body, one } = await opened();
  const { member, outsider } = shop.market.people;
  expect((await shop.send('POST', path, body, member)).status).toBe(403);
  expect((await shop.send('DELETE', one, undefined, member)).status).toBe(403);
  expect((await shop.send('POST', path, body, outsider)).status).toBe(404);
  shop.site.readOnlyMode = true;
  expect((await shop.send('POST', path, body)).status).toBe(405);
  expect((await shop.send('PATCH', one, { data: {} })).status).toBe(405);
});
