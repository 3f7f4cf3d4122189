import type { Cluster } from '#shared/domain/cluster';
import type { ClusterTenant } from '#shared/domain/managed/cluster-tenant';
import { completeNode, type MadeTenant } from '#shared/domain/managed/complete-node';
import type { NodeSpec } from '#shared/domain/node';
import { Misconfigured } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/** Nodes reach one another, their load balancer and the cluster's other tenants by the `default` group; they are not administered from outside. */
function madeFor({ uuid, name, made }: ClusterTenant, { role }: Pick<NodeSpec, 'role'>): MadeTenant {
  const { networkId, subnetId, serverGroupIds } = made;
  const group = made.securityGroupIds.default;
  if (networkId === undefined || subnetId === undefined || group === undefined) {
    throw new Misconfigured(`Tenant ${name} has no network yet.`);
  }
  const serverGroupId = serverGroupIds[role];
  const ids = { tenantUuid: uuid, networkId, subnetId, securityGroupIds: [group] };
  return serverGroupId === undefined ? ids : { ...ids, serverGroupId };
}

/** The nodes that were planned with a managed cluster's tenants, now that their networks stand. */
export async function managedSpecs({ store }: { store: Store }, cluster: Cluster): Promise<NodeSpec[]> {
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  return tenants.flatMap((tenant) => tenant.nodes.map((node) => completeNode(node, madeFor(tenant, node))));
}
