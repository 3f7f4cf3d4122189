import { type CredentialOwner, credentialOwner, credentialOwnersIn } from '#shared/domain/birth-credential';
import type { Cluster } from '#shared/domain/cluster';
import { nodeOperationOf } from '#shared/domain/node-operation';
import type { Store } from '#shared/ports/store';
import type { Target } from './fence.ts';

/** Those that an operation takes away: its node's own, or all that its cluster may have. */
export async function credentialsInHand(
  { store }: { store: Pick<Store, 'nodes'> },
  { operationUuid }: Target,
  cluster: Cluster,
): Promise<CredentialOwner[]> {
  if (nodeOperationOf(cluster, operationUuid)) return [credentialOwner(cluster, operationUuid)];
  return credentialOwnersIn(cluster, await store.nodes.listByCluster(cluster.uuid));
}
