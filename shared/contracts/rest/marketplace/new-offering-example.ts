import { EXAMPLE_CLOUDS, exampleUuid } from '../_core/example-uuid.ts';

const CUSTOMER = exampleUuid('customers');
const PROVIDED = { customer: CUSTOMER, service_settings: exampleUuid('service-settings') };
const IN_CLOUD = { customer: CUSTOMER, service_settings: exampleUuid('clouds') };

const CORES = { type: 'cpu', name: 'CPU cores', measured_unit: 'cores', billing_type: 'limit', max_value: 512 };
const HOURS = { type: 'node_hours', name: 'Node hours', measured_unit: 'hours', billing_type: 'usage' };

/**
 * Examples of new offerings, one of each kind: self-managed clusters, managed clusters, a cloud, projects in a shared
 * cluster, and an offering of a site agent.
 */
export const NEW_OFFERING_EXAMPLES = {
  self_managed: {
    name: 'Kubernetes',
    type: 'Rancher',
    ...PROVIDED,
    plugin_options: { flavors_regex: 'm1\\.(medium|large|xlarge)' },
    plans: [{ name: 'Standard', prices: { cpu_hours: '0.0125', ram_hours: '0.002', storage_hours: '0.0001' } }],
  },
  cloud: {
    name: 'AZ 1',
    slug: 'az1',
    type: 'OpenStack.Tenant',
    ...IN_CLOUD,
    plugin_options: { external_network_id: 'public', availability_zone: 'nova', storage_mode: 'dynamic' },
  },
  managed: {
    name: 'Kubernetes, managed',
    type: 'Rancher',
    ...PROVIDED,
    plugin_options: {
      deployment_mode: 'managed',
      openstack_offering_uuid_list: EXAMPLE_CLOUDS,
      managed_rancher_server_flavor_name: 'm1.large',
      managed_rancher_server_system_volume_size_gb: 80,
      managed_rancher_worker_system_volume_size_gb: 40,
      managed_rancher_load_balancer_flavor_name: 'm1.medium',
      managed_rancher_tenant_max_cpu: 200,
    },
  },
  projects: {
    name: 'Projects with GPUs',
    type: 'Rancher.Project',
    ...PROVIDED,
    components: [
      { ...CORES, default_limit: 4 },
      { type: 'ram', name: 'Memory', measured_unit: 'GB', billing_type: 'limit', default_limit: 16 },
      { type: 'storage', name: 'Storage', measured_unit: 'GB', billing_type: 'usage' },
      { type: 'gpu', name: 'GPUs', measured_unit: 'units', billing_type: 'limit' },
    ],
    plugin_options: {
      cluster_id: 'c-m-1234abcd',
      default_role: 'project-member',
      namespace_labels: { 'gpu-pool': 'h100-2x' },
    },
  },
  site_agent: {
    name: 'Allocations',
    type: 'Marketplace.Slurm',
    customer: CUSTOMER,
    components: [CORES, HOURS],
    plugin_options: { auto_approve_remote_orders: false },
  },
};
