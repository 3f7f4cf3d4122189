import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type Target = { operationUuid: string; clusterUuid: string };

/**
 * Finds the cluster, if the operation is still the current one of the cluster or of one of its nodes. Every step begins
 * with this check: a stopped execution does not stop a running Lambda, and a late Lambda must do nothing
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
 * Finds the cluster of an operation on access to a cluster or on its contents, unless the cluster is being deleted. The
 * cluster's record does not name such operations; other records do. A deletion of the cluster removes these records,
 * which ends the operations.
 */
export async function enteredCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster || isClusterBeingDeleted(cluster)) {
    throw new Superseded(`operation ${operationUuid} came too late: cluster ${clusterUuid} is being deleted`);
  }
  return cluster;
}
