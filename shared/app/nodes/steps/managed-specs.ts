import type { Cluster } from '#shared/domain/clusters/cluster';
import { completeNode, madeFor } from '#shared/domain/infrastructure/managed-plan/complete-node';
import type { NodeSpec } from '#shared/domain/planning/node-spec';
import type { Store } from '#shared/ports/store';

/** The nodes that were planned with a managed cluster's tenants, now that their networks stand; those that were added later have rows. */
export async function managedSpecs({ store }: { store: Store }, cluster: Cluster): Promise<NodeSpec[]> {
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return tenants.flatMap((tenant) =>
    tenant.nodes.filter(({ uuid }) => uuid === undefined).map((node) => completeNode(node, madeFor(tenant, node))),
  );
}
