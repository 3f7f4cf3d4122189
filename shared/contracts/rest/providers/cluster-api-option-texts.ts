import type { FieldText } from '../_core/field-text.ts';

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';

export const CLUSTER_API_OPTION_TEXTS = {
  backend_url: {
    is: 'URL of the management Kubernetes API. It must be `https`.',
    required: true,
    example: 'https://management.example.org:6443',
  },
  token: {
    is: 'Token of a service account that may write in the namespace. Never shown again.',
    required: true,
    example: 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl',
  },
  further_urls: {
    is: 'Further URLs of the same API. If `backend_url` does not answer, these URLs are tried in this order.',
    default: [],
    example: ['https://management-2.example.org:6443'],
  },
  namespace: { is: 'Namespace for the objects of clusters.', default: 'paddock', example: 'magnum-system' },
  tls_verify: { is: 'Whether the certificate of the API is verified.', default: true, example: true },
  ca_certificate: {
    is: 'PEM of the authority that has signed the certificate of the API.',
    without: 'the public authorities',
    example: PEM,
  },
  workload_ca_certificate: {
    is: 'PEM of the authority that machines of clusters trust when they call the cloud. This authority has signed the certificates of the cloud’s public endpoints.',
    without: 'the public authorities',
    example: PEM,
  },
  management_ca_certificate: {
    is: 'PEM of the authority that Cluster API trusts when it calls the cloud.',
    without: '`workload_ca_certificate`',
    example: PEM,
  },
  cloud_interface: {
    is: 'Endpoints of the cloud that Cluster API calls: `public` or `internal`.',
    default: 'public',
    example: 'internal',
  },
  cloud_auth_url: {
    is: 'URL of Keystone that Cluster API calls, for example an internal URL. It applies to all clouds of this provider. Machines use `backend_url` of the cloud.',
    without: '`backend_url` of the cloud',
    example: 'https://keystone.internal.example.org:5000/v3',
  },
  infrastructure: {
    is: 'Infrastructure provider of Cluster API: `openstack`, or `in-memory` for labs, whose machines are simulated.',
    default: 'openstack',
    example: 'openstack',
  },
  k8s_version: { is: 'Kubernetes version of orders that name no version.', default: 'v1.33.5', example: 'v1.33.5' },
  pod_network: {
    is: 'Network of pods in the management Kubernetes. Networks of clusters may not overlap it.',
    default: '172.29.200.0/22',
    example: '172.29.200.0/22',
  },
  state_backup: {
    is: 'Whether the Cluster API objects of clusters are copied every day, to restore them on another management Kubernetes. The copies do not contain the workloads of the clusters.',
    default: false,
    example: true,
  },
  relay_token: {
    is: 'Secret of the relays that lead to clusters without a floating IP. At least 32 printable ASCII characters without spaces. Never shown.',
    without: 'reports of relays are refused',
    example: '1f8b3c6a9d2e4f70a5c8e1b4d7f0a3c6',
  },
} satisfies Record<string, FieldText>;
