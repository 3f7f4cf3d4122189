import { describe, expect, test } from 'vitest';
import { labelProblems } from '../planning/cluster-api/label-problems.ts';
import { valuesOf } from '../planning/cluster-api/template-labels.ts';
import { labelRows } from './label-rows.ts';

const rowOf = (name: string) => labelRows().find((row) => row.name === name);

describe('the table of labels', () => {
  test.each([
    ['kube_tag', 'version', null, 'rolls-all'],
    ['auto_healing_enabled', 'boolean', 'true', 'in-place'],
    ['max_node_count', 'integer', null, 'in-place'],
    ['availability_zone', 'text', null, 'rolls-workers'],
    ['boot_volume_size', 'integer', '0', 'rolls-all'],
    ['etcd_volume_size', 'integer', '0', 'rolls-control-plane'],
    ['calico_ipv4pool', 'network', '10.100.0.0/16', 'immutable'],
    ['service_cluster_ip_range', 'network', '10.254.0.0/16', 'immutable'],
    ['octavia_provider', 'text', 'amphorav2', 'immutable'],
    ['api_server_lb_flavor', 'text', null, 'immutable'],
    ['master_lb_floating_ip_enabled', 'boolean', 'true', 'immutable'],
    ['audit_log_max_age', 'integer', '30', 'rolls-control-plane'],
    ['oidc_username_prefix', 'text', '-', 'rolls-control-plane'],
    ['kubelet_tls_cipher_suites', 'list', expect.stringMatching(/^TLS_\w+,TLS_\w+,TLS_\w+$/), 'rolls-all'],
    ['cinder_csi_plugin_tag', 'version', 'v1.32.0', 'in-place'],
    ['server_group_policies', 'text', 'soft-anti-affinity', 'rolls-all'],
  ])('has %s of the type %s with its default and class (M20, M22)', (name, type, value, change) => {
    expect(rowOf(name)).toMatchObject({ type, default: value, change });
  });

  test('has an effect for each label, and says what holds where there is no default', () => {
    for (const row of labelRows()) {
      expect(row.effect).toMatch(/^[A-Z].*\.$/);
      expect([row.name, row.without !== '']).toEqual([row.name, row.default === null]);
    }
  });

  test('has only defaults that a label may also be set to', () => {
    const defaults = labelRows().flatMap((row) => (row.default === null ? [] : [[row.name, row.default]]));
    expect(labelProblems(Object.fromEntries(defaults), 'calico')).toEqual({});
    expect(valuesOf(Object.fromEntries(defaults))).toEqual(valuesOf({}));
  });
});
