import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type Target = { operationUuid: string; clusterUuid: string };

/**
 * The cluster, if the operation is still its current one, or a current one on its nodes. Every step begins here: a
 * stopped execution does not stop a running Lambda, and a late Lambda must do nothing
 * (docs/spec/design.md#steps-are-safe-to-repeat).
 */
export async function currentCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  const isCurrent = cluster?.operationUuid === operationUuid || (cluster && nodeOperationOf(cluster, operationUuid));
  if (!cluster || !isCurrent) {
    throw new Superseded(`operation ${operationUuid} is no longer the current one of cluster ${clusterUuid}`);
  }
  return cluster;
}

/**
 * The cluster of an operation on access. No record names such an operation: it follows the memberships, and a deletion,
 * which removes all of them, ends it.
 */
export async function enteredCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster || isClusterBeingDeleted(cluster)) {
    throw new Superseded(`operation ${operationUuid} came too late: cluster ${clusterUuid} is being deleted`);
  }
  return cluster;
}
