import { isClusterBeingDeleted } from '#shared/domain/cluster-access/grantable-role';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { Superseded } from '#shared/errors';
import type { Store } from '#shared/ports/store';

export type Target = { operationUuid: string; clusterUuid: string };

/**
 * Finds the cluster, if the operation is still current for the cluster or for one of the cluster's nodes. Otherwise
 * throws Superseded. Every step begins with this check, because a Lambda function can outlive its stopped execution,
 * and must then do nothing (docs/spec/design.md#steps-are-safe-to-repeat).
 */
export async function currentCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  const isCurrent = cluster?.operationUuid === operationUuid || (cluster && nodeOperationOf(cluster, operationUuid));
  if (!cluster || !isCurrent) {
    throw new Superseded(`operation ${operationUuid} is no longer the current operation of cluster ${clusterUuid}`);
  }
  return cluster;
}

/**
 * Finds the cluster of an operation that changes either the access to a cluster or the contents of a cluster. Only the
 * record of the membership or application contains the uuid of such an operation. The deletion of the cluster deletes
 * this record, and so ends the operation. Throws Superseded if the cluster is being deleted or no longer exists.
 */
export async function enteredCluster(store: Store, { operationUuid, clusterUuid }: Target): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster || isClusterBeingDeleted(cluster)) {
    throw new Superseded(`operation ${operationUuid} came too late: cluster ${clusterUuid} is being deleted`);
  }
  return cluster;
}
