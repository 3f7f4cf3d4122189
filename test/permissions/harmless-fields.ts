const CHECKED_NAME = 'a name, which must follow the rules of Kubernetes or of the cloud';
const CLOUD = 'names an object of the tenant, which the cloud shows to the cluster’s own credential';
const NUMBER = 'a number, a switch or one of a few words';
const NETWORK = 'a network, chosen once with the order';
const LISTED = 'its parts are judged one by one';

/**
 * Fields of bodies that describe a cluster and are not as good as root, each with the reason. A test fails for a field
 * that is neither here nor declared by `asGoodAsRoot`.
 */
export const HARMLESS_FIELDS: Readonly<Record<string, string>> = {
  ...{ name: CHECKED_NAME, description: 'Paddock only shows it', nodes: LISTED, pools: LISTED },
  ...{ cluster_template: 'only staff writes these templates, which have flavors and sizes only', tenant: CLOUD },
  ...{ subnet: CLOUD, vm_project: CLOUD, security_groups: CLOUD, flavor: CLOUD, networks: CLOUD },
  ...{ flavor_name: CLOUD, openstack_offering: CLOUD, openstack_offering_uuid_list: CLOUD, data_volumes: CLOUD },
  ...{ root_volume: CLOUD, availability_zone: CLOUD, server_group: CLOUD, system_volume_type: CLOUD },
  ...{ flavor_id: CLOUD, master_flavor_id: CLOUD, fixed_network: CLOUD, fixed_subnet: CLOUD },
  ...{ external_network_id: CLOUD, worker_nodes_flavor_name: CLOUD, worker_nodes_data_volume_type_name: CLOUD },
  worker_nodes_longhorn_volume_type_name: CLOUD,
  ...{ install_longhorn: NUMBER, end_date: NUMBER, role: CHECKED_NAME, roles: NUMBER, cpu: NUMBER, memory: NUMBER },
  ...{ system_volume_size: NUMBER, quantity: NUMBER, paused: NUMBER, autoscaling: NUMBER, max_unhealthy: NUMBER },
  ...{ drain_before_delete: NUMBER, drain_timeout: NUMBER, unhealthy_node_timeout: NUMBER },
  ...{ node_startup_timeout: NUMBER, hostname_length_limit: NUMBER, master_count: NUMBER, node_count: NUMBER },
  ...{ docker_volume_size: NUMBER, merge_labels: NUMBER, min_node_count: NUMBER, max_node_count: NUMBER },
  ...{ auto_scaling_enabled: NUMBER, max_batch_size: NUMBER, floating_ip_enabled: NUMBER, master_lb_enabled: NUMBER },
  ...{ network_driver: NUMBER, cni: NUMBER, network_policy: NUMBER, upgrade_strategy: NUMBER },
  ...{ worker_nodes_count: NUMBER, worker_nodes_data_volume_size: NUMBER, worker_nodes_longhorn_volume_size: NUMBER },
  etcd_snapshots: 'a cron line and numbers; S3 and its credential are options of the offering',
  kubernetes_version: 'one of the releases that the offering allows',
  kube_tag: 'a version; the image that contains it is judged by itself',
  ...{ cluster_cidr: NETWORK, service_cidr: NETWORK },
  management_cidrs: 'networks that reach SSH and the API, which still ask for a key or a token',
  data_directory: 'a path without special characters, chosen once with the order',
  dns_nameserver: 'IPv4 addresses for the subnet that the cluster makes, chosen once with the order',
  labels: 'labels of nodes: reserved domains are refused',
  node_labels: 'labels of nodes: reserved domains are refused',
  ...{ taints: CHECKED_NAME, node_taints: CHECKED_NAME },
};

/**
 * Labels of Cluster API clusters that change files, arguments or disks of machines and are not as good as root, each
 * with the reason.
 */
export const HARMLESS_LABELS: Readonly<Record<string, string>> = {
  etcd_volume_size: 'a number, which only moves the data of etcd to a volume',
};
