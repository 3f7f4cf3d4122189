import { expect, test } from 'vitest';
import { aUuid } from '#test/builders';
import { issuedKubeconfigs, usualTtl } from './issued-kubeconfigs.ts';
import { argocdTokenDescription, kubeconfigTokenDescription } from './naming.ts';

const cluster = aUuid();
const NOW = new Date('2026-11-21T12:00:00Z');
const key = (id: string, expiresAt?: string, description = kubeconfigTokenDescription(cluster, aUuid())) => ({
  ...{ id, description },
  ...(expiresAt !== undefined && { expiresAt }),
});

test('keys of kubeconfigs are known by their description, and are over from the second on that they end', () => {
  const keys = [
    key('live', '2026-11-21T12:00:01Z'),
    key('over', '2026-11-21T12:00:00Z'),
    key('endless'),
    key('argocd', '2026-11-21T11:00:00Z', argocdTokenDescription(cluster)),
    key('elsewhere', '2026-11-21T11:00:00Z', kubeconfigTokenDescription(aUuid(), aUuid())),
  ];
  const { live, over } = issuedKubeconfigs(keys, cluster, NOW);
  expect([live, over].map((list) => list.map(({ id }) => id))).toEqual([['live', 'endless'], ['over']]);
});

test('one lives an hour, or as long as it may where that is less', () => {
  expect([usualTtl(28_800), usualTtl(600)]).toEqual([3600, 600]);
});
