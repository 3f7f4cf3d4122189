import { expect, test } from 'vitest';
import { API_ROUTES, functionOf, gatewayPathsOf } from './api-routes.ts';

test.each([
  ['/api', 'api/public'],
  ['/api/', 'api/public'],
  ['/api/docs/', 'api/public'],
  ['/api/openapi.json', 'api/public'],
  ['/api/users', 'api/records'],
  ['/api/users/', 'api/records'],
  ['//api/users//', 'api/records'],
  ['/api/users/me/', 'api/records'],
  ['/api/marketplace-offerings/', 'api/offerings'],
  ['/api/rancher-clusters/abc/kubeconfig/', 'api/clusters'],
  ['/magnum/0123456789abcdef0123456789abcdef/v1/clusters', 'api/magnum'],
  ['/webhooks/nodes/abc', 'webhooks/nodes'],
  ['/webhooks/rancher/', 'webhooks/rancher'],
  ['/webhooks/relays/', 'webhooks/relays'],
])('%s is answered by %s', (path, expected) => {
  expect(functionOf(path)).toBe(expected);
});

test.each([
  '/',
  '',
  '/apix',
  '/users/',
  '/api/usersx/',
  '/api/nonsense/',
  '/api/docs/x',
  '/webhooks/',
  '/x/api/users/',
])('no function answers %s', (path) => {
  expect(functionOf(path)).toBeUndefined();
});

test('every path leads to exactly one function', () => {
  const paths = API_ROUTES.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).toHaveLength(70);
});

test('a document has one gateway key, a collection has a second one for the paths below it', () => {
  expect(gatewayPathsOf({ path: '/api/docs', entry: 'api/public', below: false })).toEqual(['/api/docs']);
  expect(gatewayPathsOf({ path: '/api/keys', entry: 'api/records', below: true })).toEqual([
    '/api/keys',
    '/api/keys/{proxy+}',
  ]);
});
