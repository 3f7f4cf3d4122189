import { expect, test } from 'vitest';
import { aUuid } from '#test/builders/builders';
import { rancherLabels, rancherUserLabels } from '../planning/naming.ts';
import {
  type AccessPurpose,
  accessAccountsOf,
  accessLabels,
  hasOtherRole,
  holderOfAccess,
  isEndedAccess,
} from './cluster-access.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const [mine, other] = [aUuid(), aUuid()];
const OWNER = { cluster: 'cluster-owner' } as const;
const ADMINISTRATOR = { cluster: 'cluster-member', project: 'project-owner' } as const;
const account = (labels: Record<string, string>) => ({ labels });
const access = (clusterUuid: string, purpose: AccessPurpose, endsAt = NOW) =>
  account(accessLabels({ clusterUuid, purpose, role: OWNER, endsAt }));

test('labels have only characters that Kubernetes allows in labels', () => {
  const labels = accessLabels({ clusterUuid: mine, purpose: 'kubeconfig', role: ADMINISTRATOR, endsAt: NOW });
  for (const value of Object.values(labels)) {
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
  expect(accessAccountsOf(all, mine, ['kubeconfig', 'charts'])).toEqual([kubeconfig]);
});

test.each([
  ['a second before its end', access(mine, 'kubeconfig', new Date(NOW.getTime() + 1000)), false],
  ['at its end', access(mine, 'kubeconfig'), true],
  ['without an end', account({ 'paddock.cloud/access': 'kubeconfig' }), false],
  ['of a person', account({ 'paddock.cloud/access-ends': '1' }), false],
])('an account %s: its access has ended is %s', (_what, it, isOver) => {
  expect(isEndedAccess(it, NOW)).toBe(isOver);
});

test('an account names its user and its roles, so that it can be deleted when the user loses them', () => {
  const userUuid = aUuid();
  const of = { clusterUuid: mine, purpose: 'charts', endsAt: NOW, userUuid } as const;
  const administrators = account(accessLabels({ ...of, role: ADMINISTRATOR }));
  expect(holderOfAccess(administrators)).toEqual({ userUuid, clusterUuid: mine, isKubeconfig: false });
  expect(hasOtherRole(administrators, ADMINISTRATOR)).toBe(false);
  expect(hasOtherRole(administrators, OWNER)).toBe(true);
  expect(hasOtherRole(administrators, { cluster: 'cluster-member', project: 'read-only' })).toBe(true);
});

test('an account of an earlier release, which names no roles, is not taken for one with other roles', () => {
  expect(hasOtherRole(account({ 'paddock.cloud/access': 'kubeconfig' }), OWNER)).toBe(false);
});
