import type { NewProvisioningCluster } from '#shared/ports/rancher/rancher-objects';

/** Rancher's namespace for the clusters that it provisions. Paddock creates clusters only there. */
export const NAMESPACE = 'fleet-default';
const STORAGE = '/opt/rke2_storage';

/**
 * Settings for one registry from which all machines pull images. The Secret named `secretName` contains the account for
 * the registry. RKE2 does not start if the address contains more than host and port (docs.rke2.io, "Air-Gap Install").
 */
function registryParts(registry: NewProvisioningCluster['registry']) {
  if (!registry) return { selected: {}, configured: {} };
  const { url, secretName: authConfigSecretName } = registry;
  const host = url.replace(/^https?:\/\//, '');
  const config = { authConfigSecretName, caBundle: null, insecureSkipVerify: false, tlsSecretName: null };
  return {
    selected: { 'system-default-registry': host },
    configured: { registries: { configs: { [host]: config }, mirrors: {} } },
  };
}

/**
 * The request for a custom RKE2 cluster. The cluster has no machine pools, because Paddock makes the machines, and the
 * machines register themselves (docs/spec/backends.md#cluster-object-in-rancher).
 */
export function clusterRequest({ name, labels, kubernetesVersion, registry, tlsSans = [] }: NewProvisioningCluster) {
  const { selected, configured } = registryParts(registry);
  return {
    type: 'provisioning.cattle.io.cluster',
    metadata: { name, namespace: NAMESPACE, labels },
    spec: {
      kubernetesVersion,
      rkeConfig: {
        chartValues: { 'rke2-cilium': {} },
        dataDirectories: {
          systemAgent: `${STORAGE}/agent`,
          provisioning: `${STORAGE}/provisioning`,
          k8sDistro: `${STORAGE}/rke2`,
        },
        machineGlobalConfig: {
          cni: 'cilium',
          'disable-kube-proxy': false,
          'etcd-expose-metrics': false,
          ...(tlsSans.length > 0 && { 'tls-san': tlsSans }),
        },
        machineSelectorConfig: [{ config: { 'protect-kernel-defaults': false, ...selected } }],
        ...configured,
      },
    },
  };
}
