import type { Target } from '#shared/app/_core/steps/fence';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { nodeOperationOf } from '#shared/domain/clusters/node-operation';
import { type CredentialOwner, credentialOwner, credentialOwnersIn } from '#shared/domain/nodes/machine-credential';
import type { Store } from '#shared/ports/store';

/**
 * Lists the owners of the credentials that an operation deletes. For an operation on a node this is the node. For an
 * operation on the cluster these are the cluster and all its nodes.
 */
export async function credentialsOfOperation(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<CredentialOwner[]> {
  if (nodeOperationOf(cluster, operationUuid)) return [credentialOwner(cluster, operationUuid)];
  return credentialOwnersIn(cluster, await store.nodes.listByCluster(cluster.uuid));
}
