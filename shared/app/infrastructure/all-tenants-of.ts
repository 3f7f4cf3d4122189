import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';

/**
 * All tenants in which the cluster may have machines of pools, now or earlier, the first one first. A managed cluster has
 * one in each chosen cloud.
 */
export async function allTenantsOf(
  { store }: { store: Pick<Store, 'clusterTenants'> },
  { uuid, tenantUuid, managed }: Pick<Cluster, 'uuid' | 'tenantUuid' | 'managed'>,
): Promise<Uuid[]> {
  const made = managed ? await store.clusterTenants.listByCluster(uuid) : [];
  return [...new Set([tenantUuid, ...made.map((tenant) => tenant.uuid)])];
}
