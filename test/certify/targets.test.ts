import { expect, test } from 'vitest';
import { targetsOf } from './targets.ts';

const URL = 'https://rancher.example.org';

test('a Rancher is reached with a key in two parts, or with the token that its pages show', () => {
  const access = { url: URL, access_key: 'token-abc', secret_key: 'xyz' };
  const parts = { RANCHER_ACCESS_KEY: 'token-abc', RANCHER_SECRET_KEY: 'xyz' };
  for (const env of [parts, { RANCHER_TOKEN: 'token-abc:xyz' }]) {
    expect(targetsOf({ rancher: URL }, env)).toEqual([{ backend: 'rancher', address: URL, access }]);
  }
});

test.each([
  ['rancher', URL, 'RANCHER_ACCESS_KEY'],
  ['openstack', 'https://cloud.example.org:5000/v3', 'OS_USERNAME'],
  ['keycloak', 'https://id.example.org', 'KEYCLOAK_USER'],
  ['vault', 'https://vault.example.org', 'VAULT_TOKEN'],
])('without credentials of %s the variable is named that is missing', (backend, address, variable) => {
  expect(() => targetsOf({ [backend]: address }, {})).toThrow(`set ${variable} and try again`);
});

test('what the environment of the real servers names is certified too, and a flag goes first', () => {
  const env = { PADDOCK_REAL_VAULT: '{"url":"http://127.0.0.1:8200","token":"t"}', VAULT_TOKEN: 'other' };
  expect(targetsOf({}, env)).toMatchObject([{ backend: 'vault', access: { token: 't' } }]);
  expect(targetsOf({ vault: 'https://vault.example.org' }, env)).toMatchObject([{ access: { token: 'other' } }]);
});

test('a kubeconfig that is not there is named', () => {
  expect(() => targetsOf({ argocd: '/nowhere/kubeconfig' }, {})).toThrow('/nowhere/kubeconfig cannot be read');
});
