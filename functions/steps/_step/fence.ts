import type { Cluster } from '#shared/domain/cluster';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type Target = { operationUuid: string; clusterUuid: string };

/**
 * Whether the cluster is on its way out, or gone, by another operation: for a step that had its effect too late. A newer
 * operation that makes the cluster is none of these, since it adopts what the older one made.
 */
export async function isLeaving(store: Store, { operationUuid, clusterUuid }: Target): Promise<boolean> {
  const cluster = await store.clusters.find(clusterUuid);
  if (cluster === undefined) return true;
  return cluster.operationUuid !== operationUuid && ['DELETION_SCHEDULED', 'DELETING'].includes(cluster.state);
}

/**
 * The cluster, if the operation is still its current one. Every step begins here: a stopped execution does not stop a
 * running Lambda, and a late one must do nothing (design decision 5).
 */
export async function currentCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (cluster?.operationUuid !== operationUuid) {
    throw new Superseded(`operation ${operationUuid} is no longer the current one of cluster ${clusterUuid}`);
  }
  return cluster;
}
