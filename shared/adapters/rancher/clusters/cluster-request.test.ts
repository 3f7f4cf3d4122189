import { expect, test } from 'vitest';
import { clusterRequest } from './cluster-request.ts';

const cluster = { name: 'prod', labels: { 'paddock.cloud/cluster': 'x' }, kubernetesVersion: 'v1.33.0+rke2r1' };
const dataDirectories = {
  systemAgent: '/opt/rke2_storage/agent',
  provisioning: '/opt/rke2_storage/provisioning',
  k8sDistro: '/opt/rke2_storage/rke2',
};
const rkeConfig = {
  chartValues: { 'rke2-cilium': {} },
  dataDirectories,
  machineGlobalConfig: { cni: 'cilium', 'disable-kube-proxy': false, 'etcd-expose-metrics': false },
};

test('a cluster with images from a private registry names it, and the secret with the account there (S0-170, S0-280, R-9-13)', () => {
  const registry = { url: 'example.com', secretName: 'registryconfig-auth-x7k2p' };
  expect(clusterRequest({ ...cluster, registry })).toEqual({
    type: 'provisioning.cattle.io.cluster',
    metadata: { name: 'prod', namespace: 'fleet-default', labels: { 'paddock.cloud/cluster': 'x' } },
    spec: {
      kubernetesVersion: 'v1.33.0+rke2r1',
      rkeConfig: {
        ...rkeConfig,
        machineSelectorConfig: [
          { config: { 'protect-kernel-defaults': false, 'system-default-registry': 'example.com' } },
        ],
        registries: {
          configs: {
            'example.com': {
              authConfigSecretName: 'registryconfig-auth-x7k2p',
              caBundle: null,
              insecureSkipVerify: false,
              tlsSecretName: null,
            },
          },
          mirrors: {},
        },
      },
    },
  });
});

test('RKE2 gets host and port of a registry, however its address is written (R-9-13)', () => {
  const registry = { url: 'https://registry.example.org:5000', secretName: 'registryconfig-auth-x7k2p' };
  const { rkeConfig } = clusterRequest({ ...cluster, registry }).spec;
  const host = 'registry.example.org:5000';
  expect(rkeConfig).toMatchObject({
    machineSelectorConfig: [{ config: { 'system-default-registry': host } }],
    registries: { configs: { [host]: { authConfigSecretName: 'registryconfig-auth-x7k2p' } } },
  });
});

test('without one neither is mentioned', () => {
  expect(clusterRequest(cluster).spec.rkeConfig).toEqual({
    ...rkeConfig,
    machineSelectorConfig: [{ config: { 'protect-kernel-defaults': false } }],
  });
});
