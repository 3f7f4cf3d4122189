import { expect, test } from 'vitest';
import { sharedClusterOf } from './shared-cluster.ts';
import type { Target } from './targets.ts';

const rancher = (access: object): Target => ({ backend: 'rancher', address: 'https://rancher.example.org', access });
const admin = { username: 'admin', password: 'a' };
const keycloak: Target = { backend: 'keycloak', address: 'x', access: { url: 'https://id.example.org', admin } };

test('a project is made in the cluster that is named, with a group where there is a Keycloak', () => {
  const env = { CERTIFY_CLUSTER: 'c-m-1234abcd' };
  expect(sharedClusterOf([rancher({})], env)).toEqual({ shared: { cluster_id: 'c-m-1234abcd' } });
  expect(sharedClusterOf([rancher({}), keycloak], env)).toMatchObject({ shared: { keycloak: { admin } } });
});

test('in a simulated Rancher a cluster is played', () => {
  expect(sharedClusterOf([rancher({ played: true })], {})).toEqual({ shared: {} });
});

test.each([
  ['no Rancher is named', [keycloak], 'no Rancher was named'],
  ['no cluster is named', [rancher({})], 'set CERTIFY_CLUSTER to its id in Rancher'],
])('when %s, projects are left out with the reason', (_what, targets, why) => {
  expect(sharedClusterOf(targets, {})).toEqual({ why: expect.stringContaining(why) });
});
