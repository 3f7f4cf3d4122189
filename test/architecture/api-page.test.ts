import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiPage } from '#test/api-coverage/api-page';
import { rancherCall } from '#test/api-coverage/rancher-call';
import { COVERED, recordedRoutes, routeOf, routesOf, SEGMENTS } from '#test/api-coverage/recorded-routes';

test('docs/api.md is what routes and recorded calls say: `npm run api-docs` makes it', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toBe(apiPage());
});

test('every collection of Waldur’s Rancher integration has routes', () => {
  expect(SEGMENTS.filter((segment) => routesOf(segment).length === 0)).toEqual([]);
});

test('every route of them is called with success by a test that there is', () => {
  const recorded = recordedRoutes();
  const shown = (name: string) => (recorded[name]?.files ?? []).filter((file) => existsSync(file));
  expect(COVERED.map(({ name }) => name).filter((name) => shown(name).length === 0)).toEqual([]);
});

test('a request reaches the route with the fixed word before the one with a parameter', () => {
  expect(routeOf('GET', '/api/rancher-services/1234/')?.name).toBe('GET rancher-services /{uuid}/');
  expect(routeOf('GET', '/api/rancher-services/')?.name).toBe('GET rancher-services /');
  expect(routeOf('GET', '/api/nowhere/')).toBeUndefined();
});

const headers = ['Authorization', 'Basic a2V5OnNlY3JldA=='];
const inside = '/k8s/clusters/c-m-abc';
test.each([
  [`${inside}/api/v1/namespaces/shop/services/cart?dryRun=All`, 'api/v1/namespaces/{namespace}/services/{name}'],
  [`${inside}/apis/apps/v1/namespaces/shop/deployments`, 'apis/apps/v1/namespaces/{namespace}/deployments'],
  [`${inside}/api/v1/namespaces/shop`, 'api/v1/namespaces/{name}'],
  [`${inside}/api/v1/namespaces`, 'api/v1/namespaces'],
  [`${inside}/apis/catalog.cattle.io/v1/clusterrepos/ours`, 'apis/catalog.cattle.io/v1/clusterrepos/{name}'],
  [`${inside}/v1/apps.deployments/shop/cart`, 'v1/apps.deployments/{namespace}/{name}'],
  [
    `${inside}/v1/catalog.cattle.io.clusterrepos/ours?link=index`,
    'v1/catalog.cattle.io.clusterrepos/{name}?link=index',
  ],
])('of a request inside a cluster the names are left out: %s', (path, said) => {
  expect(rancherCall({ method: 'GET', path, headers })).toBe(`GET /k8s/clusters/{cluster}/${said}`);
});

test('what has no key of Rancher is no call to Rancher', () => {
  expect(rancherCall({ method: 'POST', path: '/v3/projects/c-m-abc:p-x?action=setpodsecurity', headers })).toBe(
    'POST /v3/projects/{id}?action=setpodsecurity',
  );
  expect(rancherCall({ method: 'GET', path: '/v3/projects', headers: ['X-Auth-Token', 'x'] })).toBeUndefined();
});
