import { exampleUuid } from '../_core/example-uuid.ts';
import type { FieldText } from '../_core/field-text.ts';

const TEMPLATE = [
  ...['#cloud-config', 'hostname: {node_name}', 'write_files:', '  - path: /opt/join.sh', '    permissions: "0700"'],
  ...['    encoding: b64', '    content: {join_script_base64}', 'runcmd:', '  - [/opt/join.sh]', ''],
].join('\n');
const KUBECONFIG = [
  ...['apiVersion: v1', 'kind: Config', 'current-context: argocd'],
  ...['clusters:', '  - name: argocd', '    cluster:', '      server: https://argocd.example.org:6443'],
  ...['users:', '  - name: argocd', '    user:', '      token: kubeconfig-token'],
  ...['contexts:', '  - name: argocd', '    context:', '      cluster: argocd', '      user: argocd', ''],
].join('\n');

const RANCHER = {
  backend_url: {
    is: 'Address of Rancher, without `/v3`. Nodes of clusters reach Rancher by it, too.',
    required: true,
    example: 'https://rancher.example.org',
  },
  username: { is: 'Access key of the API key that Paddock uses in Rancher.', required: true, example: 'token-4xq2p' },
  password: { is: 'Secret key of that API key. Never shown again.', required: true, example: 'bv7k2m9x4q8w' },
  base_image_name: {
    is: 'Name of the image that machines of clusters start from, as each cloud calls it.',
    required: true,
    example: 'ubuntu-24.04',
  },
  k8s_version: {
    is: 'Release of Kubernetes that new clusters get, as Rancher writes it.',
    default: 'v1.31.7+rke2r1',
    example: 'v1.31.7+rke2r1',
  },
  node_disk_driver: {
    is: 'First letters of a machine’s disks: `sd` for `/dev/sdb`, `vd` for `/dev/vdb`. It follows from the hypervisor.',
    default: 'sd',
    example: 'vd',
  },
  tls_verify: { is: 'Whether the certificate of Rancher is checked.', default: true, example: true },
  cloud_init_template: {
    is: 'Cloud-init user data of machines in place of Paddock’s own, with Waldur’s variables in braces. At most 40000 characters.',
    without: 'Paddock’s own user data',
    example: TEMPLATE,
  },
  allocate_floating_ip_to_all_nodes: {
    is: 'Whether each node of a self-managed cluster gets a floating IP.',
    default: false,
    example: false,
  },
  management_tenant_uuid: {
    is: 'One of `openstack-tenants`: its uuid. In it clusters get a management security group (`create_management_security_group`).',
    without: 'no such groups',
    example: exampleUuid('openstack-tenants'),
  },
  management_tenant_access_port: {
    is: 'Port that these groups open.',
    default: 443,
    example: 6443,
  },
} satisfies Record<string, FieldText>;

const BESIDE = {
  private_registry_url: {
    is: 'Host of a container registry that nodes pull the images of Kubernetes from, with a port if it is not 443. Needs user and password.',
    without: 'no private registry',
    example: 'registry.example.org',
  },
  private_registry_user: { is: 'User at the registry.', without: 'no private registry', example: 'paddock' },
  private_registry_password: {
    is: 'Password at the registry. Never shown again.',
    without: 'no private registry',
    example: 'pull-7Yb3wQ',
  },
  vault_host: {
    is: 'Host of the Vault that nodes fetch their registration secret from. Needs `vault_token`.',
    without: 'no Vault; the secret is in the user data of machines',
    example: 'vault.example.org',
  },
  vault_port: { is: 'Port of Vault.', default: 8200, example: 8200 },
  vault_token: {
    is: 'Token of Vault that may write policies, AppRoles and secrets. Never shown again.',
    without: 'no Vault',
    example: 'hvs.CAESIJ3kqYb0b7yq8Xw3rK5c1m2n',
  },
  vault_tls_verify: { is: 'Whether the certificate of Vault is checked.', default: true, example: true },
  keycloak_url: {
    is: 'Address of the Keycloak in which groups for clusters are made. Needs `keycloak_username` and `keycloak_password`.',
    without: 'nobody can be added to a cluster by a Keycloak group',
    example: 'https://id.example.org',
  },
  keycloak_realm: { is: 'Realm of the groups and their users.', default: 'Waldur', example: 'customers' },
  keycloak_user_realm: { is: 'Realm that Paddock’s own account signs in to.', default: 'master', example: 'master' },
  keycloak_username: { is: 'Account that may manage groups in the realm.', without: 'no Keycloak', example: 'paddock' },
  keycloak_password: { is: 'Its password. Never shown again.', without: 'no Keycloak', example: 'kc-9tR2mX5' },
  keycloak_sync_frequency: {
    is: 'Time between two comparisons of memberships with Keycloak.',
    unit: 'minutes',
    default: 15,
    example: 15,
  },
  keycloak_group_names: {
    is: 'How new groups are named: `long` for `cluster_…` and `project_…`, `short` for `c_…` and `p_…`. Groups that exist keep their names.',
    default: 'long',
    example: 'long',
  },
  keycloak_ssl_verify: { is: 'Whether the certificate of Keycloak is checked.', default: true, example: true },
  argocd_k8s_namespace: {
    is: 'Namespace of Argo CD, in which each cluster gets a Secret. Needs `argocd_k8s_kubeconfig`.',
    without: 'clusters are not known to an Argo CD',
    example: 'argocd',
  },
  argocd_k8s_kubeconfig: {
    is: 'Kubeconfig of the cluster where Argo CD runs, with the right to write Secrets in that namespace. Never shown again.',
    without: 'no Argo CD',
    example: KUBECONFIG,
  },
  webhook_secret: {
    is: 'With it the provider’s Rancher calls `POST /webhooks/rancher`. At least 32 printable characters. Never shown.',
    without: 'such calls are refused',
    example: 'mK8xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRi',
  },
} satisfies Record<string, FieldText>;

const MANAGED = {
  customer_uuid: {
    is: 'One of `customers`: its uuid. It owns the projects in which machines of managed clusters are.',
    without: 'the provider sells self-managed clusters only',
    example: exampleUuid('customers'),
  },
  node_network_supernet: {
    is: 'IPv4 network of which each cloud of each managed cluster gets a /24. Needs `customer_uuid`.',
    default: '10.64.0.0/12',
    example: '10.64.0.0/12',
  },
  reserved_networks: {
    is: 'IPv4 networks in `node_network_supernet` that others use. No cluster gets one of them.',
    default: [],
    example: ['10.64.0.0/16'],
  },
  management_cidrs: {
    is: 'IPv4 networks from which managed clusters are administered: SSH, the API of Kubernetes and `management_ports`. An order may name more.',
    default: [],
    example: ['198.51.100.0/24'],
  },
  management_ports: {
    is: 'TCP ports of nodes that `management_cidrs` may reach beside 22 and 6443.',
    default: [],
    example: [9100],
  },
  managed_rancher_load_balancer_cloud_init_template: {
    is: 'Cloud-init user data of load balancers in place of Paddock’s own, with variables in braces. At most 40000 characters.',
    without: 'Paddock’s own user data',
    example: '#cloud-config\npackages:\n  - haproxy\n',
  },
} satisfies Record<string, FieldText>;

/** What the document says of each option of a provider. */
export const RANCHER_OPTION_TEXTS = { ...RANCHER, ...BESIDE, ...MANAGED };
