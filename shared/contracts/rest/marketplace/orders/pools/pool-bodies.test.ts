import { describe, expect, test } from 'vitest';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import { DEFAULT_POOL_SETTINGS } from '#shared/domain/pools/order/default-settings';
import { refusalOf } from '#test/refusal-of';
import { orderAttributesBody, viewOrderAttributes } from '../order-attributes-body.ts';

const id = (digit: string): string => digit.repeat(32);
const pool = (fields: object = {}) => ({
  ...{ name: 'workers', roles: ['worker'], quantity: 2, flavor: id('f'), networks: [id('a')] },
  ...fields,
});
const order = (fields: object = {}) => ({ name: 'my-cluster', tenant: id('7'), pools: [pool()], ...fields });
const parsed = (fields: object = {}) => parseBody(orderAttributesBody, order(fields));
const errorsOf = (fields: object) => refusalOf(() => parsed(fields));

describe('a pool of an order', () => {
  test('has defaults with all limits of the health check, and is drained (S2-014, T60)', () => {
    const { nodes, pools, poolSettings } = parsed();
    expect([nodes, poolSettings]).toEqual([[], undefined]);
    expect(pools).toMatchObject([
      {
        ...{ securityGroupUuids: [], dataVolumes: [], labels: {}, taints: [], paused: false },
        ...{ drainBeforeDelete: true, drainTimeout: 600 },
        ...{ unhealthyNodeTimeout: 300, maxUnhealthy: '40%', nodeStartupTimeout: 1200 },
      },
    ]);
  });

  test('is shown as it was ordered, but for user data (S2-024)', () => {
    const given = pool({
      ...{ image: id('b'), security_groups: [id('c')], root_volume: { size: 65_536, volume_type: id('d') } },
      ...{ availability_zone: 'az-1', server_group: 'group-1', labels: { tier: 'gpu' } },
      taints: [{ key: 'gpu', value: 'a100', effect: 'NoSchedule' }],
      ...{ drain_before_delete: false, drain_timeout: 60, unhealthy_node_timeout: 0, max_unhealthy: '2' },
      ...{ node_startup_timeout: 900, autoscaling: { min: 1, max: 3 }, paused: true, hostname_length_limit: 15 },
    });
    const shown = viewOrderAttributes(parsed({ pools: [{ ...given, user_data: '#cloud-config\n' }] }), false);
    expect(JSON.parse(JSON.stringify(shown.pools))).toEqual([given]);
  });

  test.each<[string, object, object]>([
    ['an unknown role', { roles: ['server'] }, { roles: [{ non_field_errors: ['"server" is not a valid choice.'] }] }],
    ['a negative number of machines', { quantity: -1 }, { quantity: [expect.stringContaining('greater than')] }],
    [
      'a taint without a key',
      { taints: [{ effect: 'NoSchedule' }] },
      { taints: [{ key: ['This field is required.'] }] },
    ],
    ['no flavor', { flavor: undefined }, { flavor: ['This field is required.'] }],
    ['half of its bounds', { autoscaling: { min: 1 } }, { autoscaling: { max: ['This field is required.'] } }],
  ])('is refused with %s (S2-032)', (_what, fields, errors) => {
    expect(errorsOf({ pools: [pool(fields)] })).toEqual({ pools: [errors] });
  });
});

describe('settings of a cluster with pools', () => {
  test('have the default of each that is left out (S2-032)', () => {
    expect(parsed({ cni: 'calico' }).poolSettings).toEqual({ ...DEFAULT_POOL_SETTINGS, cni: 'calico' });
  });

  test('are shown as they were ordered (S2-032)', () => {
    const given = {
      ...{ cni: 'canal', cluster_cidr: '10.52.0.0/16', service_cidr: '10.53.0.0/16', tls_sans: ['k8s.example.org'] },
      ...{ system_registry: 'registry.example.org', pod_security_template: 'rancher-restricted', network_policy: true },
      registry_mirrors: [{ registry: 'docker.io', endpoints: ['https://mirror.example.org'], rewrites: { a: 'b' } }],
      registries: [{ registry: 'mirror.example.org', ca_bundle: 'LS0t', insecure_skip_verify: false }],
      ...{ http_proxy: 'http://proxy.example.org:3128', no_proxy: ['.example.org'] },
      authorized_endpoint: { fqdn: 'k8s.example.org', ca_certs: 'PEM' },
      etcd_snapshots: { enabled: true, schedule: '0 2 * * *', retention: 7 },
      ...{ machine_global_config: { debug: true }, chart_values: { 'rke2-cilium': { hubble: true } } },
      ...{ additional_manifest: 'kind: Namespace\n', data_directory: '/opt/rancher' },
    };
    const strategy = { control_plane_concurrency: '1', worker_concurrency: '20%' };
    const shown = viewOrderAttributes(parsed({ ...given, upgrade_strategy: strategy }), true);
    expect(JSON.parse(JSON.stringify(shown))).toMatchObject({ ...given, upgrade_strategy: strategy });
  });

  test.each<[string, object]>([
    ['a proxy with a password', { https_proxy: 'http://ada:secret@proxy.example.org' }],
    ['a relative directory', { data_directory: 'opt/rancher' }],
    ['a CNI that RKE2 does not have', { cni: 'weave' }],
    ['too much configuration', { chart_values: { a: 'x'.repeat(40_000) } }],
  ])('are refused with %s, by the field (S2-032)', (_what, fields) => {
    expect(Object.keys(errorsOf(fields) ?? {})).toEqual(Object.keys(fields));
  });
});
