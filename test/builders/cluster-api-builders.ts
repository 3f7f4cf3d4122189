import { z } from 'zod';
import type { KubernetesObject } from '#shared/domain/cluster-api/kubernetes-object';
import type { ClusterToRender } from '#shared/domain/cluster-api/rendering/cluster-to-render';
import {
  type ClusterApiSpec,
  clusterApiSpec,
  type NodeGroupSpec,
} from '#shared/domain/planning/cluster-api/cluster-spec';

const IMAGE = '6c7b3a9e-51f4-4a0a-9d7e-1d2b9b0f4c11';

export const aNodeGroup = (more: Partial<NodeGroupSpec> = {}): NodeGroupSpec => ({
  name: 'default-worker',
  role: 'worker',
  replicas: 2,
  min: 1,
  isAutoscaled: false,
  flavorName: 'm1.large',
  vcpus: 4,
  ramMb: 8192,
  diskGb: 40,
  imageId: IMAGE,
  labels: {},
  taints: [],
  ...more,
});

/** A cluster with one control plane machine and two workers. */
export const aClusterApiSpec = (more: Partial<ClusterApiSpec> = {}): ClusterApiSpec =>
  clusterApiSpec.parse({
    capiName: 'kube-a1b2c3d4e5',
    classVersion: 1,
    infrastructure: 'openstack',
    operatingSystem: 'ubuntu',
    diskBus: 'virtio',
    controlPlane: {
      replicas: 1,
      flavorName: 'm1.medium',
      imageId: IMAGE,
      imageName: 'ubuntu-24.04-v1.33.5',
      availabilityZones: [],
    },
    nodeGroups: [aNodeGroup()],
    network: {
      externalNetworkId: '0d3f6f9a-7f4e-4a35-9a6c-6a8f0f5c2b77',
      nodeCidr: '10.0.0.0/24',
      dnsNameservers: ['9.9.9.9'],
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.254.0.0/16',
      clusterDomain: 'cluster.local',
    },
    apiServer: { hasFloatingIp: true, loadBalancer: { provider: 'amphorav2' }, certSans: [], tlsCipherSuites: [] },
    labels: { auto_healing_enabled: 'true' },
    addOns: { networkDriver: 'calico', networkDriverVersion: 'v3.31.3', cloudProviderVersion: 'v1.33.0' },
    ...more,
  });

/** All optional fields of a cluster. */
export const everyField = (): Partial<ClusterApiSpec> => ({
  controlPlane: { ...aClusterApiSpec().controlPlane, availabilityZones: ['az1'], serverGroupId: IMAGE },
  nodeGroups: [
    aNodeGroup({
      bootVolume: { sizeGb: 20, volumeType: 'ssd', availabilityZone: 'az1' },
      labels: { team: 'a' },
      taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }],
    }),
    aNodeGroup({ name: 'burst', isAutoscaled: true, max: 5, availabilityZone: 'az1' }),
  ],
  apiServer: {
    hasFloatingIp: true,
    floatingIp: '203.0.113.9',
    loadBalancer: { provider: 'amphorav2', flavor: 'ha', availabilityZone: 'az1' },
    certSans: ['api.example.org'],
    tlsCipherSuites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
  },
  sshKeyName: 'key',
  proxy: { httpProxy: 'http://proxy:3128', httpsProxy: 'http://proxy:3128', noProxy: ['.example.org'] },
  etcdVolume: { sizeGb: 10 },
  dockerVolume: { sizeGb: 50 },
  labels: {
    auto_healing_enabled: 'true',
    audit_log_enabled: 'true',
    oidc_issuer_url: 'https://id.example.org',
    different_failure_domain: 'true',
    kubelet_tls_cipher_suites: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  },
  containerInfraPrefix: 'registry.example.org/kube',
});

export const aRenderedCluster = (more: Partial<ClusterApiSpec> = {}): ClusterToRender => ({
  uuid: '3f9d2b7c5a1e4c8d9b0a6e4f2d8c7b61',
  kubernetesVersion: 'v1.33.5',
  namespace: 'paddock',
  spec: aClusterApiSpec(more),
  cloud: {
    authUrl: 'https://keystone.internal:5000/v3',
    publicAuthUrl: 'https://keystone.example.org/v3',
    region: 'RegionOne',
    interface: 'internal',
    managementCaCertificate: '-----BEGIN CERTIFICATE-----\nbWFuYWdlbWVudA==\n-----END CERTIFICATE-----\n',
    credential: { id: 'credential-id', secret: 'credential-secret' },
  },
});

/** The manifest of a network driver with one image, as in the operator's ConfigMap. */
export const CALICO = new Map([
  [
    'paddock-calico-v3.31.3',
    {
      'calico.yaml': `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: calico-node, namespace: kube-system }
spec:
  template:
    spec:
      initContainers: [{ name: cni, image: "quay.io/calico/cni:v3.31.3" }]
      containers: [{ name: node, image: "quay.io/calico/node:v3.31.3" }]
`,
    },
  ],
]);

export const textsOf = (secret: KubernetesObject | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(z.record(z.string(), z.string()).parse(secret?.data)).map(([key, text]) => [
      key,
      Buffer.from(text, 'base64').toString(),
    ]),
  );
