import { exampleUuid } from '#shared/contracts/rest/_core/example-uuid';

/**
 * JSON Schema keywords that follow from a field's name alone. This is possible because a name has the same meaning in
 * all of Waldur's resources.
 */
type Meaning = { description?: string; format?: string; pattern?: string; examples: readonly unknown[] };

const ORIGIN = 'https://paddock.example';
export const EXAMPLE_UUID = exampleUuid('');
const INSTANT = '2026-03-02T09:30:00.000Z';

const uuidIn = (collection: string): Meaning => ({ pattern: '^[0-9a-f]{32}$', examples: [exampleUuid(collection)] });
const UUID = uuidIn('');
/**
 * A time in the future, for fields such as `expires_at`. The example must stay in the future for years, because readers
 * send the example unchanged.
 */
const LATER = '2030-12-31T23:00:00.000Z';
const instant = (description: string, example = INSTANT): Meaning => ({
  description,
  format: 'date-time',
  examples: [example],
});
const text = (example: string, description?: string): Meaning => ({
  ...(description !== undefined && { description }),
  examples: [example],
});
export const urlIn = (collection: string): Meaning => ({
  format: 'uri',
  examples: [`${ORIGIN}/api/${collection}/${exampleUuid(collection.split('/').at(-1) ?? '')}/`],
});

/**
 * Fields that contain the URL of another object. The value of each entry is the path of that object's collection below
 * `/api/`.
 */
const LINKS: Readonly<Record<string, string>> = {
  user: 'users',
  created_by: 'users',
  consumer_reviewed_by: 'users',
  customer: 'customers',
  project: 'projects',
  vm_project: 'projects',
  service_settings: 'service-settings',
  management_security_group: `openstack-tenants/${exampleUuid('openstack-tenants')}/security-groups`,
  tenant: 'openstack-tenants',
  settings: 'service-settings',
  network: 'openstack-networks',
  offering: 'marketplace-public-offerings',
  plan: `marketplace-public-offerings/${exampleUuid('marketplace-public-offerings')}/plans`,
  marketplace_resource: 'marketplace-resources',
  scope: 'rancher-clusters',
  cluster: 'rancher-clusters',
};

/**
 * The collections to which fields with the ending `_uuid` refer. The key is the field's name without this ending. Names
 * in `LINKS` need no entry here.
 */
const UUIDS: Readonly<Record<string, string>> = {
  order: 'marketplace-orders',
  resource: 'rancher-clusters',
  settings: 'service-settings',
  node: 'rancher-nodes',
  instance: 'instances',
  security_group: 'security-groups',
  rancher_project: 'rancher-projects',
  namespace: 'rancher-namespaces',
  author: 'users',
  identity: 'marketplace-site-agent-identities',
  service: 'marketplace-site-agent-services',
  caller: 'users',
};

const FIELDS: Readonly<Record<string, Meaning>> = {
  uuid: UUID,
  created: instant('When the object was created.'),
  modified: instant('When the object was last changed.'),
  date_joined: instant('When the user was created.'),
  at: instant('When this happened.'),
  expires_at: instant('When the object expires.', LATER),
  expiration_time: instant('When the role ends. Without it, the role does not end.', LATER),
  consumer_reviewed_at: instant('When the customer’s side approved the order.'),
  completed_at: instant('When the order ended.'),
  name: text('research-1', 'The name that users see.'),
  description: text('For the group of Prof. Meyer.', 'What the object is for. Several lines are allowed.'),
  abbreviation: text('SR', 'A short form of the name.'),
  username: text('olga', 'The name that the user signs in with.'),
  email: text('olga@example.org', 'An e-mail address.'),
  first_name: text('Olga', 'The user’s first name.'),
  last_name: text('Owner', 'The user’s last name.'),
  is_staff: { description: 'Staff see everything and may do everything.', examples: [false] },
  is_support: { description: 'Support sees everything and changes nothing.', examples: [false] },
  full_name: text('Olga Owner'),
  user_username: text('olga'),
  user_full_name: text('Olga Owner'),
  author_username: text('olga'),
  author_fullname: text('Olga Owner'),
  author_email: text('olga@example.org'),
  user_email: text('olga@example.org'),
  token: text('pJ3xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRiOpLsDfG', 'The secret value of the token. Shown only once.'),
  secret: text('pJ3xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRiOpLsDfG', 'The key that signs deliveries. Shown only once.'),
  destination_url: text(
    'https://hooks.example.org/paddock',
    'An https address in a public network, or in a network that the operator allows.',
  ),
  event_types: { examples: [['project_creation_succeeded']] },
  event_groups: { examples: [['projects']] },
  state: text('OK'),
  runtime_state: text('active', 'Health that the backend reports. It is independent of `state`.'),
  webhook_secret: text(
    'mK8xkHqYb0b7yq8Xw3rK5c1m2nV6tZ4uAeRi',
    'The secret for calls of `POST /webhooks/rancher`. Never shown.',
  ),
  backend_id: text('c-m-x7k2b9fd', 'Id of the object in its backend. Empty until the id is known.'),
  request_id: text(
    'req-5b1d4a43-0c0f-4a6e-9d3b-3f9f3b0f3c11',
    'Id of the request to Nova. Null if Nova’s answer was lost.',
  ),
  instance_backend_id: text(
    '5b1d4a43-0c0f-4a6e-9d3b-3f9f3b0f3c11',
    'Id of the server in Nova. Empty until the id is known.',
  ),
  instance_name: text(
    'research-1-server-1',
    'Name of the node’s machine, which is the name of the node. Empty until there is a machine.',
  ),
  instance_uuid: {
    ...UUID,
    description: 'The uuid by which the tenant lists the node’s machine. All zeros until there is a machine.',
  },
  service_settings_name: text('Sample Rancher', 'Name of the provider when the node was created.'),
  network_backend_id: text('0b7a4f2e-3ad1-4a55-8d46-6d0e3a1f7c52'),
  access_url: text(
    'https://rancher.example/dashboard/c/c-m-x7k2b9fd',
    'Address at which users open the cluster. Empty until the address is known.',
  ),
  kubernetes_version: text('v1.31.4+rke2r1'),
  k8s_version: text('v1.31.4+rke2r1'),
  docker_version: text('containerd://1.7.23'),
  current_step: text('', 'The step that runs now. Empty if no step runs.'),
  autohealing: { description: 'Whether missing and unhealthy nodes are replaced automatically.', examples: [false] },
  autohealing_held: text('', 'Why autohealing is paused. Empty if autohealing is not paused.'),
  drift: {
    description: 'Differences from the wanted state, as the last check found them.',
    examples: [[]],
  },
  since: instant('When this state began, or when the difference was first seen.'),
  progress: { description: 'Progress of the current operation, in percent.', examples: [100] },
  capacity: {
    description: 'What the nodes have in total, by resource.',
    examples: [{ cpu: '8', memory: '32Gi', pods: '220' }],
  },
  requested: {
    description: 'What pods request in total, by resource.',
    examples: [{ cpu: '950m', memory: '2Gi', pods: '14' }],
  },
  labels: { examples: [{ 'kubernetes.io/os': 'linux' }] },
  annotations: { examples: [{}] },
  addresses: { examples: [['10.0.0.11']] },
  cidr: text('10.0.0.0/24'),
  management_cidrs: {
    description:
      'IPv4 networks with access to a managed cluster: SSH, its API and the provider’s ports. Networks of the order are added to those of the provider. Without any network, only nodes of the cluster have access.',
    examples: [['198.51.100.0/24']],
  },
  gateway_ip: text('10.0.0.1'),
  region: text('RegionOne'),
  error_message: text('', 'Reason for the failure. Empty if nothing failed.'),
  error_traceback: text('', 'Details of a failure that staff or a site agent reported. Otherwise empty.'),
  step: text('openstack.ensureServer'),
  message: text('The server is being built.'),
  node_name: text('research-1-server-1'),
  detail: text('Order cancelling was scheduled.'),
  backend_url: text('https://rancher.example'),
  public_key: text(
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl olga@laptop',
    'One line, as in a `.pub` file of OpenSSH.',
  ),
  password: text('token-4xq2p:bv7', 'The password. Never shown again.'),
  base_image_name: text('ubuntu-24.04'),
  filesystem: text('ext4'),
  mount_point: text('/var/lib/longhorn'),
  role_name: text('PROJECT.MANAGER'),
  cluster_name: text('research-1'),
  resource_name: text('research-1'),
  customer_name: text('Sample Research'),
  project_name: text('Sample project'),
  offering_name: text('Kubernetes, self-managed'),
  marketplace_offering_name: text('Kubernetes, self-managed'),
  marketplace_resource_state: text('OK'),
  service_name: text('Sample Rancher'),
  flavor_name: text('m1.large'),
  size: { description: 'Size in MB. In the plan of an order: in GB.', examples: [51200] },
  disk: { description: 'Disk in MB.', examples: [40960] },
  ram: { description: 'Memory in MB.', examples: [8192] },
  memory: {
    description: 'Memory in MB. Together, `memory` and `cpu` select the smallest flavor that has at least both.',
    examples: [8192],
  },
  cpu: {
    description: 'Number of cores. Together, `cpu` and `memory` select the smallest flavor that has at least both.',
    examples: [4],
  },
  min_disk: { description: 'Smallest disk, in MB.', examples: [20480] },
  min_ram: { description: 'Smallest memory, in MB. In a cluster template: in GB.', examples: [2048] },
  system_volume_size: {
    description: 'Size of the system volume, in MB. In a cluster template: in GB.',
    examples: [65536],
  },
  cpu_allocated: { description: 'Cores that pods request.', examples: [0.95] },
  cpu_total: { description: 'Cores available to pods.', examples: [4] },
  ram_allocated: { description: 'Memory that pods request, in MB.', examples: [2048] },
  ram_total: { description: 'Memory available to pods, in MB.', examples: [7800] },
  pods_allocated: { description: 'Number of pods.', examples: [14] },
  pods_total: { description: 'Maximum number of pods.', examples: [110] },
  ephemeral_storage_allocated: {
    description: 'Ephemeral storage that pods request, in MB. Null if no pod requests any.',
    examples: [2048],
  },
  ephemeral_storage_total: { description: 'Ephemeral storage available to pods, in MB.', examples: [51_200] },
  data_volumes_total: { description: 'Sum of the sizes of the node’s data volumes, in MB.', examples: [51_200] },
  cores: { examples: [4] },
  vcpu: { examples: [4] },
};

const collectionOf = (name: string): string => {
  const collection = LINKS[name] ?? UUIDS[name] ?? '';
  return collection.split('/').at(-1) ?? '';
};

/** The meaning that follows from a field's name. Undefined for unknown names. */
export function meaningOf(field: string): Meaning | undefined {
  const link = Object.hasOwn(LINKS, field) ? LINKS[field] : undefined;
  if (link !== undefined) return urlIn(link);
  if (Object.hasOwn(FIELDS, field)) return FIELDS[field];
  return /_uuid$/.test(field) ? uuidIn(collectionOf(field.replace(/_uuid$/, ''))) : undefined;
}
