import { describe, expect, test } from 'vitest';
import { aPool, aPoolCluster } from '#test/builders/pool-builders';
import { changedFields } from './changed-fields.ts';
import { CLUSTER_FIELDS, type FieldClass, fieldClassRows, POOL_FIELDS } from './field-classes.ts';

const classOf = (field: string) => fieldClassRows().find((row) => row.field === field)?.class;

describe('the table of field classes', () => {
  test.each<[FieldClass, string[]]>([
    ['in-place', ['labels', 'taints', 'drain_before_delete', 'drain_timeout', 'quantity', 'autoscaling', 'paused']],
    ['rolls-pool', ['flavor', 'image', 'networks', 'root_volume', 'security_groups', 'user_data']],
    ['rolls-control-plane', ['tls_sans', 'pod_security_template', 'etcd_snapshots', 'authorized_endpoint']],
    ['immutable', ['name', 'roles', 'data_directory', 'cni', 'cluster_cidr', 'service_cidr']],
  ])('says %s of %j (T14, T15, T37, T58, S2-009)', (kind, fields) => {
    for (const field of fields) expect([field, classOf(field)]).toEqual([field, kind]);
  });

  test('says that a release of Kubernetes is installed in place, machine by machine (T16, S2-005)', () => {
    expect(CLUSTER_FIELDS.kubernetesVersion).toMatchObject({ class: 'in-place', restarts: 'all' });
  });

  test('has one row for each field, with a sentence', () => {
    const rows = fieldClassRows();
    const names = rows.map(({ of, field }) => `${of} ${field}`);
    expect(new Set(names).size).toBe(names.length);
    for (const { field, text } of rows) {
      expect(field).toMatch(/^[a-z_0-9]+$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
    }
  });
});

test('fields that differ only in the order of keys or in empty values are not changed (T17)', () => {
  const [one, other] = [aPool({ labels: { a: '1', b: '2' } }), aPool({ labels: { b: '2', a: '1' } })];
  expect(changedFields(POOL_FIELDS, one, { ...other, userData: '', securityGroupIds: ['sg-2', 'sg-1'] })).toEqual([]);
  expect(changedFields(POOL_FIELDS, one, aPool({ quantity: 0 })).map(({ field }) => field)).toEqual([
    'quantity',
    'labels',
  ]);
});

test('a change of the cluster’s settings names each field', () => {
  const after = aPoolCluster({ kubernetesVersion: 'v1.32.3+rke2r1', tlsSans: ['api.test'] });
  expect(changedFields(CLUSTER_FIELDS, aPoolCluster(), after).map(({ field }) => field)).toEqual([
    'kubernetes_version',
    'tls_sans',
  ]);
});
