import { describe, expect, test } from 'vitest';
import { projectComponent } from '../../marketplace/rancher-project-offering.ts';
import type { PolicyState } from '../gpu/gpu-policies.ts';
import { summaryOf } from './finding.ts';
import {
  judgeCluster,
  judgeComponents,
  judgeKeycloak,
  judgeKyverno,
  judgeLabels,
  judgePolicies,
  judgeRole,
} from './judge-offering.ts';

const component = (type: string, fields: object = {}) =>
  projectComponent.parse({ type, name: type, description: '', measured_unit: '', billing_type: 'limit', ...fields });

describe('components (S1-098)', () => {
  test.each([
    [[component('cpu'), component('licence')], 'ok', 'cpu: limits.cpu, licence: not enforced'],
    [[component('cpu', { billing_type: 'usage' })], 'ok', 'cpu: not enforced'],
    [[component('gpu'), component('h100', { k8s_resource: 'nvidia.com/gpu' })], 'failed', 'the same as h100'],
    [[component('ram'), component('memory')], 'failed', 'the same as memory'],
    [[], 'failed', 'no components'],
  ])('%j: %s', (components, status, message) => {
    expect(judgeComponents(components)).toMatchObject({ status, message: expect.stringContaining(message) });
  });
});

test('a cluster that Rancher has is named, and another is refused in known words (S1-092)', () => {
  expect(judgeCluster('c-j8276', { name: 'shared', state: 'active' }).message).toContain('shared, active');
  expect(judgeCluster('c-j8276', undefined)).toMatchObject({
    ...{ status: 'failed', message: expect.stringMatching(/^Cluster not found or invalid cluster ID/) },
  });
});

test('a role for projects is needed, not one for clusters (S1-087)', () => {
  const roles = [
    { id: 'cluster-owner', context: 'cluster' },
    { id: 'project-member', context: 'project' },
  ];
  expect(judgeRole('project-member', roles).status).toBe('ok');
  expect(judgeRole('cluster-owner', roles)).toMatchObject({
    ...{ status: 'failed', advice: 'Set default_role to one of these: project-member.' },
  });
});

test.each([
  [{}, [], 'skipped'],
  [{ team: 'a' }, [], 'ok'],
  [{ 'gpu-pool': 'h100-2x' }, [], 'failed'],
  [{ 'gpu-pool': 'h100-2x' }, ['gpu-1'], 'ok'],
])('labels %j with the nodes %j: %s (S1-076)', (labels, nodes, status) => {
  expect(judgeLabels(labels, nodes).status).toBe(status);
});

const policies = (...states: PolicyState[]) => states.map((state) => ({ name: 'one', state }));
test.each<[PolicyState[], number, string, string]>([
  [[], 1, 'skipped', 'skipped'],
  [['current', 'older'], 1, 'ok', 'ok'],
  [['missing'], 0, 'ok', 'ok'],
  [['missing'], 1, 'ok', 'failed'],
  [['current', 'changed'], 0, 'ok', 'failed'],
  [['no Kyverno'], 0, 'failed', 'skipped'],
])('policies %j with %d projects: Kyverno %s, policies %s', (states, projects, kyverno, verdict) => {
  expect(judgeKyverno(policies(...states)).status).toBe(kyverno);
  expect(judgePolicies(policies(...states), projects).status).toBe(verdict);
});

test.each([
  [false, false, 'skipped'],
  [true, true, 'ok'],
  [true, false, 'failed'],
])('Keycloak wanted %s, there %s: %s (S1-034)', (isWanted, isThere, status) => {
  expect(judgeKeycloak(isWanted, isThere).status).toBe(status);
});

test('one failed check is enough, and skipped ones are none (S1-099)', () => {
  const checks = [{ status: 'ok' }, { status: 'skipped' }] as const;
  expect(summaryOf(checks)).toEqual({ ok: 1, failed: 0, skipped: 1, isHealthy: true });
  expect(summaryOf([...checks, { status: 'failed' }]).isHealthy).toBe(false);
});
