import { expect, test } from 'vitest';
import { aNodeSpec, aTenant, someRancherSettings } from '#test/builders/builders';
import type { RancherOptions } from '../providers/service-settings.ts';
import { plannedObjects } from './planned-objects.ts';

const tenant = aTenant();
const order = { name: 'my-cluster', installLonghorn: true };
const on = (options: Partial<RancherOptions>) => {
  const { options: standard, ...settings } = someRancherSettings();
  const plan = { nodes: [aNodeSpec({ tenantUuid: tenant.uuid })] };
  return plannedObjects(order, {
    plan,
    settings: { ...settings, options: { ...standard, ...options } },
    tenants: [tenant],
  });
};

test('a provider without Vault, registry and Argo CD has nothing made there', () => {
  expect(Object.keys(on({}))).toEqual(['rancher', 'tenants']);
  expect(Object.keys(on({}).rancher)).toEqual(['cluster', 'registrationToken']);
});

test('policy, role and secret in Vault are named after the cluster’s uuid to come', () => {
  expect(on({ vault: { host: 'vault.example.org', port: 8200, verifyTls: true } }).vault).toEqual({
    policy: 'rancher-provisioning-policy-{cluster_uuid}',
    role: 'rancher-provisioning-role-{cluster_uuid}',
    secretPath: 'rancher/cluster-{cluster_uuid}',
  });
});

test('the registry’s account is one more secret in Rancher, found by its label', () => {
  const privateRegistry = { url: 'registry.example.org', user: 'robot' };
  expect(on({ privateRegistry }).rancher.registrySecret).toEqual({
    ...privateRegistry,
    labels: { 'paddock.cloud/cluster': '{cluster_uuid}' },
  });
});

test('Argo CD hears of the cluster, and whether it is to have Longhorn', () => {
  const planned = on({ argocd: { namespace: 'argocd' } });
  expect(planned.argocd).toEqual({
    ...{ namespace: 'argocd', secretName: 'cluster-{cluster_uuid}' },
    labels: { 'paddock.cloud/cluster': '{cluster_uuid}', 'k8s.waldur.com/longhorn-enabled': 'true' },
  });
  expect(planned.rancher.apiKey).toEqual({ description: 'paddock:argocd:{cluster_uuid}' });
});

test('volumes are called what the hypervisor’s driver calls them, in the order of the request', () => {
  const dataVolumes = [{ sizeMb: 1025, mountPoint: '/opt', filesystem: 'ext4', volumeType: 'ssd' }];
  const plan = { nodes: [aNodeSpec({ tenantUuid: tenant.uuid, dataVolumes })] };
  const settings = someRancherSettings();
  settings.options.nodeDiskDriver = 'sd';
  expect(plannedObjects(order, { plan, settings, tenants: [tenant] }).tenants[0]?.volumes).toEqual([
    { server: 'cluster-1-server-1', device: '/dev/sda', sizeGb: 64 },
    { server: 'cluster-1-server-1', device: '/dev/sdb', sizeGb: 2, type: 'ssd', mountPoint: '/opt' },
  ]);
});
