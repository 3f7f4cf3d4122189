import { exampleUuid } from '../_core/example-uuid.ts';
import type { FieldText } from '../_core/field-text.ts';

const TEMPLATE = [
  '#cloud-config',
  'hostname: {node_name}',
  'write_files:',
  '  - path: /opt/join.sh',
  '    permissions: "0700"',
  '    encoding: b64',
  '    content: {join_script_base64}',
  'runcmd:',
  '  - [/opt/join.sh]',
  '',
].join('\n');
const KUBECONFIG = [
  'apiVersion: v1',
  'kind: Config',
  'current-context: argocd',
  'clusters:',
  '  - name: argocd',
  '    cluster:',
  '      server: https://argocd.example.org:6443',
  'users:',
  '  - name: argocd',
  '    user:',
  '      token: kubeconfig-token',
  'contexts:',
  '  - name: argocd',
  '    context:',
  '      cluster: argocd',
  '      user: argocd',
  '',
].join('\n');

const RANCHER = {
  backend_url: {
    is: 'URL of Rancher, without `/v3`. Nodes of clusters use it too.',
    required: true,
    example: 'https://rancher.example.org',
  },
  username: { is: 'Access key of the API key that Paddock uses in Rancher.', required: true, example: 'token-4xq2p' },
  password: {
    is: 'Secret key of Paddock’s API key in Rancher. Never shown again.',
    required: true,
    example: 'bv7k2m9x4q8w',
  },
  base_image_name: {
    is: 'Name of the image for the machines of clusters. A cloud for managed clusters can use an image of another name (`image_name`).',
    required: true,
    example: 'ubuntu-24.04',
  },
  base_image_user: {
    is: 'Account of this image with which Rancher signs in to machines of pools.',
    default: 'ubuntu',
    example: 'ubuntu',
  },
  k8s_version: {
    is: 'Default release of Kubernetes for new clusters, as Rancher writes it. An offering can list other releases (`kubernetes_versions`).',
    default: 'v1.31.7+rke2r1',
    example: 'v1.31.7+rke2r1',
  },
  node_disk_driver: {
    is: 'Prefix of a machine’s disk names: `sd` for `/dev/sdb`, `vd` for `/dev/vdb`. It depends on the hypervisor.',
    default: 'sd',
    example: 'vd',
  },
  tls_verify: { is: 'Whether the TLS certificate of Rancher is verified.', default: true, example: true },
  cloud_init_template: {
    is: 'Cloud-init user data for machines, in place of Paddock’s own. Machines of pools do not use it. Waldur’s variables in braces are replaced by their values. At most 40000 characters.',
    without: 'Paddock’s own user data',
    example: TEMPLATE,
  },
  allocate_floating_ip_to_all_nodes: {
    is: 'Whether each node gets a floating IP.',
    default: false,
    example: false,
  },
  management_tenant_uuid: {
    is: 'Tenant in which clusters get a management security group (`create_management_security_group`): the uuid of one of `openstack-tenants`.',
    without: 'clusters cannot get a management security group',
    example: exampleUuid('openstack-tenants'),
  },
  management_tenant_access_port: {
    is: 'Port that management security groups open.',
    default: 443,
    example: 6443,
  },
} satisfies Record<string, FieldText>;

const BESIDE = {
  private_registry_url: {
    is: 'Host of the container registry for the images of Kubernetes, with a port if it is not 443. Needs `private_registry_user` and `private_registry_password`.',
    without: 'no private registry',
    example: 'registry.example.org',
  },
  private_registry_user: { is: 'User of the private registry.', without: 'no private registry', example: 'paddock' },
  private_registry_password: {
    is: 'Password for the private registry. Never shown again.',
    without: 'no private registry',
    example: 'pull-7Yb3wQ',
  },
  vault_host: {
    is: 'Host of the Vault from which nodes read their registration secret. Needs `vault_token`.',
    without: 'no Vault; the secret is in the user data of machines',
    example: 'vault.example.org',
  },
  vault_port: { is: 'Port of Vault.', default: 8200, example: 8200 },
  vault_token: {
    is: 'Token of Vault with the right to write policies, AppRoles and secrets. Never shown again.',
    without: 'no Vault',
    example: 'hvs.CAESIJ3kqYb0b7yq8Xw3rK5c1m2n',
  },
  vault_tls_verify: { is: 'Whether the TLS certificate of Vault is verified.', default: true, example: true },
  keycloak_url: {
    is: 'URL of the Keycloak that has the groups of clusters. Needs `keycloak_username` and `keycloak_password`.',
    without: 'users cannot get access to a cluster by a Keycloak group',
    example: 'https://id.example.org',
  },
  keycloak_realm: { is: 'Keycloak realm of the groups and their users.', default: 'Waldur', example: 'customers' },
  keycloak_user_realm: { is: 'Keycloak realm of Paddock’s own account.', default: 'master', example: 'master' },
  keycloak_username: {
    is: 'Keycloak account with the right to manage groups in the realm.',
    without: 'no Keycloak',
    example: 'paddock',
  },
  keycloak_password: {
    is: 'Password of the Keycloak account. Never shown again.',
    without: 'no Keycloak',
    example: 'kc-9tR2mX5',
  },
  keycloak_sync_frequency: {
    is: 'Time between two lookups in Keycloak of all users whose memberships are `pending`.',
    unit: 'minutes',
    default: 15,
    example: 15,
  },
  keycloak_group_names: {
    is: 'Names of new groups: `long` for `cluster_…` and `project_…`, `short` for `c_…` and `p_…`. Existing groups keep their names.',
    default: 'long',
    example: 'long',
  },
  keycloak_ssl_verify: { is: 'Whether the TLS certificate of Keycloak is verified.', default: true, example: true },
  argocd_k8s_namespace: {
    is: 'Namespace in which Argo CD runs and in which each cluster gets a Secret. Needs `argocd_k8s_kubeconfig`.',
    without: 'clusters are not registered in an Argo CD',
    example: 'argocd',
  },
  argocd_k8s_kubeconfig: {
    is: 'Kubeconfig of the cluster where Argo CD runs, with the right to write Secrets in the namespace of Argo CD. Never shown again.',
    without: 'no Argo CD',
    example: KUBECONFIG,
  },
  waldur_api_url: {
    is: 'Address of the API of a remote Waldur, with `/api`. Paddock carries out this Waldur’s orders of projects in this Rancher. Needs `waldur_api_token`.',
    without: 'no orders of a remote Waldur',
    example: 'https://waldur.example.org/api',
  },
  waldur_api_token: {
    is: 'Token of a user of the remote Waldur who may carry out orders of its offerings. Never shown again.',
    without: 'no orders of a remote Waldur',
    example: 'b1d4c7e09f5a4b3c8d2e6f1a0b9c8d7e',
  },
  waldur_verify_ssl: {
    is: 'Whether the TLS certificate of the remote Waldur is verified.',
    default: true,
    example: true,
  },
  webhook_secret: {
    is: 'Secret for Rancher’s calls of `POST /webhooks/rancher`. At least 32 printable ASCII characters without spaces. Never shown.',
    without: 'calls of `POST /webhooks/rancher` are refused',
    example: 'mK8xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRi',
  },
} satisfies Record<string, FieldText>;

const MANAGED = {
  customer_uuid: {
    is: 'Customer that owns the projects of managed clusters’ machines: the uuid of one of `customers`.',
    without: 'the provider sells self-managed clusters only',
    example: exampleUuid('customers'),
  },
  node_network_supernet: {
    is: 'IPv4 network from which the node networks are taken. Each managed cluster gets a /24 in each of its clouds. Needs `customer_uuid`.',
    default: '10.64.0.0/12',
    example: '10.64.0.0/12',
  },
  reserved_networks: {
    is: 'IPv4 networks in `node_network_supernet` that are in use elsewhere. No cluster gets one of these networks.',
    default: [],
    example: ['10.64.0.0/16'],
  },
  management_cidrs: {
    is: 'IPv4 networks for administration. These networks may reach SSH, the Kubernetes API and `management_ports` of managed clusters. An order may add more networks.',
    default: [],
    example: ['198.51.100.0/24'],
  },
  management_ports: {
    is: 'TCP ports of nodes that `management_cidrs` may reach, in addition to 22 and 6443.',
    default: [],
    example: [9100],
  },
  managed_rancher_load_balancer_cloud_init_template: {
    is: 'Cloud-init user data for load balancers, in place of Paddock’s own. Variables in braces are replaced by their values. At most 40000 characters.',
    without: 'Paddock’s own user data',
    example: '#cloud-config\npackages:\n  - haproxy\n',
  },
} satisfies Record<string, FieldText>;

export const RANCHER_OPTION_TEXTS = { ...RANCHER, ...BESIDE, ...MANAGED };
