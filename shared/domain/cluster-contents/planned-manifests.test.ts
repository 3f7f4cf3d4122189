import { expect, test } from 'vitest';
import { parseManifests } from '../clusters/manifests/manifests.ts';
import { apiVersionsOf, type ManifestNamespaces, planManifests } from './planned-manifests.ts';

const KINDS = new Map([
  [
    'v1',
    [
      { kind: 'Secret', plural: 'secrets', isNamespaced: true },
      { kind: 'ConfigMap', plural: 'configmaps', isNamespaced: true },
      { kind: 'Namespace', plural: 'namespaces', isNamespaced: false },
    ],
  ],
]);
const plan = (text: string, into: ManifestNamespaces = {}) => planManifests(parseManifests(text).inside, KINDS, into);
const configMap = (metadata: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: ${metadata}\n`;
const NAMESPACE = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop, namespace: ignored}\n';

test.each<[string, string, ManifestNamespaces, object]>([
  ['its own namespace', '{name: a, namespace: till}', {}, { namespace: 'till' }],
  ['the namespace of the import', '{name: a}', { namespace: 'shop', defaultNamespace: 'till' }, { namespace: 'shop' }],
  ['the default one of the import', '{name: a}', { defaultNamespace: 'till' }, { namespace: 'till' }],
  ['kubectl’s default one', '{name: a}', {}, { namespace: 'default' }],
])('an object goes into %s', (_what, metadata, into, at) => {
  const [planned] = plan(configMap(metadata), into);
  expect(planned).toMatchObject({ at: { plural: 'configmaps', name: 'a', ...at }, object: { metadata: at } });
});

test('an object whose kind is in no namespace is in none', () => {
  expect(plan(NAMESPACE, { namespace: 'till' })).toMatchObject([{ at: { plural: 'namespaces', name: 'shop' } }]);
});

test('an object needs a namespace, and a kind, that the text makes', () => {
  const definition =
    'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: shops.x.org}\n' +
    'spec: {group: x.org, scope: Namespaced, names: {kind: Shop, plural: shops}, versions: [{name: v1}]}\n';
  const shop = 'apiVersion: x.org/v1\nkind: Shop\nmetadata: {name: b, namespace: shop}\n';
  const text = [NAMESPACE, configMap('{name: a, namespace: shop}'), definition, shop].join('---\n');
  const [, inside, , custom] = plan(text);
  expect(inside).toMatchObject({ needs: { namespace: 'shop' } });
  expect(custom).toMatchObject({ needs: { namespace: 'shop', kind: true }, at: { plural: 'shops' } });
});

test('only what is a version of an API is asked for', () => {
  const text = ['v1', 'apps/v1', 'apps/v1', 'v1/../v3', '..'].map(
    (version) => `apiVersion: ${version}\nkind: X\nmetadata: {name: a}\n`,
  );
  expect(apiVersionsOf(parseManifests(text.join('---\n')).inside)).toEqual(['v1', 'apps/v1']);
});

test.each([
  ['a number', 'stringData: {password: 12345}', 'stringData.password'],
  ['a list', 'data: {a: [hush]}', 'data.a'],
  ['no map', 'data: hush', 'data'],
])('a value of a secret that is %s is refused, and is not in the refusal', (_what, text, field) => {
  const [planned] = plan(`apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n${text}\n`);
  expect(planned).toMatchObject({ refusal: { problems: [{ field }] } });
  expect(JSON.stringify(planned && 'refusal' in planned && planned.refusal)).not.toMatch(/hush|12345/);
});
