import { expect, test } from 'vitest';
import { patternOf, routeOf, serviceOf } from './route.ts';

test.each([
  ['/v1/provisioning.cattle.io.clusters/fleet-default/mine', '/v1/provisioning.cattle.io.clusters/fleet-default/*'],
  ['/v3/clusters/c-m-abcd1234', '/v3/clusters/*'],
  ['/compute/v2.1/servers/0b5c4c1e-5b0f-4a5c-9d3c-7a1f5f0c2b11', '/compute/v2.1/servers/*'],
  ['/compute/v2.1/os-quota-sets/0b5c4c1e5b0f4a5c9d3c7a1f5f0c2b11/detail', '/compute/v2.1/os-quota-sets/*/detail'],
  ['/identity/v3/auth/tokens', '/identity/v3/auth/tokens'],
  ['/v1/cluster.x-k8s.io.machines/fleet-default/custom-0123456789ab', '/v1/cluster.x-k8s.io.machines/fleet-default/*'],
  ['/v3/users/u-x7k2p', '/v3/users/*'],
  ['/v3/globalrolebindings/grb-x7k2p', '/v3/globalrolebindings/*'],
  ['/v3/globalrolebindings', '/v3/globalrolebindings'],
  [
    '/k8s/clusters/c-m-abcd1234/apis/catalog.cattle.io/v1/namespaces/shop/operations/helm-operation-x7k2p',
    '/k8s/clusters/*/apis/catalog.cattle.io/v1/namespaces/shop/operations/*',
  ],
  [
    '/k8s/clusters/c-m-abcd1234/api/v1/namespaces/shop/secrets/sh.helm.release.v1.store.v2',
    '/k8s/clusters/*/api/v1/namespaces/shop/secrets/*',
  ],
  ['/k8s/clusters/c-m-abcd1234/api/v1/nodes/mine-rancher-node-agent-1', '/k8s/clusters/*/api/v1/nodes/*'],
])('%s is the route %s of every cluster', (path, route) => {
  expect(routeOf(path, 'mine')).toBe(route);
});

test('the pattern of a route takes its queries, and nothing below it', () => {
  const pattern = new RegExp(patternOf('/v3/clusters/*'));
  expect(
    ['/v3/clusters/a', '/v3/clusters/a?b=c/d', '/v3/clusters/a/b', '/v3/clusters'].map((it) => pattern.test(it)),
  ).toEqual([true, true, false, false]);
});

test('a route is of a service by its name, and an unknown one is not passed over', () => {
  expect(serviceOf({ simulator: 'openstack', route: '/volume/v3/types' })).toBe('Cinder');
  expect(serviceOf({ simulator: 'argocd', route: '/api/v1/namespaces' })).toBe('Kubernetes');
  expect(() => serviceOf({ simulator: 'openstack', route: '/dns/v2/zones' })).toThrow('no service of OpenStack');
});
