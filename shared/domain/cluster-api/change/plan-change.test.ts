import { describe, expect, test } from 'vitest';
import { aClusterApiSpec, aNodeGroup, everyField } from '#test/builders/cluster-api-builders';
import type { ClusterApiSpec } from '../../planning/cluster-api/cluster-spec.ts';
import { textsOf } from '../../planning/cluster-api/label-parts.ts';
import { resolveLabels } from '../../planning/cluster-api/resolve-labels.ts';
import { type AnyRule, LABELS } from '../../planning/cluster-api/template-labels.ts';
import type { GroupMachine } from './group-machines.ts';
import { planChange } from './plan-change.ts';
import { withLabels } from './with-labels.ts';

const VERSION = 'v1.33.5';
const form = (spec: ClusterApiSpec, kubernetesVersion = VERSION) => ({ spec, kubernetesVersion });
const machine = (name: string, group: string): GroupMachine => ({ name, group, createdAt: name, names: [name] });
const machines = [machine('m-1', 'default-master'), machine('w-1', 'default-worker'), machine('w-2', 'default-worker')];
const plan = (before: ClusterApiSpec, wanted: ClusterApiSpec, chosen: string[] = []) =>
  planChange({ before: form(before), wanted: form(wanted), machines, chosen });
const workers = (fields: Parameters<typeof aNodeGroup>[0]) => aClusterApiSpec({ nodeGroups: [aNodeGroup(fields)] });

test('the same cluster needs no work, whatever it has (M24)', () => {
  for (const spec of [aClusterApiSpec(), aClusterApiSpec(everyField())]) {
    expect(planChange({ before: form(spec), wanted: form(spec), machines: [], chosen: [] }).changes).toEqual([]);
  }
  expect(plan(aClusterApiSpec(), aClusterApiSpec())).toEqual({ changes: [], steps: [], objects: [] });
});

test('the oldest machine leaves first, unless another one is chosen (M23)', () => {
  const leaving = (chosen: string[]) => plan(aClusterApiSpec(), workers({ replicas: 1 }), chosen).steps;
  expect(leaving([])).toMatchObject([{ kind: 'delete', machines: ['w-1'] }]);
  expect(leaving(['w-2'])).toMatchObject([{ kind: 'delete', machines: ['w-2'] }]);
});

test('a flavor replaces the machines of its group only, as many at once as the group allows (M16, M24)', () => {
  const { steps, changes } = plan(aClusterApiSpec(), workers({ flavorName: 'm1.huge', maxBatchSize: 2 }));
  expect(steps).toEqual([{ kind: 'replace', group: 'default-worker', count: 2, machines: ['w-1', 'w-2'], atOnce: 2 }]);
  expect(changes.map(({ field }) => field)).toEqual(['max_batch_size', 'flavor_id']);
});

test('a new version replaces all machines, the control plane first (M24)', () => {
  const spec = aClusterApiSpec();
  const { steps } = planChange({ before: form(spec), wanted: form(spec, 'v1.34.2'), machines, chosen: [] });
  expect(steps.map(({ kind, group }) => `${kind} ${group}`)).toEqual([
    'replace default-master',
    'replace default-worker',
  ]);
});

test('another version of an add-on writes its new objects and deletes the former ones (M15)', () => {
  const addOns = { ...aClusterApiSpec().addOns, networkDriverVersion: 'v3.32.1' };
  expect(plan(aClusterApiSpec(), aClusterApiSpec({ addOns })).objects).toEqual([
    'Secret kube-a1b2c3d4e5-paddock-calico-v3.31.3',
    'ClusterResourceSet kube-a1b2c3d4e5-paddock-calico-v3.31.3',
    'Cluster kube-a1b2c3d4e5',
    'Secret kube-a1b2c3d4e5-paddock-calico-v3.32.1',
    'ClusterResourceSet kube-a1b2c3d4e5-paddock-calico-v3.32.1',
  ]);
});

/**
 * For each label that Paddock renders, a valid value other than the label's value in the test's cluster. Labels that
 * only the manifests of add-ons use are not listed.
 */
const OTHER: Readonly<Record<string, string>> = {
  auto_healing_enabled: 'false',
  availability_zone: 'az2',
  control_plane_availability_zones: 'az2',
  boot_volume_size: '50',
  etcd_volume_size: '20',
  container_infra_prefix: 'registry.example.org/kube',
  different_failure_domain: 'true',
  server_group_policies: 'anti-affinity',
  calico_tag: 'v3.33.0',
  octavia_lb_algorithm: 'MIN_CONNECTIONS',
  api_server_cert_sans: 'api.example.org',
  api_server_tls_cipher_suites: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  kubelet_tls_cipher_suites: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  admission_control_list: 'AlwaysPullImages',
  audit_log_enabled: 'true',
  cloud_provider_tag: 'v1.33.1',
  cinder_csi_enabled: 'false',
  cinder_csi_plugin_tag: 'v1.33.0',
  manila_csi_enabled: 'false',
};
const ROLLS: Readonly<Record<string, readonly string[]>> = {
  'in-place': [],
  'rolls-control-plane': ['default-master'],
  'rolls-workers': ['default-worker'],
  'rolls-all': ['default-master', 'default-worker'],
};

describe('what a change of a label does is what the table of labels says (M22)', () => {
  const { values } = resolveLabels({
    ...{ template: {}, ordered: { kube_tag: VERSION }, merge: false },
    ...{ driver: 'calico', kubernetesVersion: VERSION },
  });
  const labels = { ...textsOf(values), cinder_csi_enabled: 'true', manila_csi_enabled: 'true' };
  const { controlPlane } = aClusterApiSpec();
  const made = aClusterApiSpec({
    labels,
    controlPlane: { ...controlPlane, serverGroupId: 'group-1' },
    nodeGroups: [aNodeGroup({ serverGroupId: 'group-2' })],
  });
  const spec = withLabels(form(made), {}, machines).spec;
  const rules: Readonly<Record<string, AnyRule>> = LABELS;
  test.each(Object.entries(OTHER))('%s=%s', (name, text) => {
    const wanted = withLabels(form(spec), { [name]: text }, machines).spec;
    const { steps, objects } = plan(spec, wanted);
    expect(steps.map(({ group }) => group)).toEqual(ROLLS[rules[name]?.change ?? '']);
    expect(objects.length).toBeGreaterThan(0);
  });
});
