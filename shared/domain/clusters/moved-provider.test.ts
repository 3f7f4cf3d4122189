import { expect, test } from 'vitest';
import { aCluster, aUuid, someRancherSettings } from '#test/builders/builders';
import { moveErrors, movesBackend } from './moved-provider.ts';

const { options } = someRancherSettings();
const whole = { ...options, vault: { host: 'vault', port: 8200, verifyTls: true }, argocd: { namespace: 'argocd' } };
const { vault: _vault, ...withoutVault } = whole;
const { argocd: _argocd, ...withoutArgocd } = whole;
const made = aCluster({ name: 'made', state: 'OK' });
const failed = aCluster({ name: 'failed', state: 'ERRED' });
const since = '2026-03-01T12:00:00.000Z';
const operation = { uuid: aUuid(), nodeUuid: aUuid(), machine: 'add-node' as const, since };
const growing = aCluster({ name: 'growing', state: 'OK', nodeOperations: [operation] });
const known = aCluster({ name: 'known', state: 'OK', argocdToken: { id: 'token-1' } });
const text = (where: string, names: string) => [
  `Clusters of this provider have objects in its ${where}: ${names}. Terminate these clusters first.`,
];

test.each([
  [
    'another Rancher',
    { ...whole, backendUrl: 'https://other.example.org' },
    [made, failed],
    { backend_url: text('Rancher', 'made, failed') },
  ],
  ['no Vault', withoutVault, [made, growing, failed], { vault_host: text('Vault', 'growing, failed') }],
  [
    'another Vault',
    { ...whole, vault: { ...whole.vault, host: 'other' } },
    [failed],
    { vault_host: text('Vault', 'failed') },
  ],
  ['no Argo CD', withoutArgocd, [made, known], { argocd_k8s_namespace: text('Argo CD', 'known') }],
])('a change of %s is refused while clusters have objects there', (_what, after, clusters, refused) => {
  expect(moveErrors(whole, after, clusters)).toEqual(refused);
});

test.each([
  ['a part without objects of clusters', withoutVault, [made]],
  [
    'an option that names no backend',
    { ...whole, k8sVersion: 'v1.33.0+rke2r1', vault: { ...whole.vault, verifyTls: false } },
    [failed],
  ],
  ['a provider without clusters', { ...withoutArgocd, backendUrl: 'https://other.example.org' }, []],
])('a change of %s is allowed', (_what, after, clusters) => {
  expect(moveErrors(whole, after, clusters)).toEqual({});
});

test('adding a part is allowed', () => {
  expect(movesBackend(options, whole)).toBe(false);
  expect(movesBackend(whole, options)).toBe(true);
});

test('only a few of many clusters are named', () => {
  const clusters = ['a', 'b', 'c', 'd'].map((name) => aCluster({ name }));
  expect(moveErrors(whole, { ...whole, backendUrl: 'https://x.example.org' }, clusters)).toEqual({
    backend_url: text('Rancher', 'a, b, c, …'),
  });
});
