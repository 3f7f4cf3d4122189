import type { FieldText } from '#shared/contracts/rest/_core/field-text';

export const MIRROR_TEXTS = {
  registry: { is: 'Registry in the names of images; `*` for all.', required: true, example: 'docker.io' },
  endpoints: {
    is: 'URLs of mirrors, in the order in which they are tried.',
    required: true,
    example: ['https://mirror.example.org'],
  },
  rewrites: {
    is: 'Regular expressions for image names, and the replacement for each.',
    without: 'names stay as they are',
    example: { '^library/(.*)': 'docker/$1' },
  },
} satisfies Record<string, FieldText>;

export const REGISTRY_TEXTS = {
  registry: { is: 'Host name of the registry.', required: true, example: 'mirror.example.org' },
  ca_bundle: {
    is: 'Base64 of the PEM certificates that have signed the registry’s certificate.',
    without: 'the certificates of the machine’s image',
    example: 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t',
  },
  insecure_skip_verify: {
    is: 'Whether the registry’s certificate is not verified.',
    default: false,
    example: false,
  },
} satisfies Record<string, FieldText>;

export const ENDPOINT_TEXTS = {
  fqdn: { is: 'Name under which people reach the API server.', without: 'its address', example: 'k8s.example.org' },
  ca_certs: {
    is: 'PEM certificates of the authority that signed the API server’s certificate for this name.',
    without: 'the cluster’s own certificates',
    example: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
  },
} satisfies Record<string, FieldText>;

export const SNAPSHOT_TEXTS = {
  enabled: { is: 'Whether snapshots of etcd are taken.', default: true, example: true },
  schedule: { is: 'When snapshots are taken, as a cron expression.', default: '0 */5 * * *', example: '0 2 * * *' },
  retention: { is: 'Number of snapshots that each member of etcd keeps.', default: 5, example: 7 },
} satisfies Record<string, FieldText>;

export const STRATEGY_TEXTS = {
  control_plane_concurrency: {
    is: 'Machines with control plane that change at the same time: a number, 0 for all, or a percentage.',
    default: '1',
    example: '1',
  },
  worker_concurrency: {
    is: 'Workers that change at the same time: a number, 0 for all, or a percentage.',
    default: '1',
    example: '20%',
  },
  drain: {
    is: 'How workloads are moved to other nodes.',
    without: 'each setting’s default',
    example: { timeout: 300 },
  },
} satisfies Record<string, FieldText>;

const NETWORK_TEXTS = {
  cni: { is: 'Plugin for the network of pods.', default: 'cilium', example: 'cilium' },
  cluster_cidr: { is: 'Network of pods.', without: 'RKE2’s own, 10.42.0.0/16', example: '10.52.0.0/16' },
  service_cidr: { is: 'Network of services.', without: 'RKE2’s own, 10.43.0.0/16', example: '10.53.0.0/16' },
  tls_sans: {
    is: 'Further names and addresses in the certificate of the API server.',
    default: [],
    example: ['k8s.example.org'],
  },
  http_proxy: { is: 'URL of the proxy for HTTP.', without: 'no proxy', example: 'http://proxy.example.org:3128' },
  https_proxy: { is: 'URL of the proxy for HTTPS.', without: 'no proxy', example: 'http://proxy.example.org:3128' },
  no_proxy: {
    is: 'Hosts, domains and networks without proxy, besides the cluster’s own networks.',
    default: [],
    example: ['.example.org'],
  },
  network_policy: {
    is: 'Whether projects of the cluster are separated by network policies.',
    default: false,
    example: true,
  },
  authorized_endpoint: {
    is: 'Address of the API server by which people reach it without Rancher.',
    without: 'people reach it through Rancher',
    example: { fqdn: 'k8s.example.org' },
  },
} satisfies Record<string, FieldText>;

/** Texts of the settings of a cluster with pools. In an order, these settings are beside the attribute `pools`. */
export const POOL_SETTING_TEXTS = {
  ...NETWORK_TEXTS,
  system_registry: {
    is: 'Registry of the system’s images.',
    without: 'the registries of the images’ names',
    example: 'registry.example.org',
  },
  registry_mirrors: {
    is: 'Mirrors of registries: `registry`, `endpoints`, and `rewrites`.',
    default: [],
    example: [{ registry: 'docker.io', endpoints: ['https://mirror.example.org'] }],
  },
  registries: {
    is: 'How registries are reached: `registry`, `ca_bundle`, and `insecure_skip_verify`.',
    default: [],
    example: [{ registry: 'mirror.example.org', insecure_skip_verify: false }],
  },
  pod_security_template: {
    is: 'Name of Rancher’s template for Pod Security Admission.',
    without: 'Kubernetes’ own rules',
    example: 'rancher-restricted',
  },
  etcd_snapshots: {
    is: 'Snapshots of etcd: `enabled`, `schedule`, and `retention`.',
    without: 'a snapshot every five hours, of which five are kept',
    example: { schedule: '0 2 * * *', retention: 7 },
  },
  upgrade_strategy: {
    is: 'How machines are changed: `control_plane_concurrency`, `worker_concurrency`, and `drain`.',
    without: 'one machine after the other, with drains',
    example: { worker_concurrency: '20%' },
  },
  machine_global_config: {
    is: 'Further settings of RKE2, under RKE2’s names. Fields of the order take precedence.',
    without: 'no further settings',
    example: { 'disable-kube-proxy': true },
  },
  chart_values: {
    is: 'Values for charts of the system, by the name of the chart.',
    without: 'the charts’ own values',
    example: { 'rke2-cilium': { hubble: { enabled: true } } },
  },
  additional_manifest: {
    is: 'Kubernetes objects in YAML that Rancher applies in the cluster.',
    without: 'no further objects',
    example: 'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\n',
  },
  data_directory: {
    is: 'Directory on the machines for the data of RKE2 and of Rancher’s agents.',
    without: '`/var/lib/rancher`',
    example: '/opt/rancher',
  },
} satisfies Record<string, FieldText>;
