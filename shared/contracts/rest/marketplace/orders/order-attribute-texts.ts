import { EXAMPLE_CLOUDS, exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import type { FieldText } from '#shared/contracts/rest/_core/field-text';
import { CLUSTER_API_ATTRIBUTE_TEXTS } from './cluster-api-attribute-texts.ts';
import { POOL_SETTING_TEXTS } from './pools/pool-settings-attribute-texts.ts';

const NODE = {
  role: 'server',
  subnet: exampleUuid('subnets'),
  flavor: exampleUuid('flavors'),
  system_volume_size: 65_536,
};
const MACHINES = { flavor: exampleUuid('flavors'), networks: [exampleUuid('openstack-networks')] };
const POOLS = [
  { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3, ...MACHINES },
  { name: 'workers', roles: ['worker'], quantity: 2, ...MACHINES },
];
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl olga@laptop';

const DESCRIPTION: FieldText = {
  is: 'Purpose of the cluster. At most 2000 characters.',
  without: 'none',
  example: 'For the group of Prof. Meyer.',
};
const SSH_PUBLIC_KEY: FieldText = {
  is: 'SSH public key for the machines: its text, or the uuid or URL of one of `keys`.',
  without: 'no key',
  example: KEY,
};
const VOLUME_TYPE: FieldText = {
  is: 'Volume type, one of `volume-types` of the tenant: its uuid or its URL.',
  without: 'the cloud’s default type',
  example: exampleUuid('volume-types'),
};
const KUBERNETES_VERSION: FieldText = {
  is: 'Release of Kubernetes: one of `GET /api/marketplace-public-offerings/{uuid}/kubernetes_versions/`.',
  without: 'the default release of this list',
  example: 'v1.31.7+rke2r1',
};
const ORDERED_END: FieldText = {
  is: 'The day on which Paddock terminates the cluster, in UTC. Not earlier than today. It can be changed later.',
  without: 'no end',
  example: '2099-12-31',
};
const LONGHORN: FieldText = {
  is: 'Whether Longhorn, a storage system inside the cluster, is installed. The provider’s Argo CD installs it. If the provider has no Argo CD, Rancher installs it.',
  default: false,
  example: true,
};

export const DATA_VOLUME_TEXTS = {
  size: { is: 'Size of the volume.', unit: 'MB', required: true, example: 102_400 },
  mount_point: { is: 'Absolute path of the mount point.', required: true, example: '/var/lib/longhorn' },
  filesystem: { is: 'File system of the volume.', default: 'ext4', example: 'ext4' },
  volume_type: VOLUME_TYPE,
} satisfies Record<string, FieldText>;

export const NODE_TEXTS = {
  role: {
    is: '`server` runs the control plane and etcd, `agent` runs workloads.',
    required: true,
    example: 'server',
  },
  subnet: {
    is: 'Subnet, one of `subnets` of the tenant: its uuid or its URL.',
    required: true,
    example: exampleUuid('subnets'),
  },
  flavor: {
    is: 'Flavor, one of `flavors` of the tenant: its uuid or its URL.',
    without: '`cpu` and `memory` select a flavor',
    example: exampleUuid('flavors'),
  },
  cpu: {
    is: 'Minimum number of vCPUs. With `memory`, this selects the smallest flavor that has at least both.',
    without: '`flavor` is required',
    example: 4,
  },
  memory: {
    is: 'Minimum memory. With `cpu`, this selects the smallest flavor that has at least both.',
    unit: 'MB',
    without: '`flavor` is required',
    example: 8192,
  },
  tenant: {
    is: 'Tenant, one of `openstack-tenants`: its uuid or its URL. If the nodes of a cluster are in several tenants, each node names its tenant.',
    without: 'the tenant of the order',
    example: exampleUuid('openstack-tenants'),
  },
  system_volume_size: {
    is: 'Size of the boot volume.',
    unit: 'MB',
    without: 'the smallest allowed size',
    example: 65_536,
  },
  system_volume_type: VOLUME_TYPE,
  data_volumes: {
    is: 'Data volumes of the node, at most 25. Sizes are in MB.',
    default: [],
    example: [{ size: 102_400, mount_point: '/var/lib/longhorn', filesystem: 'ext4' }],
  },
  ssh_public_key: { ...SSH_PUBLIC_KEY, without: 'the key of the order' },
} satisfies Record<string, FieldText>;

export const ORDER_ATTRIBUTE_TEXTS = {
  name: {
    is: 'Name of the cluster: lower case letters, digits and dashes, at least three characters. It begins and ends with a letter or digit. The names of `nodes` are `<name>-rancher-node-<role>-<number>`.',
    required: true,
    example: 'research-1',
  },
  description: DESCRIPTION,
  cluster_template: {
    is: 'Cluster template, one of `rancher-cluster-templates`: its uuid or its URL. Nodes in `nodes` replace the nodes of the template that have the same role.',
    without: '`nodes`, `pools` or `cluster_api_template` is required',
    example: exampleUuid('rancher-cluster-templates'),
  },
  nodes: {
    is: 'The nodes: 1, 3 or 5 servers, and at least one agent. With three servers, one server may fail. Sizes are in MB.',
    without: 'the nodes of `cluster_template`',
    example: [NODE],
  },
  tenant: {
    is: 'Tenant of all machines, one of `openstack-tenants`: its uuid or its URL. Required if the order has no `nodes`. Not allowed if nodes name tenants.',
    without: 'the tenants that the nodes name, or else the only tenant of the project',
    example: exampleUuid('openstack-tenants'),
  },
  subnet: {
    is: 'Subnet of the nodes that `cluster_template` adds, one of `subnets` of the tenant: its uuid or its URL. Only with `cluster_template`.',
    without: 'the order is refused if `cluster_template` adds nodes',
    example: exampleUuid('subnets'),
  },
  vm_project: {
    is: 'Project of the machines, one of `projects`: its uuid or its URL. The cluster shows this project as `vm_project`.',
    without: 'the project of the order',
    example: exampleUuid('projects'),
  },
  ssh_public_key: {
    ...SSH_PUBLIC_KEY,
    is: 'SSH public key for the nodes: its text, or the uuid or URL of one of `keys`. Not allowed with `pools` or `cluster_api_template`.',
  },
  security_groups: {
    is: 'Security groups for all nodes: uuids, URLs, or objects with `url`. In a tenant without any of these groups, nodes get the group `default`. Not allowed with `pools` or `cluster_api_template`.',
    default: [],
    example: [exampleUuid('security-groups')],
  },
  install_longhorn: LONGHORN,
  kubernetes_version: {
    ...KUBERNETES_VERSION,
    without: 'the label `kube_tag` of a Cluster API cluster, or else the default release of this list',
  },
  end_date: ORDERED_END,
  pools: {
    is: 'Pools of machines, in place of nodes, if the option `driver` of the offering is `rancher-pools`. All are in the tenant of the order. Sizes are in MB.',
    without: 'the cluster has nodes',
    example: POOLS,
  },
  ...POOL_SETTING_TEXTS,
  ...CLUSTER_API_ATTRIBUTE_TEXTS,
} satisfies Record<string, FieldText>;

const OR_POOLS = '`pools` is required';
/** The example of the attribute `pools` of a managed order. */
const MANAGED_POOLS = [
  { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3, flavor_name: 'm1.xlarge' },
  { name: 'workers', roles: ['worker'], quantity: 2, flavor_name: 'm1.xlarge' },
];

export const MANAGED_ATTRIBUTE_TEXTS = {
  name: {
    is: 'Name of the resource. At most 150 characters. Paddock derives the name of the cluster from this name.',
    required: true,
    example: 'research-2',
  },
  description: DESCRIPTION,
  openstack_offering_uuid_list: {
    is: 'Clouds for the cluster: uuids or URLs of offerings in the `openstack_offering_uuid_list` of the offering. From 1 to 11 clouds. Their number is odd, unless the order has `pools`.',
    required: true,
    example: EXAMPLE_CLOUDS,
  },
  worker_nodes_count: {
    is: 'Number of workers in each cloud. With 0, servers also run workloads.',
    without: OR_POOLS,
    example: 3,
  },
  worker_nodes_flavor_name: { is: 'Name of the workers’ flavor.', without: OR_POOLS, example: 'm1.xlarge' },
  worker_nodes_data_volume_size: {
    is: 'Size of each worker’s volume for container images and pods, at `/opt/rke2_storage`. 0 means none.',
    unit: 'MB',
    without: OR_POOLS,
    example: 102_400,
  },
  worker_nodes_data_volume_type_name: {
    is: 'Name of the type of the volume for container images and pods. Ignored unless `storage_mode` of the offering or of the cloud is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  install_longhorn: LONGHORN,
  kubernetes_version: KUBERNETES_VERSION,
  end_date: ORDERED_END,
  worker_nodes_longhorn_volume_size: {
    is: 'Size of each worker’s volume for Longhorn, at `/opt/longhorn_storage`. Required with `install_longhorn`, unless the order has `pools`.',
    unit: 'MB',
    without: 'no volume for Longhorn',
    example: 204_800,
  },
  worker_nodes_longhorn_volume_type_name: {
    is: 'Name of the type of the volume for Longhorn. Ignored unless `storage_mode` of the offering or of the cloud is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  management_cidrs: {
    is: 'IPv4 networks that may reach SSH, the Kubernetes API and the provider’s `management_ports`, in addition to the provider’s networks.',
    without: 'only the provider’s networks',
    example: ['198.51.100.0/24'],
  },
  ssh_public_key: {
    ...SSH_PUBLIC_KEY,
    is: 'SSH public key for the nodes: its text, or the uuid or URL of one of `keys`. Not allowed with `pools`.',
  },
  pools: {
    is: 'Pools of machines, in place of workers and servers, if the option `driver` of the offering is `rancher-pools`. Sizes are in MB.',
    without: 'the cluster has nodes',
    example: MANAGED_POOLS,
  },
  ...POOL_SETTING_TEXTS,
} satisfies Record<string, FieldText>;
