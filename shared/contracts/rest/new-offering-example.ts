const UUID = '6f1c0a4f3b5e4d0c9a7b2e8d1c3f5a60';
const CUSTOMER = '0b9e1f4d7c2a4e6f8a1b3c5d7e9f0a2b';
const SETTINGS = '5d2c8e7f1a3b4c6d9e0f2a4b6c8d0e1f';
const PROVIDED = { customer: CUSTOMER, service_settings: SETTINGS };

/** A cloud, and what is sold in it and without it. */
export const NEW_OFFERING_EXAMPLES = {
  self_managed: {
    ...{ name: 'Kubernetes', type: 'Rancher', ...PROVIDED },
    plugin_options: { flavors_regex: 'm1\\.(large|xlarge)' },
    plans: [{ name: 'Standard', prices: { cpu_hours: '0.0125', ram_hours: '0.002', storage_hours: '0.0001' } }],
  },
  cloud: {
    ...{ name: 'AZ 1', slug: 'az1', type: 'OpenStack.Tenant', ...PROVIDED },
    plugin_options: { external_network_id: 'public', availability_zone: 'nova', storage_mode: 'dynamic' },
  },
  managed: {
    ...{ name: 'Kubernetes, managed', type: 'Rancher', ...PROVIDED },
    plugin_options: {
      deployment_mode: 'managed',
      openstack_offering_uuid_list: [UUID],
      managed_rancher_server_flavor_name: 'm1.large',
      managed_rancher_server_system_volume_size_gb: 80,
      managed_rancher_worker_system_volume_size_gb: 40,
      managed_rancher_load_balancer_flavor_name: 'm1.medium',
      managed_rancher_tenant_max_cpu: 200,
    },
  },
};
