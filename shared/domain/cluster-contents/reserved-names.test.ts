import { expect, test } from 'vitest';
import { isReservedKey } from '../_core/values/reserved-keys.ts';
import { reservedChanges, reservedChangesProblem, reservedNamespaceProblem } from './reserved-names.ts';

const OWNER = { cluster: 'cluster-owner' } as const;
const ADMINISTRATOR = { cluster: 'cluster-member', project: 'project-owner' } as const;

test.each([
  ...['kube-system', 'kube-public', 'kube-node-lease', 'kube-x', 'cattle-system', 'cattle-fleet-system'],
  ...['cattle-impersonation-system', 'cattle-monitoring-system', 'fleet-default', 'fleet-local', 'local'],
  ...['cis-operator-system', 'longhorn-system', 'calico-system', 'tigera-operator', 'system-upgrade'],
])('the namespace %s is reserved', (name) => {
  expect(reservedNamespaceProblem(name)).toContain(name);
});

test.each([
  ...['default', 'shop', 'my-kube-system', 'kubernetes', 'cattle', 'localhost', 'longhorn-backups'],
  ...['cert-manager', 'ingress-nginx', 'istio-system'],
])('the namespace %s is free', (name) => {
  expect(reservedNamespaceProblem(name)).toBeUndefined();
});

test.each([
  ...['field.cattle.io/projectId', 'field.cattle.io/resourceQuota', 'field.cattle.io/creatorId'],
  ...['authz.management.cattle.io/system-project', 'lifecycle.cattle.io/create.namespace-auth'],
  ...['objectset.rio.cattle.io/id', 'pod-impersonation.cattle.io/cluster-role', 'catalog.cattle.io/release-name'],
  ...['cattle.io/creator', 'FIELD.cattle.io/projectId', 'cluster.x-k8s.io/cluster-name'],
  ...['paddock.cloud/operation', 'paddock.cloud/cluster', 'kubernetes.io/cluster-service', 'k8s.io/x'],
  ...['node-role.kubernetes.io/control-plane', 'rbac.authorization.k8s.io/aggregate-to-admin'],
])('the key %s is reserved', (key) => {
  expect(isReservedKey(key)).toBe(true);
});

test.each([
  ...['app', 'projectId', 'example.org/cattle.io', 'notcattle.io/x', 'app.kubernetes.io/name'],
  ...['kubernetes.io/ingress.class', 'nginx.ingress.kubernetes.io/rewrite-target', 'service.beta.kubernetes.io/x'],
  ...['kubectl.kubernetes.io/last-applied-configuration', 'kubectl.kubernetes.io/restartedAt'],
  ...['field.cattle.io/description', 'workload.user.cattle.io/workloadselector', 'cert-manager.io/cluster-issuer'],
  ...['storageclass.kubernetes.io/is-default-class', 'api-approved.kubernetes.io', 'kubernetes.io/metadata.name'],
])('customers may set the key %s', (key) => {
  expect(isReservedKey(key)).toBe(false);
});

const PROJECT = 'field.cattle.io/projectId';
const present = { annotations: { [PROJECT]: 'c-1:p-mine', note: 'a' }, labels: { app: 'shop' } };

test.each<[string, object, boolean, string[]]>([
  ['keeps them', { ...present, labels: { app: 'other' } }, true, []],
  [
    'moves to another project',
    { annotations: { [PROJECT]: 'c-1:p-system' } },
    true,
    [`metadata.annotations.${PROJECT}`],
  ],
  ['leaves the project', { annotations: { note: 'a' } }, true, [`metadata.annotations.${PROJECT}`]],
  ['leaves out all annotations', { annotations: null }, true, [`metadata.annotations.${PROJECT}`]],
  ['leaves them out in a patch', { annotations: { note: 'b' } }, false, []],
  ['removes one by a patch', { annotations: { [PROJECT]: null } }, false, [`metadata.annotations.${PROJECT}`]],
  ['sets a label of Rancher', { labels: { 'cattle.io/x': '' } }, false, ['metadata.labels.cattle.io/x']],
])('a change that %s', (_what, after, isReplacement, expected) => {
  expect(reservedChanges({ before: present, after, isReplacement }, OWNER)).toEqual(expected);
});

test('a new object may have no reserved keys', () => {
  expect(reservedChanges({ before: undefined, after: present, isReplacement: true }, OWNER)).toEqual([
    `metadata.annotations.${PROJECT}`,
  ]);
});

test('only an owner of the cluster changes the labels of Pod Security', () => {
  const change = {
    before: { labels: {} },
    after: { labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
    isReplacement: true,
  };
  expect(reservedChanges(change, OWNER)).toEqual([]);
  expect(reservedChanges(change, ADMINISTRATOR)).toEqual(['metadata.labels.pod-security.kubernetes.io/enforce']);
});

test('the error names each field', () => {
  expect(reservedChangesProblem([])).toBeUndefined();
  expect(reservedChangesProblem([`metadata.annotations.${PROJECT}`])).toContain(PROJECT);
});
