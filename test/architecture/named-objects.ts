/**
 * How Paddock decides whether a caller may name an object of a backend.
 *
 * - `owner`: records and registrations decide (`shared/app/_core/whose-is.ts`)
 * - `tenant`: the object is looked up in a tenant of the cluster, with this tenant's credential, so Keystone decides
 * - `cluster`: the object is looked up among the parts of the cluster that the call is about
 * - `proven`: the body also has a credential, and the backend must accept it for exactly this object
 * - `cluster credential`: only Cluster API uses the value, with an application credential of the cluster itself
 * - `staff`: only staff may send the field
 * - `provider`: a name that each tenant or cluster of the provider may have, such as a flavor on sale
 * - `report`: a site agent reports the value about its own order or resource. No request to a backend contains it
 */
type Judge = 'owner' | 'tenant' | 'cluster' | 'proven' | 'cluster credential' | 'staff' | 'provider' | 'report';

/**
 * Every field of a body that names an object of a backend by the backend's own id or name, without `attributes.`. Fields
 * that name records of Paddock are in `test/integration/api/tenancy/references.ts`.
 */
export const NAMED_OBJECTS: Readonly<Record<string, Judge>> = {
  'plugin_options.cluster_id': 'owner',
  'plugin_options.etcd_snapshot_s3_endpoint': 'owner',
  'plugin_options.etcd_snapshot_s3_bucket': 'owner',
  'plugin_options.etcd_snapshot_s3_folder': 'owner',
  'plugin_options.etcd_snapshot_s3_credential': 'owner',
  'plugin_options.external_network_id': 'owner',
  'POST /api/marketplace-provider-offerings/{uuid}/import_resource/ backend_id': 'owner',
  'POST /api/openstack-tenants/ backend_id': 'proven',
  application_credential_id: 'proven',
  'POST /api/marketplace-orders/{uuid}/set_backend_id/ backend_id': 'report',
  'POST /api/marketplace-provider-resources/{uuid}/set_backend_id/ backend_id': 'report',
  'options.argocd_k8s_namespace': 'staff',
  'options.keycloak_realm': 'staff',
  'options.keycloak_user_realm': 'staff',
  'options.domain_name': 'staff',
  'options.user_domain_name': 'staff',
  'options.namespace': 'staff',
  'options.base_image_name': 'staff',
  'options.pod_network': 'staff',
  'options.reserved_networks[]': 'staff',
  'plugin_options.default_role': 'owner',
  'plugin_options.image_name': 'provider',
  'plugin_options.availability_zone': 'provider',
  'plugin_options.managed_rancher_load_balancer_data_volume_type_name': 'provider',
  'plugin_options.managed_rancher_load_balancer_flavor_name': 'provider',
  'plugin_options.managed_rancher_load_balancer_system_volume_type_name': 'provider',
  'plugin_options.managed_rancher_server_data_volume_type_name': 'provider',
  'plugin_options.managed_rancher_server_flavor_name': 'provider',
  'plugin_options.managed_rancher_server_system_volume_type_name': 'provider',
  'plugin_options.managed_rancher_worker_system_volume_type_name': 'provider',
  server_group: 'tenant',
  availability_zone: 'tenant',
  'pools[].flavor_name': 'tenant',
  'pools[].server_group': 'tenant',
  'pools[].availability_zone': 'tenant',
  'pools[].root_volume.volume_type_name': 'tenant',
  'nodes[].preferred_volume_type': 'tenant',
  worker_nodes_data_volume_type_name: 'tenant',
  worker_nodes_flavor_name: 'tenant',
  worker_nodes_longhorn_volume_type_name: 'tenant',
  'machines[]': 'cluster',
  'nodes_to_remove[]': 'cluster',
  nodegroup: 'cluster',
  snapshot: 'cluster',
  namespace_name: 'cluster',
  'POST /api/rancher-projects/{uuid}/secrets/ namespace': 'cluster',
  image_id: 'cluster credential',
  flavor_id: 'cluster credential',
  master_flavor_id: 'cluster credential',
  keypair: 'cluster credential',
  keypair_id: 'cluster credential',
  fixed_network: 'cluster credential',
  fixed_subnet: 'cluster credential',
  external_network_id: 'cluster credential',
};
