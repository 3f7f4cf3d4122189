import type { NamedObject } from '#test/integration/api/named-objects/find-named-objects';

/** How Paddock decides whether a caller may name an object of a backend. */
export const JUDGES = {
  owner: 'Records and registrations decide (shared/app/_core/whose-is.ts).',
  tenant: 'The object is looked up in a tenant of the cluster, with the credential of this tenant.',
  cluster: 'The object is looked up among the parts of the cluster or project that the call is about.',
  proven: 'The body also has a credential, and the backend must accept it for exactly this object.',
  'cluster credential': 'Only the cluster uses the value, with an application credential of its own tenant.',
  order: 'The value is only kept. Each order that uses it looks the object up in its own tenant.',
  staff: 'Only staff may send the field.',
  provider: 'A name that every tenant or cluster of the provider may use, such as a flavor on sale or a zone.',
  caller: 'The cluster uses the name only within a namespace, in which Kubernetes has let the caller write.',
  report: 'A site agent reports the value about its own order or resource. No request to a backend contains it.',
  filter: 'The value is compared with what the list shows to the caller. No request to a backend contains it.',
} as const;
export type Judge = keyof typeof JUDGES;

/**
 * Every place in a call that names an object of a backend by the backend's own id or name, without `attributes.`. Places
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
  pod_security_template: 'provider',
  server_group: 'tenant',
  availability_zone: 'provider',
  'pools[].flavor_name': 'tenant',
  'pools[].server_group': 'tenant',
  'pools[].availability_zone': 'provider',
  'pools[].root_volume.volume_type_name': 'tenant',
  worker_nodes_data_volume_type_name: 'tenant',
  worker_nodes_flavor_name: 'tenant',
  worker_nodes_longhorn_volume_type_name: 'tenant',
  flavor_id: 'tenant',
  master_flavor_id: 'tenant',
  fixed_network: 'tenant',
  fixed_subnet: 'tenant',
  'POST /api/rancher-clusters/{uuid}/upgrade_cluster_api/ image_id': 'tenant',
  keypair: 'cluster credential',
  'nodes[].preferred_volume_type': 'order',
  ...Object.fromEntries(
    [
      'POST /api/cluster-api-templates/',
      'PUT /api/cluster-api-templates/{uuid}/',
      'PATCH /api/cluster-api-templates/{uuid}/',
    ].flatMap((operation) =>
      [
        ...['image_id', 'flavor_id', 'master_flavor_id', 'keypair_id'],
        ...['external_network_id', 'fixed_network', 'fixed_subnet'],
      ].map((name) => [`${operation} ${name}`, 'order' as const]),
    ),
  ),
  'machines[]': 'cluster',
  'nodes_to_remove[]': 'cluster',
  nodegroup: 'cluster',
  snapshot: 'cluster',
  namespace_name: 'cluster',
  'POST /api/rancher-projects/{uuid}/secrets/ namespace': 'cluster',
  'rules[].paths[].service': 'caller',
  '{machine}': 'cluster',
  '{node_group}': 'cluster',
  '{namespace}': 'cluster',
  '{name}': 'cluster',
  '?backend_id': 'filter',
  '?image_id': 'filter',
};

/** The keys of `NAMED_OBJECTS` for a place. The key with the operation comes first. */
export const keysOf = ({ operation, name }: Pick<NamedObject, 'operation' | 'name'>): string[] => [
  `${operation} ${name}`,
  name.replace(/^attributes\./, ''),
];

export function judgeOf(place: Pick<NamedObject, 'operation' | 'name'>): Judge {
  const judge = keysOf(place).flatMap((key) => NAMED_OBJECTS[key] ?? [])[0];
  if (judge === undefined) throw new Error(`${place.operation} ${place.name} has no judge: give it one`);
  return judge;
}
