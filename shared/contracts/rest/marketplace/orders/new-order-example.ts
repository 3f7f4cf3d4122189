import { EXAMPLE_CLOUDS, exampleUuid } from '#shared/contracts/rest/_core/example-uuid';

/** The data volume of each agent in `CLUSTER_EXAMPLE`, for Longhorn. The size is in MB. */
const DATA = { size: 102_400, mount_point: '/var/lib/longhorn', filesystem: 'ext4' };
const node = (role: 'server' | 'agent') => ({
  role,
  subnet: exampleUuid('subnets'),
  flavor: exampleUuid('flavors'),
  system_volume_size: 65_536,
  ...(role === 'agent' && { data_volumes: [DATA] }),
});

/** An example order with three servers and two agents. The cluster survives the failure of one server. */
const CLUSTER_EXAMPLE = {
  name: 'research-1',
  description: 'For the group of Prof. Meyer.',
  tenant: exampleUuid('openstack-tenants'),
  nodes: [node('server'), node('server'), node('server'), node('agent'), node('agent')],
};
const PLACE = { offering: exampleUuid('marketplace-public-offerings'), project: exampleUuid('projects') };
/** An example order in three clouds. Each cloud gets three servers, three workers and a load balancer. */
const MANAGED_EXAMPLE = {
  name: 'research-2',
  openstack_offering_uuid_list: EXAMPLE_CLOUDS,
  worker_nodes_count: 3,
  worker_nodes_flavor_name: 'm1.xlarge',
  worker_nodes_data_volume_size: 102_400,
  install_longhorn: true,
  worker_nodes_longhorn_volume_size: 204_800,
  management_cidrs: ['198.51.100.0/24'],
};
/** The flavor and network of the machines in `POOLS_EXAMPLE`. */
const MACHINE = { flavor: exampleUuid('flavors'), networks: [exampleUuid('openstack-networks')] };
/**
 * An example order for a cluster with machines that Rancher creates: three servers and three workers. The autoscaler
 * adds up to three workers.
 */
const POOLS_EXAMPLE = {
  name: 'research-3',
  tenant: exampleUuid('openstack-tenants'),
  pools: [
    { name: 'servers', roles: ['etcd', 'controlplane'], quantity: 3, ...MACHINE },
    {
      ...{ name: 'workers', roles: ['worker'], quantity: 3, ...MACHINE, root_volume: { size: 65_536 } },
      ...{ labels: { 'example.org/tier': 'batch' }, autoscaling: { min: 3, max: 6 } },
    },
  ],
  etcd_snapshots: { schedule: '0 2 * * *', retention: 7 },
};
/**
 * Example orders: one for each deployment mode and driver of cluster offerings, and one for a project. Site agents have
 * no example here, because `POST marketplace-orders/plan/` does not accept orders of their offerings.
 */
export const PLANNED_ORDER_EXAMPLES = {
  self_managed: { ...PLACE, attributes: CLUSTER_EXAMPLE },
  pools: { ...PLACE, offering: exampleUuid('pool-offerings'), attributes: POOLS_EXAMPLE },
  managed: { ...PLACE, offering: exampleUuid('managed-offerings'), attributes: MANAGED_EXAMPLE },
  projects: {
    ...PLACE,
    offering: exampleUuid('project-offerings'),
    attributes: { name: 'web-shop' },
    limits: { cpu: 8, ram: 16 },
  },
};
export const NEW_ORDER_EXAMPLES = {
  ...PLANNED_ORDER_EXAMPLES,
  site_agent: {
    ...PLACE,
    offering: exampleUuid('site-agent-offerings'),
    attributes: { name: 'simulations' },
    limits: { cpu: 16 },
  },
};
/** The order `CLUSTER_EXAMPLE` as a body of `POST rancher-clusters/`. */
export const NEW_CLUSTER_EXAMPLE = { ...PLACE, ...CLUSTER_EXAMPLE };
/** The body that adds a node to a cluster. The node is like the agents in `CLUSTER_EXAMPLE`. */
export const NEW_NODE_EXAMPLE = { cluster: exampleUuid('rancher-clusters'), ...node('agent') };
