import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';

/**
 * All tenants that may contain machines of the cluster's pools, or may have contained such machines earlier.
 * `tenantUuid` comes first. A managed cluster has one tenant in each chosen cloud.
 */
export async function allTenantsOf(
  { store }: { store: Pick<Store, 'clusterTenants'> },
  { uuid, tenantUuid, managed }: Pick<Cluster, 'uuid' | 'tenantUuid' | 'managed'>,
): Promise<Uuid[]> {
  const made = managed ? await store.clusterTenants.listByCluster(uuid) : [];
  return [...new Set([tenantUuid, ...made.map((tenant) => tenant.uuid)])];
}
