import { EXAMPLE_CLOUDS } from '../_core/example-uuid.ts';
import type { FieldText } from '../_core/field-text.ts';

const MACHINES = {
  managed_rancher_server_flavor_name: {
    is: 'Flavor of the servers of managed clusters. Required before the offering can be activated, except with the driver `rancher-pools`.',
    without: 'managed clusters can be ordered only with pools',
    example: 'm1.large',
  },
  managed_rancher_server_system_volume_size_gb: {
    is: 'Size of a server’s boot volume.',
    unit: 'GB',
    default: 64,
    example: 80,
  },
  managed_rancher_server_system_volume_type_name: {
    is: 'Type of a server’s boot volume. Used only if `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  managed_rancher_server_data_volume_size_gb: {
    is: 'Size of a second volume of a server, at `/opt/rke2_storage`. 0 means none.',
    unit: 'GB',
    default: 0,
    example: 100,
  },
  managed_rancher_server_data_volume_type_name: {
    is: 'Type of a server’s second volume. Used only if `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  managed_rancher_worker_system_volume_size_gb: {
    is: 'Size of a worker’s boot volume.',
    unit: 'GB',
    default: 64,
    example: 64,
  },
  managed_rancher_worker_system_volume_type_name: {
    is: 'Type of a worker’s boot volume. Used only if `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  managed_rancher_load_balancer_flavor_name: {
    is: 'Flavor of the load balancer in each cloud. Required before the offering can be activated.',
    without: 'no managed cluster can be ordered',
    example: 'm1.medium',
  },
  managed_rancher_load_balancer_system_volume_size_gb: {
    is: 'Size of a load balancer’s boot volume.',
    unit: 'GB',
    default: 20,
    example: 20,
  },
  managed_rancher_load_balancer_system_volume_type_name: {
    is: 'Type of a load balancer’s boot volume. Used only if `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
  managed_rancher_load_balancer_data_volume_size_gb: {
    is: 'Size of a second volume of a load balancer. 0 means none.',
    unit: 'GB',
    default: 0,
    example: 0,
  },
  managed_rancher_load_balancer_data_volume_type_name: {
    is: 'Type of a load balancer’s second volume. Used only if `storage_mode` is `dynamic`.',
    without: 'the cloud’s default type',
    example: 'ssd',
  },
} satisfies Record<string, FieldText>;

export const PLUGIN_OPTION_TEXTS = {
  deployment_mode: {
    is: '`self_managed`: customers order clusters in their own tenants. `managed`: Paddock creates projects, networks, load balancers and servers, and customers choose workers. With the driver `rancher-pools`, customers choose pools.',
    default: 'self_managed',
    example: 'managed',
  },
  driver: {
    is: 'Who makes the machines of new clusters. `rancher-custom`: Paddock makes each node. `rancher-pools`: Rancher makes pools of machines. `cluster-api`: Cluster API makes the machines, only of self-managed clusters. Existing clusters keep their driver.',
    default: 'rancher-custom',
    example: 'rancher-pools',
  },
  flavors_regex: {
    is: 'Regular expression (RE2) that the whole name of each ordered flavor must match.',
    without: 'every flavor may be ordered',
    example: 'm1\\.(medium|large|xlarge)',
  },
  magnum_api: {
    is: 'Sells clusters of the driver `cluster-api` through Magnum’s API. `managers`: orders of users with the role `manager` or `admin` in Keystone start at once, those of members wait for an owner’s approval. `members`: orders of members start at once, too. Only staff may set it.',
    without: 'not sold through Magnum’s API',
    example: 'managers',
  },
  magnum_cloud: {
    is: 'The cloud in which Magnum’s API sells the clusters: uuid of its service settings. Only staff may set it.',
    without: 'sold in every cloud that has no offering of its own',
    example: EXAMPLE_CLOUDS[0] ?? '',
  },
  kubernetes_versions: {
    is: 'Releases of Kubernetes that may be ordered, as Rancher writes them.',
    without: 'only the provider’s `k8s_version`, or any release with the driver `cluster-api`',
    example: ['v1.31.7+rke2r1', 'v1.32.3+rke2r1'],
  },
  openstack_offering_uuid_list: {
    is: 'Offerings of type `OpenStack.Tenant` that managed clusters can use.',
    default: [],
    example: EXAMPLE_CLOUDS,
  },
  storage_mode: {
    is: '`dynamic`: orders may name volume types in every cloud. `fixed`: the `storage_mode` of each cloud decides.',
    default: 'fixed',
    example: 'dynamic',
  },
  ...MACHINES,
  etcd_members: {
    is: 'Which servers of a managed cluster run etcd. `spread`: at most five, spread over the clouds. `all`: every server.',
    default: 'spread',
    example: 'spread',
  },
  etcd_snapshot_s3_endpoint: {
    is: 'Address of an S3 service, without `https://`, to which new clusters with pools copy their etcd snapshots. Bucket and credential are needed, too.',
    without: 'snapshots stay on the machines',
    example: 's3.example.org',
  },
  etcd_snapshot_s3_bucket: {
    is: 'Bucket for etcd snapshots.',
    without: 'snapshots stay on the machines',
    example: 'etcd-snapshots',
  },
  etcd_snapshot_s3_region: {
    is: 'Region of the bucket for etcd snapshots.',
    without: 'the region of the S3 service',
    example: 'eu-north-1',
  },
  etcd_snapshot_s3_folder: {
    is: 'Folder in the bucket for etcd snapshots. Below it each cluster has a folder of its own.',
    without: 'the folders of clusters are at the top',
    example: 'production',
  },
  etcd_snapshot_s3_credential: {
    is: 'Cloud credential of the type S3 in the provider’s Rancher. Machines with etcd get its keys, and their administrators can read them.',
    without: 'snapshots stay on the machines',
    example: 'cattle-global-data:cc-s3keys',
  },
  etcd_snapshot_s3_retention: {
    is: 'How many snapshots of each cluster the bucket keeps.',
    without: 'as many as each machine with etcd keeps',
    example: 30,
  },
  automanage_rancher_users: {
    is: 'Whether customer owners, project managers and project administrators get an account in the provider’s Rancher, and a role in their clusters of this offering. Project members get neither.',
    default: false,
    example: true,
  },
  autohealing: {
    is: 'Whether new clusters replace lost nodes automatically. This setting can be changed later for each cluster.',
    default: false,
    example: true,
  },
  auto_approve_remote_orders: {
    is: 'Whether an order needs no approval by the provider. With `false`, the order waits in `pending-provider` after the consumer’s approval.',
    default: true,
    example: true,
  },
  auto_approve_in_service_provider_projects: {
    is: 'Whether an order in a project of the provider’s own customer never needs approval by the provider.',
    default: false,
    example: true,
  },
  owners_may_add_nodes: {
    is: 'Whether customer owners may add nodes to self-managed clusters of the offering. If not, only staff may.',
    default: false,
    example: true,
  },
  alerts_adding_nodes: {
    is: 'Names of alerts of the provider’s monitoring that add an agent to a cluster while they fire. The customer pays for the agent.',
    without: 'no alert adds a node',
    example: ['KubeCPUOvercommit'],
  },
  alerts_adding_nodes_max_nodes: {
    is: 'Alerts add nodes to a cluster only until it has this number of nodes.',
    default: 10,
    example: 12,
  },
  alerts_adding_nodes_pause_minutes: {
    is: 'Shortest time between two nodes that alerts add to a cluster.',
    unit: 'minutes',
    default: 60,
    example: 30,
  },
  managed_rancher_tenant_max_cpu: {
    is: 'Maximum number of vCPUs of one managed cluster in all its clouds together.',
    without: 'only the limits of the clouds',
    example: 200,
  },
  managed_rancher_tenant_max_ram: {
    is: 'Maximum memory of one managed cluster in all its clouds together.',
    unit: 'GB',
    without: 'only the limits of the clouds',
    example: 800,
  },
  managed_rancher_tenant_max_disk: {
    is: 'Maximum storage of one managed cluster in all its clouds together.',
    unit: 'GB',
    without: 'only the limits of the clouds',
    example: 20_000,
  },
} satisfies Record<string, FieldText>;

/** Texts of the fields that define an option of an offering's resources. */
export const RESOURCE_OPTION_TEXTS = {
  type: { is: 'Type of the option’s value.', required: true, example: 'select_string' },
  label: { is: 'Name of the option in forms.', required: true, example: 'Environment' },
  help_text: { is: 'Explanation of the option in forms.', without: 'none', example: 'What the cluster is for.' },
  required: { is: 'Whether forms require a value. The API does not require a value.', default: false, example: false },
  choices: {
    is: 'Allowed values of an option of the type `select_string`.',
    without: 'no value can be chosen',
    example: ['production', 'test'],
  },
  default: { is: 'Value that forms propose.', without: 'none', example: 'test' },
  min: { is: 'Smallest allowed value of a number.', without: 'no lower bound', example: 0 },
  max: { is: 'Largest allowed value of a number.', without: 'no upper bound', example: 10 },
} satisfies Record<string, FieldText>;
