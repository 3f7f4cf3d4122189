import { expect, test } from 'vitest';
import {
  changedProjectPluginOptions,
  projectComponent,
  projectPluginOptions,
  projectPluginOptionsChange,
  withProjectDefaults,
} from './rancher-project-offering.ts';

const problems = (options: object) =>
  projectPluginOptions
    .safeParse({ cluster_id: 'c-m-1234abcd', ...options })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('options that are not set have the site agent’s defaults (S1-026 to S1-030, U24)', () => {
  expect(withProjectDefaults({ cluster_id: 'c-m-1234abcd' })).toEqual({
    cluster_id: 'c-m-1234abcd',
    project_prefix: 'waldur-',
    default_role: 'workloads-manage',
    keycloak_enabled: false,
    keycloak_use_user_id: true,
    namespace_labels: {},
    default_no_gpu_quota: false,
  });
});

test.each([
  ['cluster_id', { cluster_id: undefined }],
  ['cluster_id', { cluster_id: 'c-j8276:p-abcde' }],
  ['cluster_id', { cluster_id: 'local' }],
  ['cluster_id', { cluster_id: '' }],
  ['project_prefix', { project_prefix: 'Team_' }],
  ['project_prefix', { project_prefix: '-x' }],
  ['project_prefix', { project_prefix: 'x'.repeat(31) }],
  ['default_role', { default_role: 'a role' }],
  ['namespace_labels.gpu pool', { namespace_labels: { 'gpu pool': 'h100' } }],
  ['namespace_labels.gpu-pool', { namespace_labels: { 'gpu-pool': 'h100/2x' } }],
  ['namespace_labels.gpu-pool', { namespace_labels: { 'gpu-pool': 'x'.repeat(64) } }],
])('a wrong %s is refused by its name (S1-014, S1-024, S1-092)', (option, given) => {
  expect(problems(given)).toEqual([option]);
});

test.each([
  [{ cluster_id: 'c-j8276' }],
  [{ namespace_labels: { 'gpu-pool': 'h100-2x', 'example.com/team': '' } }],
  [{ default_role: 'rt-x7k2p', keycloak_enabled: true, keycloak_use_user_id: false }],
])('%j is accepted (S1-014, S1-027, S1-029)', (given) => {
  expect(problems(given)).toEqual([]);
});

test('a change leaves the other options, and the cluster stays', () => {
  const change = projectPluginOptionsChange.parse({
    default_role: null,
    project_prefix: 'team-',
    cluster_id: 'c-zzzzz',
  });
  const before = { cluster_id: 'c-j8276', default_role: 'edit', keycloak_enabled: true };
  expect(changedProjectPluginOptions(before, change)).toEqual({
    cluster_id: 'c-j8276',
    project_prefix: 'team-',
    keycloak_enabled: true,
  });
});

test.each([
  ['billing_type', { billing_type: 'fixed' }],
  ['billing_type', { billing_type: undefined }],
  ['unit_factor', { unit_factor: 0 }],
  ['k8s_resource', { k8s_resource: 'gpu' }],
])('a component with a wrong %s is refused by its name (S1-039, S1-045)', (field, given) => {
  const component = { type: 'cpu', name: 'CPU', description: '', measured_unit: 'cores', billing_type: 'limit' };
  expect(projectComponent.parse(component)).toMatchObject({ unit_factor: 1 });
  expect(projectComponent.safeParse({ ...component, ...given }).error?.issues[0]?.path).toEqual([field]);
});
