import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { accessLabels, issuedKubeconfigs, usualTtl } from './cluster-access.ts';

const cluster = aUuid();
const NOW = new Date('2026-11-21T12:00:00Z');
const account = (
  id: string,
  endsAt: string,
  clusterUuid = cluster,
  purpose: 'kubeconfig' | 'argocd' = 'kubeconfig',
) => ({
  id,
  labels: accessLabels({ clusterUuid, purpose, role: { cluster: 'cluster-owner' }, endsAt: new Date(endsAt) }),
});

test('accounts of kubeconfigs are found by their labels, and expired from the second of their end', () => {
  const accounts = [
    account('live', '2026-11-21T12:00:01Z'),
    account('over', '2026-11-21T12:00:00Z'),
    account('argocd', '2026-11-21T11:00:00Z', cluster, 'argocd'),
    account('elsewhere', '2026-11-21T11:00:00Z', aUuid()),
    { id: 'by hand', labels: {} },
  ];
  const { live, over } = issuedKubeconfigs(accounts, cluster, NOW);
  expect([live, over].map((list) => list.map(({ id }) => id))).toEqual([['live'], ['over']]);
});

test('a kubeconfig is valid for an hour, or for the allowed maximum if that is shorter', () => {
  expect([usualTtl(28_800), usualTtl(600)]).toEqual([3600, 600]);
});
