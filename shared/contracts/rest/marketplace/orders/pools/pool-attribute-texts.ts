import { exampleUuid } from '#shared/contracts/rest/_core/example-uuid';
import type { FieldText } from '#shared/contracts/rest/_core/field-text';
import { DEFAULT_HEALTH_CHECK } from '#shared/domain/planning/pools/pool-spec';

export const ROOT_VOLUME_TEXTS = {
  size: { is: 'Size of the volume.', unit: 'MB', required: true, example: 65_536 },
  volume_type: {
    is: 'Volume type, one of `volume-types` of the tenant: its uuid or its URL.',
    without: 'the cloud’s default type',
    example: exampleUuid('volume-types'),
  },
} satisfies Record<string, FieldText>;

export const TAINT_TEXTS = {
  key: { is: 'Key of the taint.', required: true, example: 'example.org/gpu' },
  value: { is: 'Value of the taint.', default: '', example: 'a100' },
  effect: { is: 'What happens to pods that do not tolerate the taint.', required: true, example: 'NoSchedule' },
} satisfies Record<string, FieldText>;

export const AUTOSCALING_TEXTS = {
  min: { is: 'Minimum number of machines.', required: true, example: 2 },
  max: { is: 'Maximum number of machines.', required: true, example: 6 },
} satisfies Record<string, FieldText>;

const MACHINE_TEXTS = {
  flavor: {
    is: 'Flavor, one of `flavors` of the tenant: its uuid or its URL.',
    required: true,
    example: exampleUuid('flavors'),
  },
  image: {
    is: 'Image, one of `openstack-images`: its uuid or its URL.',
    without: 'the provider’s image',
    example: exampleUuid('openstack-images'),
  },
  networks: {
    is: 'Network of the machines, one of `openstack-networks`: a list with its uuid or its URL. Rancher connects a machine to one network. Not allowed in a managed cluster.',
    without: 'the network of the managed cluster; required in other clusters',
    example: [exampleUuid('openstack-networks')],
  },
  security_groups: {
    is: 'Security groups of the tenant: uuids or URLs. Not allowed in a managed cluster.',
    without: 'the tenant’s group `default`, or the groups of the managed cluster',
    example: [exampleUuid('security-groups')],
  },
  root_volume: {
    is: 'Volume from which machines boot: `size` in MB, and `volume_type`.',
    without: 'the disk of the flavor',
    example: { size: 65_536 },
  },
  data_volumes: {
    is: 'Must be empty, because Rancher does not delete data volumes with the machine.',
    default: [],
    example: [],
  },
  availability_zone: {
    is: 'Availability zone of Nova. Not allowed in a managed cluster.',
    without: 'the cloud’s default zone, or the zone of the managed cluster',
    example: 'nova',
  },
  server_group: {
    is: 'Id of a server group in Nova. Not allowed in a managed cluster.',
    without: 'no server group, or the server group of the managed cluster',
    example: '5e1f6d3a-8a52-4a3c-9d6e-0f2b7c4d1e90',
  },
  user_data: {
    is: 'Cloud-init user data of the machines. Rancher adds its own user data. Never shown again. At most 16000 characters.',
    without: 'only Rancher’s own user data',
    example: '#cloud-config\npackages: [nfs-common]\n',
  },
} satisfies Record<string, FieldText>;

const HEALTH_TEXTS = {
  unhealthy_node_timeout: {
    is: 'How long a node may be not ready before its machine is replaced. 0 means that machines are never replaced.',
    unit: 'seconds',
    default: DEFAULT_HEALTH_CHECK.unhealthyNodeTimeout,
    example: 600,
  },
  max_unhealthy: {
    is: 'Maximum number or percentage of unhealthy machines. If more machines are unhealthy, no machine is replaced.',
    default: DEFAULT_HEALTH_CHECK.maxUnhealthy,
    example: '2',
  },
  node_startup_timeout: {
    is: 'How long a new machine may take to become a node before it is replaced.',
    unit: 'seconds',
    default: DEFAULT_HEALTH_CHECK.nodeStartupTimeout,
    example: 1800,
  },
} satisfies Record<string, FieldText>;

const NAMED_TEXTS = {
  name: {
    is: 'Name of the pool in its cluster: lower-case letters, digits and hyphens. It cannot be changed later.',
    required: true,
    example: 'workers',
  },
  roles: {
    is: 'Roles of the machines: `etcd`, `controlplane`, `worker`. They cannot be changed later.',
    required: true,
    example: ['worker'],
  },
  quantity: {
    is: 'Number of machines. Only a pool of workers may have 0 machines. Pools with etcd have 1, 3, 5 or 7 machines together.',
    required: true,
    example: 3,
  },
} satisfies Record<string, FieldText>;

const BEHAVIOUR_TEXTS = {
  labels: { is: 'Labels of the nodes.', without: 'no labels', example: { 'example.org/tier': 'gpu' } },
  taints: {
    is: 'Taints of the nodes: `key`, `value`, and `effect`.',
    default: [],
    example: [{ key: 'example.org/gpu', value: 'a100', effect: 'NoSchedule' }],
  },
  drain_before_delete: {
    is: 'Whether workloads are moved away from a machine before it is deleted.',
    default: true,
    example: true,
  },
  drain_timeout: {
    is: 'Maximum time for draining a machine. Then the machine is deleted anyway. 0 means no limit.',
    unit: 'seconds',
    default: 600,
    example: 900,
  },
  ...HEALTH_TEXTS,
  autoscaling: {
    is: 'Bounds between which the autoscaler chooses the number of machines: `min` and `max`. Not for pools with etcd.',
    without: 'the autoscaler does not change the pool',
    example: { min: 2, max: 6 },
  },
  paused: {
    is: 'Whether the pool is paused: Rancher does not create, replace or delete its machines.',
    default: false,
    example: false,
  },
  hostname_length_limit: {
    is: 'Maximum length of the machines’ host names, from 10 to 63.',
    without: 'Rancher’s own limit',
    example: 15,
  },
} satisfies Record<string, FieldText>;

export const POOL_TEXTS = { ...NAMED_TEXTS, ...MACHINE_TEXTS, ...BEHAVIOUR_TEXTS };

export const NEW_POOL_TEXTS = {
  ...POOL_TEXTS,
  tenant: {
    is: 'Tenant of the machines, one of those of the cluster: its uuid or its URL. Required if a managed cluster has several.',
    without: 'the only tenant of the cluster',
    example: exampleUuid('openstack-tenants'),
  },
} satisfies Record<string, FieldText>;

export const MANAGED_VOLUME_TEXTS = {
  size: ROOT_VOLUME_TEXTS.size,
  volume_type_name: {
    is: 'Name of the volume type. Ignored unless `storage_mode` of the offering or of the cloud is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
} satisfies Record<string, FieldText>;

export const MANAGED_POOL_TEXTS = {
  ...NAMED_TEXTS,
  openstack_offering: {
    is: 'Cloud of the machines, one of `openstack_offering_uuid_list` of the order. Required if the order has several.',
    without: 'the only cloud of the order',
    example: exampleUuid('marketplace-provider-offerings'),
  },
  flavor_name: { is: 'Name of the flavor.', required: true, example: 'm1.xlarge' },
  root_volume: {
    is: 'Volume from which machines boot: `size` in MB, and `volume_type_name`.',
    without: 'the disk of the flavor',
    example: { size: 65_536 },
  },
  user_data: MACHINE_TEXTS.user_data,
  ...BEHAVIOUR_TEXTS,
} satisfies Record<string, FieldText>;
