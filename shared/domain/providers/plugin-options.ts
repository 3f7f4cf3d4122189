import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { driverName } from '../_core/cluster-driver.ts';
import { uuid } from '../_core/identifier.ts';
import { mergedOptions, nullable } from '../_core/options-change.ts';
import { lineText } from '../_core/text/plain-text.ts';
import { isSameOrigin } from '../_core/values/same-origin.ts';
import { RELEASE, RELEASE_TEXT } from './kubernetes-release.ts';

const deploymentMode = z.enum(['self_managed', 'managed']);
const name = lineText().min(1).max(150).optional();
/** Size of a system volume in GB. */
const systemVolumeSize = z.int().min(1).max(1_000_000).optional();
/** Size of a data volume in GB. 0 means no data volume. */
const dataVolumeSize = z.int().min(0).max(1_000_000).optional();
const most = z.int().min(1).optional();

/** The format of the names of cloud credentials in Rancher. */
const S3_CREDENTIAL = /^cattle-global-data:[a-z0-9][-.a-z0-9]*$/;
const S3_CREDENTIAL_TEXT = 'Enter the cloud credential as Rancher names it: cattle-global-data:cc-xxxxx.';

const fields = {
  deployment_mode: deploymentMode.optional(),
  /** How the machines of new clusters are made. Existing clusters keep their driver. Default: `rancher-custom`. */
  driver: driverName.optional(),
  /**
   * A flavor is allowed if this pattern matches its whole name. Waldur only filters the flavors that its forms offer.
   * Paddock also checks orders (S0-225).
   */
  flavors_regex: z.string().optional(),
  /**
   * Whether clusters of Cluster API can be ordered through Magnum's API. The value says which orders start without an
   * owner's approval: `managers` for orders of users who manage the project in Keystone, `members` for orders of all
   * members of the project. Default: Magnum's API does not offer the clusters.
   */
  magnum_api: z.enum(['managers', 'members']).optional(),
  /** The cloud in which Magnum's API sells the clusters: uuid of its service settings. Default: every cloud. */
  magnum_cloud: uuid.optional(),
  /** Allowed releases of Kubernetes. Default: only the provider's release. */
  kubernetes_versions: z.array(z.string().regex(RELEASE, RELEASE_TEXT)).max(50).optional(),
  openstack_offering_uuid_list: z.array(uuid).max(100).optional(),
  storage_mode: z.enum(['fixed', 'dynamic']).optional(),
  managed_rancher_server_flavor_name: name,
  managed_rancher_server_system_volume_size_gb: systemVolumeSize,
  managed_rancher_server_system_volume_type_name: name,
  managed_rancher_server_data_volume_size_gb: dataVolumeSize,
  managed_rancher_server_data_volume_type_name: name,
  managed_rancher_worker_system_volume_size_gb: systemVolumeSize,
  managed_rancher_worker_system_volume_type_name: name,
  managed_rancher_load_balancer_flavor_name: name,
  managed_rancher_load_balancer_system_volume_size_gb: systemVolumeSize,
  managed_rancher_load_balancer_system_volume_type_name: name,
  managed_rancher_load_balancer_data_volume_size_gb: dataVolumeSize,
  managed_rancher_load_balancer_data_volume_type_name: name,
  /** Which servers of a managed cluster are members of etcd: as few as needed (`spread`), or all servers. */
  etcd_members: z.enum(['spread', 'all']).optional(),
  /** S3 storage for etcd snapshots of new clusters with pools. Used if endpoint, bucket and credential are all set. */
  etcd_snapshot_s3_endpoint: lineText().min(1).max(255).optional(),
  etcd_snapshot_s3_bucket: name,
  etcd_snapshot_s3_region: name,
  /** The folder in the bucket. Each cluster has a folder of its own inside this folder. */
  etcd_snapshot_s3_folder: name,
  /** The cloud credential of the type S3 in the provider's Rancher, with the keys of the bucket. */
  etcd_snapshot_s3_credential: z.string().regex(S3_CREDENTIAL, S3_CREDENTIAL_TEXT).optional(),
  /** Number of snapshots that the bucket keeps for each cluster. */
  etcd_snapshot_s3_retention: z.int().min(1).max(1000).optional(),
  /** Whether users with roles in Paddock get accounts in the provider's Rancher and roles in the clusters. */
  automanage_rancher_users: z.boolean().optional(),
  /** Whether owners may add nodes to their self-managed clusters. Default: only staff may. */
  owners_may_add_nodes: z.boolean().optional(),
  /** Names of alerts from the provider's monitoring that add an agent to a cluster. Default: no alert adds nodes. */
  alerts_adding_nodes: z.array(lineText().min(1).max(150)).max(20).optional(),
  /** A cluster with this many nodes gets no more nodes from alerts. */
  alerts_adding_nodes_max_nodes: z.int().min(1).max(1000).optional(),
  /**
   * After an alert has added a node to a cluster, no alert adds another node to this cluster for this number of
   * minutes.
   */
  alerts_adding_nodes_pause_minutes: z.int().min(5).max(10_080).optional(),
  /** Whether autohealing is on in a new cluster. The setting can be changed for each cluster. */
  autohealing: z.boolean().optional(),
  /** If false, an order needs the provider's approval in addition to the buyer's. */
  auto_approve_remote_orders: z.boolean().optional(),
  /** If true, an order in a project of the provider's own organization needs no approval by the provider. */
  auto_approve_in_service_provider_projects: z.boolean().optional(),
  managed_rancher_tenant_max_cpu: most,
  /** Maximum memory of all tenants of an order, in GB. */
  managed_rancher_tenant_max_ram: most,
  /** Maximum storage of all tenants of an order, in GB. */
  managed_rancher_tenant_max_disk: most,
};

/** Options of an offering of clusters (docs/spec/orders.md#offering-options). */
export const pluginOptions = z.object({ ...fields, deployment_mode: deploymentMode.default('self_managed') });
export type PluginOptions = z.infer<typeof pluginOptions>;

/** Options to change. Null removes an option. */
export const pluginOptionsChange = z.object(nullable(fields));
export type PluginOptionsChange = z.infer<typeof pluginOptionsChange>;

const SAME_CREDENTIAL =
  'Enter it again, because etcd_snapshot_s3_endpoint changes: a credential is sent only where it was entered for.';

/**
 * The options after a change. Throws Invalid if the S3 storage moves to another server and its credential is not
 * entered again.
 */
export function changedPluginOptions(options: PluginOptions, change: PluginOptionsChange): PluginOptions {
  const { etcd_snapshot_s3_endpoint: before, etcd_snapshot_s3_credential: kept } = options;
  const { etcd_snapshot_s3_endpoint: endpoint, etcd_snapshot_s3_credential: credential } = change;
  const isMoved = typeof endpoint === 'string' && before !== undefined && !isSameOrigin(before, endpoint);
  if (isMoved && kept !== undefined && credential === undefined) {
    throw new Invalid({ plugin_options: { etcd_snapshot_s3_credential: [SAME_CREDENTIAL] } });
  }
  return pluginOptions.parse(mergedOptions(options, change));
}
