import { EXAMPLE_CLOUDS, exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import type { FieldText } from '#shared/contracts/rest/_core/field-text';

const NODE = {
  role: 'server',
  subnet: exampleUuid('subnets'),
  flavor: exampleUuid('flavors'),
  system_volume_size: 65_536,
};
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl olga@laptop';

const DESCRIPTION: FieldText = {
  is: 'What the cluster is for. At most 2000 characters.',
  without: 'none',
  example: 'For the group of Prof. Meyer.',
};
const SSH_PUBLIC_KEY: FieldText = {
  is: 'SSH public key for the machines: its text, or the uuid or URL of one of `keys`.',
  without: 'no key',
  example: KEY,
};
const VOLUME_TYPE: FieldText = {
  is: 'One of `volume-types` of the tenant: its uuid or its URL.',
  without: 'the cloud’s default type',
  example: exampleUuid('volume-types'),
};
const KUBERNETES_VERSION: FieldText = {
  is: 'Release of Kubernetes: one of `GET /api/marketplace-public-offerings/{uuid}/kubernetes_versions/`.',
  without: 'the default of that list',
  example: 'v1.31.7+rke2r1',
};
const LONGHORN: FieldText = {
  is: 'Whether Longhorn is installed, storage inside the cluster. The provider’s Argo CD installs it.',
  default: false,
  example: true,
};

/** What the document says of a data volume in an order. */
export const DATA_VOLUME_TEXTS = {
  size: { is: 'Size of the volume.', unit: 'MB', required: true, example: 102_400 },
  mount_point: { is: 'Absolute path at which it is mounted.', required: true, example: '/var/lib/longhorn' },
  filesystem: { is: 'File system that it is formatted with.', default: 'ext4', example: 'ext4' },
  volume_type: VOLUME_TYPE,
} satisfies Record<string, FieldText>;

/** … of a node in an order. */
export const NODE_TEXTS = {
  role: {
    is: '`server` runs the control plane and etcd, `agent` runs workloads.',
    required: true,
    example: 'server',
  },
  subnet: {
    is: 'One of `subnets` of the tenant: its uuid or its URL.',
    required: true,
    example: exampleUuid('subnets'),
  },
  flavor: {
    is: 'One of `flavors` of the tenant: its uuid or its URL.',
    without: '`cpu` and `memory` choose one',
    example: exampleUuid('subnets'),
  },
  cpu: {
    is: 'Least vCPUs. With `memory` the smallest flavor is taken that has both.',
    without: '`flavor` is needed',
    example: 4,
  },
  memory: {
    is: 'Least memory. With `cpu` the smallest flavor is taken that has both.',
    unit: 'MB',
    without: '`flavor` is needed',
    example: 8192,
  },
  tenant: {
    is: 'One of `openstack-tenants`: its uuid or its URL. Nodes of one cluster may be in several tenants; then each names its own.',
    without: 'the tenant of the order',
    example: exampleUuid('openstack-tenants'),
  },
  system_volume_size: {
    is: 'Size of the volume that it boots from.',
    unit: 'MB',
    without: 'the smallest size that is allowed here',
    example: 65_536,
  },
  system_volume_type: VOLUME_TYPE,
  data_volumes: {
    is: 'Further volumes, at most 25, sizes in MB.',
    default: [],
    example: [{ size: 102_400, mount_point: '/var/lib/longhorn', filesystem: 'ext4' }],
  },
  ssh_public_key: { ...SSH_PUBLIC_KEY, without: 'the key of the order' },
} satisfies Record<string, FieldText>;

/** … of the attributes of a self-managed order. */
export const ORDER_ATTRIBUTE_TEXTS = {
  name: {
    is: 'Name of the cluster and, with a number, of its nodes: lower case letters, digits and dashes, three characters at least.',
    required: true,
    example: 'research-1',
  },
  description: DESCRIPTION,
  nodes: {
    is: 'The nodes, at least one server and one agent. Three servers survive the loss of one. Sizes are in MB.',
    required: true,
    example: [NODE],
  },
  tenant: {
    is: 'One of `openstack-tenants`: its uuid or its URL. Nodes that name no tenant are in this one.',
    without: 'each node names its tenant',
    example: exampleUuid('openstack-tenants'),
  },
  vm_project: {
    is: 'One of `projects`: its uuid or its URL. The project whose tenants the machines are in.',
    without: 'the project of the order',
    example: exampleUuid('projects'),
  },
  ssh_public_key: SSH_PUBLIC_KEY,
  security_groups: {
    is: 'Security groups of the tenant for all nodes beside the cluster’s own: uuids, URLs, or objects with `url`.',
    default: [],
    example: [exampleUuid('security-groups')],
  },
  install_longhorn: LONGHORN,
  kubernetes_version: KUBERNETES_VERSION,
} satisfies Record<string, FieldText>;

/** … of a managed order. */
export const MANAGED_ATTRIBUTE_TEXTS = {
  name: { is: 'Name of the cluster. At most 150 characters.', required: true, example: 'research-2' },
  description: DESCRIPTION,
  openstack_offering_uuid_list: {
    is: 'Offerings of clouds that the cluster is made in: uuids or URLs, each of those that the offering lists.',
    default: [],
    example: EXAMPLE_CLOUDS,
  },
  worker_nodes_count: {
    is: 'Number of workers in each cloud. 0: servers run workloads, too.',
    required: true,
    example: 3,
  },
  worker_nodes_flavor_name: { is: 'Flavor of the workers, by name.', required: true, example: 'm1.xlarge' },
  worker_nodes_data_volume_size: {
    is: 'Size of each worker’s volume for container images and pods, at `/opt/rke2_storage`; 0 is none.',
    unit: 'MB',
    required: true,
    example: 102_400,
  },
  worker_nodes_data_volume_type_name: {
    is: 'Type of that volume, by name. Only where `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  install_longhorn: LONGHORN,
  kubernetes_version: KUBERNETES_VERSION,
  worker_nodes_longhorn_volume_size: {
    is: 'Size of each worker’s volume for Longhorn, at `/opt/longhorn_storage`. Needed with `install_longhorn`.',
    unit: 'MB',
    without: 'no such volume',
    example: 204_800,
  },
  worker_nodes_longhorn_volume_type_name: {
    is: 'Type of that volume, by name. Only where `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  management_cidrs: {
    is: 'IPv4 networks that may reach SSH and the API of Kubernetes, beside those of the provider.',
    without: 'those of the provider only',
    example: ['198.51.100.0/24'],
  },
  ssh_public_key: SSH_PUBLIC_KEY,
} satisfies Record<string, FieldText>;
