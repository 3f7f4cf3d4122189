import { describe, expect, test } from 'vitest';
import { labelProblems } from './label-problems.ts';
import { valuesOf } from './template-labels.ts';

const problemsOf = (labels: Record<string, string>, driver: 'calico' | 'cilium' = 'calico') =>
  labelProblems(labels, driver);

describe('a label', () => {
  test.each([
    ['audit_log_maxage', 'audit_log_max_age'],
    ['audit_log_maxbackup', 'audit_log_max_backup'],
    ['audit_log_maxsize', 'audit_log_max_size'],
    ['kube-tag', 'kube_tag'],
    ['auto_scaling_enable', 'auto_scaling_enabled'],
    ['master_lb_floatingip_enabled', 'master_lb_floating_ip_enabled'],
  ])('called %s is refused with the nearest name (M22)', (name, nearest) => {
    expect(problemsOf({ [name]: 'true' })).toEqual({ [name]: [`Unknown label. Did you mean "${nearest}"?`] });
  });

  test('that is like no other is refused, and so is a field of the template (M22)', () => {
    const labels = { heat_container_agent_tag: 'victoria-dev', docker_volume_size: '50', constructor: 'x' };
    expect(problemsOf(labels)).toEqual({
      heat_container_agent_tag: ['Unknown label.'],
      docker_volume_size: ['This is a field of the template, not a label.'],
      constructor: ['Unknown label.'],
    });
  });

  test.each([
    ['kube_tag', '1.33.5', 'a version such as `v1.33.5`'],
    ['auto_healing_enabled', 'maybe', '`true` or `false`'],
    ['min_node_count', '-1', 'a whole number from 0 to 1000'],
    ['boot_volume_size', '20GB', 'a whole number from 0 to 65536, in GB'],
    ['fixed_subnet_cidr', '10.0.0.0/33', 'an IPv4 network such as `10.0.0.0/24`'],
    ['octavia_lb_algorithm', 'RANDOM', expect.stringContaining('`ROUND_ROBIN`')],
    ['api_server_floating_ip', '10.0.0', 'an IPv4 address'],
    ['container_infra_prefix', 'https://registry.test/k8s', expect.stringContaining('without `https://`')],
    ['oidc_issuer_url', 'http://issuer.test', 'an address that begins with `https://`'],
    ['oidc_issuer_url', 'https://issuer.test/"\n', 'an address that begins with `https://`'],
    ['api_server_cert_sans', 'api.test,{x}', expect.stringContaining('DNS names')],
    ['api_server_tls_cipher_suites', 'rc4', expect.stringContaining('cipher suites')],
    ['boot_volume_type', 'ssd\u202e', expect.stringContaining('a name')],
    ['dns_cluster_domain', 'Cluster.Local', expect.stringContaining('DNS name')],
    ['cinder_csi_enabled', '', '`true` or `false`'],
  ])('%s refuses %j and says what it takes (M22)', (name, text, values) => {
    const expected = typeof values === 'string' ? `Enter ${values}.` : values;
    expect(problemsOf({ [name]: text })).toEqual({ [name]: [expected] });
  });

  test('is read as its type, with the spellings of OpenStack’s libraries', () => {
    const labels = {
      auto_healing_enabled: 'No',
      auto_scaling_enabled: '1',
      boot_volume_size: '40',
      control_plane_availability_zones: 'az1, az2,az1',
      container_infra_prefix: 'registry.test:5000/kubernetes/',
      fixed_subnet_cidr: '10.6.0.9/24',
      boot_volume_type: 'fast disks',
      availability_zone: '',
    };
    expect(problemsOf(labels)).toEqual({});
    expect(valuesOf(labels)).toMatchObject({
      auto_healing_enabled: false,
      auto_scaling_enabled: true,
      boot_volume_size: 40,
      control_plane_availability_zones: ['az1', 'az2'],
      container_infra_prefix: 'registry.test:5000/kubernetes',
      fixed_subnet_cidr: '10.6.0.0/24',
      boot_volume_type: 'fast disks',
      availability_zone: undefined,
      audit_log_max_age: 30,
    });
  });
});

describe('labels together', () => {
  test.each([
    [{ octavia_provider: 'ovn', octavia_lb_algorithm: 'ROUND_ROBIN' }, 'octavia_lb_algorithm'],
    [{ min_node_count: '3', max_node_count: '2' }, 'max_node_count'],
    [{ oidc_issuer_url: 'https://issuer.test' }, 'oidc_client_id'],
    [{ oidc_client_id: 'kubernetes' }, 'oidc_issuer_url'],
    [{ api_server_floating_ip: '203.0.113.7', master_lb_floating_ip_enabled: 'false' }, 'api_server_floating_ip'],
    [{ etcd_volume_type: 'ssd' }, 'etcd_volume_size'],
    [{ service_cluster_ip_range: '10.100.128.0/17' }, 'service_cluster_ip_range'],
    [{ fixed_subnet_cidr: '10.100.0.0/24' }, 'fixed_subnet_cidr'],
    [{ fixed_subnet_cidr: '10.254.0.0/24' }, 'fixed_subnet_cidr'],
  ])('are refused if they contradict each other: %j (M12, M22)', (labels, name) => {
    expect(Object.keys(problemsOf(labels))).toEqual([name]);
  });

  test.each([
    { octavia_provider: 'ovn', octavia_lb_algorithm: 'SOURCE_IP_PORT' },
    { octavia_provider: 'ovn' },
    { min_node_count: '2', max_node_count: '2' },
    { oidc_issuer_url: 'https://issuer.test', oidc_client_id: 'kubernetes' },
    { etcd_volume_type: 'ssd', etcd_volume_size: '10' },
  ])('that fit are accepted: %j', (labels) => {
    expect(problemsOf(labels)).toEqual({});
  });

  test('are compared with the network of pods that the network driver uses', () => {
    const labels = { cilium_ipv4pool: '10.0.0.0/16' };
    expect(problemsOf(labels, 'calico')).toEqual({});
    expect(Object.keys(problemsOf(labels, 'cilium'))).toEqual(['fixed_subnet_cidr']);
  });
});
