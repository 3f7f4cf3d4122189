import { expect, test } from 'vitest';
import { labelProblems, taintProblems } from './label-problems.ts';

const noKey = (key: string) => `"${key}" is not a valid key in Kubernetes. Enter a key such as example.org/tier.`;
const noValue = (key: string) =>
  `The value of ${key} is not valid: enter up to 63 letters, digits, hyphens, dots and underscores.`;

test.each([
  ['tier', 'front'],
  ['example.org/tier', ''],
  ['topology.kubernetes.io/zone', 'az-1'],
])('a label may be %s=%s', (key, value) => expect(labelProblems({ [key]: value })).toEqual([]));

test.each([
  ['-tier', 'a', noKey('-tier')],
  ['a/b/c', 'a', noKey('a/b/c')],
  ['Example.org/tier', 'a', noKey('Example.org/tier')],
  ['k'.repeat(64), 'a', noKey('k'.repeat(64))],
  [`${'d'.repeat(254)}/k`, 'a', noKey(`${'d'.repeat(254)}/k`)],
  ['', 'a', noKey('')],
  ['tier', 'a b', noValue('tier')],
  ['tier', 'v'.repeat(64), noValue('tier')],
  // Rancher and Kubernetes set these labels themselves. A pool's labels override Rancher's own labels, so a pool could
  // change the roles of its machines.
  ['rke.cattle.io/etcd-role', 'false', 'rke.cattle.io/etcd-role is set by Rancher or Kubernetes. Choose another key.'],
  [
    'cluster.x-k8s.io/cluster-name',
    'b',
    'cluster.x-k8s.io/cluster-name is set by Rancher or Kubernetes. Choose another key.',
  ],
  [
    'node-role.kubernetes.io/etcd',
    'true',
    'node-role.kubernetes.io/etcd is set by Rancher or Kubernetes. Choose another key.',
  ],
])('no label may be %s=%s (T25)', (key, value, said) => expect(labelProblems({ [key]: value })).toEqual([said]));

test('a taint is named by its key and effect, once', () => {
  const taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' } as const;
  expect(taintProblems([taint, { ...taint, effect: 'NoExecute' }])).toEqual([]);
  expect(taintProblems([taint, { ...taint, value: 'web' }])).toEqual(['dedicated:NoSchedule is given twice.']);
  expect(taintProblems([{ ...taint, key: 'a b' }])).toEqual([noKey('a b')]);
  expect(taintProblems([{ ...taint, value: 'a b' }])).toEqual([noValue('dedicated')]);
});
