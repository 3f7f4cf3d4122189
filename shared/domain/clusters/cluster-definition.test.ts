import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type ClusterDefinition, writeDefinition } from './cluster-definition.ts';

const limit = { limitsCpu: '4000m' };
const DEFINITION: ClusterDefinition = {
  provisioning: {
    ...{ name: 'demo', namespace: 'fleet-default', labels: { 'paddock.cloud/cluster': 'x' } },
    spec: {
      kubernetesVersion: 'v1.31.7+rke2r1',
      agentEnvVars: [{ name: 'HTTPS_PROXY', value: 'https://olga:hunter2@proxy' }],
      rkeConfig: {
        additionalManifest: 'stringData: { key: hunter2 }',
        chartValues: { cpi: { vCenter: { username: 'olga', password: 'hunter2' } } },
        machineGlobalConfig: { cni: 'cilium', 'agent-token': 'hunter2' },
        registries: { configs: { 'example.com': { authConfigSecretName: 'registryconfig-auth-x' } } },
      },
    },
  },
  projects: [
    { id: 'c-m-1:p-shop', name: 'Shop', description: '', isSystem: false, quotas: { resourceQuota: { limit } } },
    { id: 'c-m-1:p-sys', name: 'System', description: '', isSystem: true, quotas: {} },
  ],
  namespaces: [
    { name: 'shop', projectId: 'c-m-1:p-shop', labels: { team: 'blue' }, resourceQuota: { limit } },
    { name: 'kube-system', projectId: 'c-m-1:p-sys', labels: {} },
    { name: 'loose', projectId: '', labels: {} },
  ],
};
const documentsOf = (definition: ClusterDefinition): unknown[] =>
  parseAllDocuments(writeDefinition(definition)).map((document) => document.toJS());

test('a definition has the provisioning object, and projects and namespaces with their quotas, without Rancher’s own parts', () => {
  expect(documentsOf(DEFINITION)).toMatchObject([
    {
      kind: 'Cluster',
      metadata: { name: 'demo', namespace: 'fleet-default' },
      spec: { kubernetesVersion: 'v1.31.7+rke2r1' },
    },
    {
      ...{ kind: 'Project', metadata: { name: 'p-shop', namespace: 'c-m-1' } },
      spec: { displayName: 'Shop', resourceQuota: { limit } },
    },
    {
      ...{ apiVersion: 'v1', kind: 'Namespace' },
      metadata: {
        name: 'shop',
        labels: { team: 'blue' },
        annotations: {
          'field.cattle.io/projectId': 'c-m-1:p-shop',
          'field.cattle.io/resourceQuota': JSON.stringify({ limit }),
        },
      },
    },
    { kind: 'Namespace', metadata: { name: 'loose', annotations: {} } },
  ]);
  expect(documentsOf(DEFINITION)).toHaveLength(4);
});

test('secrets are left out, but their names stay', () => {
  const text = writeDefinition(DEFINITION);
  expect(text).not.toContain('hunter2');
  expect(text).toContain('authConfigSecretName: registryconfig-auth-x');
  expect(text).toContain('cni: cilium');
});

test('an imported cluster of Rancher has no provisioning object', () => {
  expect(documentsOf({ projects: [], namespaces: [] })).toEqual([]);
});

test.each([
  ['who made it', 'cattle.io/creator'],
  ['the project it is in', 'field.cattle.io/projectId'],
  ['what it was applied with', 'objectset.rio.cattle.io/hash'],
  ['its own name', 'kubernetes.io/metadata.name'],
])('a label of %s for Rancher’s or Kubernetes’ own use is left out, and all others stay', (_what, key) => {
  const others = { team: 'blue', 'pod-security.kubernetes.io/enforce': 'baseline', 'notcattle.io/mine': 'yes' };
  const labels = { ...others, [key]: 'x' };
  const provisioning = { name: 'demo', namespace: 'fleet-default', labels, spec: {} };
  const namespaces = [{ name: 'shop', projectId: '', labels }];
  const metadata = expect.objectContaining({ labels: others });
  expect(documentsOf({ provisioning, projects: [], namespaces })).toEqual([
    expect.objectContaining({ kind: 'Cluster', metadata }),
    expect.objectContaining({ kind: 'Namespace', metadata }),
  ]);
});
