import type { PoolSettings } from '../../planning/pools/cluster-spec.ts';
import type { PluginOptions } from '../../providers/plugin-options.ts';

/**
 * The settings with the bucket from the offering's options. Rancher copies etcd snapshots to this bucket. Customers
 * cannot name a bucket, because its keys are in a Secret in Rancher, and all customers share this Rancher. Each cluster
 * has a folder of its own, so that Rancher lists no snapshots of other clusters. If the options name no bucket, the
 * settings do not change.
 */
export function withSnapshotStore(
  settings: PoolSettings,
  options: PluginOptions,
  { name }: { name: string },
): PoolSettings {
  const { etcd_snapshot_s3_endpoint: endpoint, etcd_snapshot_s3_bucket: bucket } = options;
  const { etcd_snapshot_s3_credential: credentialRef, etcd_snapshot_s3_region: region } = options;
  const { etcd_snapshot_s3_folder: parent, etcd_snapshot_s3_retention: retention } = options;
  if (endpoint === undefined || bucket === undefined || credentialRef === undefined) return settings;
  const s3 = {
    ...{ endpoint, bucket, credentialRef, skipsVerification: false },
    folder: parent === undefined ? name : `${parent}/${name}`,
    ...(region !== undefined && { region }),
    ...(retention !== undefined && { retention }),
  };
  return { ...settings, snapshots: { ...settings.snapshots, s3 } };
}
