import type { Cluster } from '#shared/domain/cluster';
import { nodeOperationOf } from '#shared/domain/node-operation';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type Target = { operationUuid: string; clusterUuid: string };

/**
 * The cluster, if the operation is still its current one, or one of those on its nodes. Every step begins here: a stopped execution does not stop a
 * running Lambda, and a late one must do nothing (design decision 5).
 */
export async function currentCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  const isCurrent = cluster?.operationUuid === operationUuid || (cluster && nodeOperationOf(cluster, operationUuid));
  if (!cluster || !isCurrent) {
    throw new Superseded(`operation ${operationUuid} is no longer the current one of cluster ${clusterUuid}`);
  }
  return cluster;
}
