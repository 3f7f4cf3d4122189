import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { rancherLabels, rancherUserLabels } from '../planning/naming.ts';
import { accessAccountsOf, accessLabels, isEndedAccess } from './cluster-access.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const [mine, other] = [aUuid(), aUuid()];
const account = (labels: Record<string, string>) => ({ labels });
const access = (clusterUuid: string, purpose: 'argocd' | 'kubeconfig', endsAt = NOW) =>
  account(accessLabels({ clusterUuid, purpose, endsAt }));

test('labels have only characters that Kubernetes allows in labels', () => {
  for (const value of Object.values(accessLabels({ clusterUuid: mine, purpose: 'kubeconfig', endsAt: NOW }))) {
    expect(value).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/);
  }
});

test('accounts for access to a cluster are found by its labels, for one purpose or for all', () => {
  const argocd = access(mine, 'argocd');
  const kubeconfig = access(mine, 'kubeconfig');
  const strangers = [
    ...[access(other, 'argocd'), account({}), account(rancherLabels(mine))],
    account(rancherUserLabels({ settingsUuid: aUuid(), userUuid: aUuid() })),
  ];
  const all = [...strangers, argocd, kubeconfig];
  expect(accessAccountsOf(all, mine)).toEqual([argocd, kubeconfig]);
  expect(accessAccountsOf(all, mine, 'kubeconfig')).toEqual([kubeconfig]);
});

test.each([
  ['a second before its end', access(mine, 'kubeconfig', new Date(NOW.getTime() + 1000)), false],
  ['at its end', access(mine, 'kubeconfig'), true],
  ['without an end', account({ 'paddock.cloud/access': 'kubeconfig' }), false],
  ['of a person', account({ 'paddock.cloud/access-ends': '1' }), false],
])('an account %s: its access has ended is %s', (_what, it, isOver) => {
  expect(isEndedAccess(it, NOW)).toBe(isOver);
});
