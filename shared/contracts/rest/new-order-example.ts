const UUID = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';
const node = (role: string) => ({ role, subnet: UUID, flavor: UUID, system_volume_size: 65_536 });

/** The smallest cluster there is: one server, one agent. */
const CLUSTER_EXAMPLE = { name: 'research-1', tenant: UUID, nodes: [node('server'), node('agent')] };
const PLACE = { offering: UUID, project: UUID };
/** Three clouds, in each three servers, three workers and a load balancer. */
const MANAGED_EXAMPLE = {
  name: 'research-2',
  openstack_offering_uuid_list: [UUID, '0b9e1f4d7c2a4e6f8a1b3c5d7e9f0a2b', '5d2c8e7f1a3b4c6d9e0f2a4b6c8d0e1f'],
  worker_nodes_count: 3,
  worker_nodes_flavor_name: 'm1.xlarge',
  worker_nodes_data_volume_size: 102_400,
  install_longhorn: true,
  worker_nodes_longhorn_volume_size: 204_800,
  management_cidrs: ['198.51.100.0/24'],
};
/** By the deployment mode of the offering. */
export const NEW_ORDER_EXAMPLES = {
  self_managed: { ...PLACE, attributes: CLUSTER_EXAMPLE },
  managed: { ...PLACE, attributes: MANAGED_EXAMPLE },
};
/** The same by `POST rancher-clusters/`. */
export const NEW_CLUSTER_EXAMPLE = { ...PLACE, ...CLUSTER_EXAMPLE };
