import { expect, test } from 'vitest';
import { aClusterApiSpec } from '#test/builders/cluster-api-builders';
import { planChange } from './plan-change.ts';
import { withNewControlPlane, withNewCredential } from './rotated.ts';

const spec = aClusterApiSpec();
const form = { spec, kubernetesVersion: 'v1.33.5' };
const machine = (name: string, creationTimestamp: string, labels: Record<string, string> = {}) => ({
  ...{ apiVersion: 'cluster.x-k8s.io/v1beta1', kind: 'Machine', metadata: { name, labels, creationTimestamp } },
});
const SERVER = { 'cluster.x-k8s.io/control-plane': '' };
const seen = {
  ...{ machineDeployments: [], infrastructure: [] },
  machines: [
    machine('server-1', '2026-03-01T10:00:00Z', SERVER),
    machine('server-2', '2026-03-01T11:00:00Z', SERVER),
    machine('worker-1', '2026-03-01T12:00:00Z'),
  ],
};

test('each rotation is another generation of the credential, and one that was interrupted is not counted twice (M27)', () => {
  const first = withNewCredential({ form, before: spec });
  expect(first.spec.credentialGeneration).toBe(1);
  expect(withNewCredential({ form: first, before: spec }).spec.credentialGeneration).toBe(1);
  expect(withNewCredential({ form: first, before: first.spec }).spec.credentialGeneration).toBe(2);
});

test('the control plane is to be newer than its newest machine, by the clock of the management cluster (M18)', () => {
  const first = withNewControlPlane({ form, before: spec }, seen);
  expect(first.spec.controlPlaneNewerThan).toBe('2026-03-01T11:00:01.000Z');
  const later = { ...seen, machines: [machine('server-3', '2026-03-01T13:00:00Z', SERVER)] };
  expect(withNewControlPlane({ form: first, before: spec }, later).spec).toEqual(first.spec);
  expect(() => withNewControlPlane({ form, before: spec }, { ...seen, machines: [] })).toThrow('no control plane');
});

test('a new credential writes the objects that have it, and replaces no machine (M27)', () => {
  const wanted = withNewCredential({ form, before: spec });
  const plan = planChange({ before: form, wanted, machines: [], chosen: [] });
  expect(plan.objects).toEqual(['Secret kube-a1b2c3d4e5-cloud-config', 'Secret kube-a1b2c3d4e5-cloud-provider']);
  expect(plan.changes).toEqual([{ group: '', field: 'application_credential', class: 'in-place' }]);
  expect(plan.steps.filter(({ kind }) => kind === 'replace')).toEqual([]);
});
