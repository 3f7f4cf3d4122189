import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ShopWithSite, shopPerTest } from './shop-cluster.ts';

const openShop = shopPerTest();
let shop: ShopWithSite;
let inside: ShopWithSite['inside'];
beforeEach(async () => {
  shop = await openShop();
  inside = shop.inside;
});

const importing = (documents: readonly string[], query = '') =>
  shop.send(
    'POST',
    `rancher-clusters/${shop.cluster.uuid}/import_yaml/${query}`,
    { yaml: documents.join('---\n') },
    shop.market.people.staff,
  );
const reply = z.object({
  details: z.string(),
  documents: z.array(z.looseObject({ name: z.string(), outcome: z.string(), changes: z.string() })),
});
async function outcomes(...asked: Parameters<typeof importing>) {
  const { status, body } = await importing(...asked);
  return [status, ...reply.parse(body).documents.map(({ name, outcome }) => `${name} ${outcome}`)];
}
const imports = async () => {
  const { body } = await shop.send('GET', `events/?scope=${shop.cluster.uuid}`);
  const events = z.array(z.looseObject({ event_type: z.string() })).parse(body);
  return events.filter(({ event_type }) => event_type === 'resource_yaml_imported').length;
};

const namespace = (name: string) => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;
const configMap = (name: string, value: string, place = 'default') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  namespace: ${place}\ndata:\n  key: ${value}\n`;
const service = (name: string, place = 'default') =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n  namespace: ${place}\nspec:\n  ports:\n    - port: 70000\n      targetPort: 80\n`;
const secret = (value: string) =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: account, namespace: default}\nstringData: {password: ${value}}\n`;
const at = (name: string, place = 'default') => `/api/v1/namespaces/${place}/configmaps/${name}`;

describe('a dry run', () => {
  test('says of every document what would be done, and does nothing (S0-093)', async () => {
    await importing([configMap('one', 'a'), configMap('two', 'a')]);
    const before = await imports();
    const texts = [configMap('one', 'b'), configMap('two', 'a'), configMap('three', 'a')];
    const { status, body } = await importing(texts, '?dry_run=true');
    expect([status, body]).toMatchObject([
      200,
      {
        details: 'This was a dry run: nothing was changed.',
        documents: [
          { name: 'one', outcome: 'changed', changes: '- data.key: "a"\n+ data.key: "b"' },
          { name: 'two', outcome: 'unchanged', changes: '' },
          { name: 'three', outcome: 'created', changes: '' },
        ],
      },
    ]);
    expect((await inside.get(at('one'))).body).toMatchObject({ data: { key: 'a' } });
    expect((await inside.get(at('three'))).status).toBe(404);
    expect(await imports()).toBe(before);
  });

  test('shows that a secret changes, and not from what to what (S0-093)', async () => {
    await importing([secret('hush')]);
    const { text, body } = await importing([secret('quiet')], '?dry_run=true');
    expect(reply.parse(body).documents).toMatchObject([
      { outcome: 'changed', changes: expect.stringContaining('(not') },
    ]);
    for (const value of ['hush', 'quiet']) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('base64'));
    }
  });

  test('cannot check what needs a namespace of the same text, and says so (S0-093)', async () => {
    const texts = [configMap('one', 'a', 'till'), namespace('till')];
    expect(await outcomes(texts, '?dry_run=true')).toEqual([200, 'one not_checked', 'till created']);
    expect((await inside.get('/api/v1/namespaces/till')).status).toBe(404);
  });
});

describe('a text with a mistake', () => {
  test('is applied in no part, and every refused document says its field and line (S0-093)', async () => {
    const texts = [configMap('one', 'a'), service('cart'), `${configMap('two', 'a')}nosuch: 5\n`];
    const { status, body } = await importing(texts);
    expect([status, body]).toMatchObject([
      400,
      {
        details: expect.stringMatching(/^Document 2 at line 9, Service cart: .*70000.* — Nothing was applied\.$/s),
        documents: [
          { document: 1, outcome: 'not_applied' },
          { document: 2, line: 9, outcome: 'refused', causes: [{ field: 'spec.ports[0].port', line: 16 }] },
          { document: 3, line: 19, outcome: 'refused', causes: [{ field: 'nosuch', line: 26 }] },
        ],
      },
    ]);
    expect((await inside.get(at('one'))).status).toBe(404);
    expect(await imports()).toBe(0);
  });

  test('leaves of itself only the namespace in which the mistake could be found (S0-093)', async () => {
    const texts = [configMap('one', 'a', 'till'), service('cart', 'till'), namespace('till'), configMap('two', 'a')];
    expect(await outcomes(texts)).toEqual([400, 'one not_applied', 'cart refused', 'till created', 'two not_applied']);
    expect((await inside.get('/api/v1/namespaces/till')).status).toBe(200);
    expect((await inside.get(at('two'))).status).toBe(404);
  });

  test.each([
    [
      'of a kind that the cluster does not have',
      'apiVersion: example.org/v1\nkind: Shop\nmetadata: {name: a}\n',
      'kind',
    ],
    ['without a name', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a}\n', 'metadata.name'],
    ['whose name leads elsewhere', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ".."}\n', 'metadata.name'],
    ['whose version leads elsewhere', 'apiVersion: v1/../../v3\nkind: User\nmetadata: {name: a}\n', 'kind'],
    ['with a secret that is a number', secret('12345'), 'stringData.password'],
  ])('%s is refused for its field (S0-093)', async (_what, text, field) => {
    const answer = await importing([text]);
    expect(answer).toMatchObject({ status: 400, body: { documents: [{ outcome: 'refused', causes: [{ field }] }] } });
    expect(answer.text).not.toContain('12345');
  });
});

describe('objects', () => {
  test('come after the namespace and the kind that they need, wherever these are in the text (S0-093)', async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: shops, kind: Shop}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
    const shop = 'apiVersion: example.org/v1\nkind: Shop\nmetadata: {name: cart, namespace: till}\n';
    expect(await outcomes([shop, definition, namespace('till')])).toEqual([
      ...[200, 'cart created', 'shops.example.org created', 'till created'],
    ]);
    expect((await inside.get('/apis/example.org/v1/namespaces/till/shops/cart')).status).toBe(200);
  });

  test('with fields of another manager are a conflict, until they are taken by force (S0-093)', async () => {
    const theirs = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'one' }, data: { key: 'theirs' } };
    await inside.applyAs('gitops', at('one'), theirs);
    expect(await outcomes([configMap('one', 'ours')])).toEqual([400, 'one refused']);
    expect((await inside.get(at('one'))).body).toMatchObject({ data: { key: 'theirs' } });
    expect(await outcomes([configMap('one', 'ours')], '?force=true')).toEqual([200, 'one changed']);
  });

  test('of an export by kubectl are applied without its bookkeeping (S0-093)', async () => {
    await importing([configMap('one', 'a')]);
    const { body } = await inside.get(at('one'));
    const { resourceVersion: _version, ...metadata } = body.metadata;
    const list = { apiVersion: 'v1', kind: 'List', items: [{ ...body, metadata, data: { key: 'b' } }] };
    expect(metadata.managedFields).toBeDefined();
    expect(await outcomes([JSON.stringify(list)])).toEqual([200, 'one changed']);
  });

  test('that were applied before Rancher failed are in the answer (S0-093)', async () => {
    const write = { kind: 'status', method: 'PATCH', status: 503, path: 'two\\?(?!.*dryRun)' } as const;
    await shop.simulator.plan(write);
    const texts = [configMap('one', 'a'), configMap('two', 'a'), configMap('three', 'a')];
    const { status, body } = await importing(texts);
    expect([status, body]).toMatchObject([
      400,
      {
        details: 'Server error — Only a part was applied.',
        documents: [{ outcome: 'created' }, { outcome: 'unknown' }, { outcome: 'not_applied' }],
      },
    ]);
    expect(await imports()).toBe(1);
  });
});
