import { isWorkerOnly, type PoolSpec } from '#shared/domain/planning/pools/pool-spec';
import type { ClusterTenant } from '../cluster-tenant.ts';
import { madeFor } from './complete-node.ts';

/** The ids of the objects of a tenant that all machines of a pool need. All these objects exist. */
export function tenantObjectsFor(tenant: ClusterTenant, pool: Pick<PoolSpec, 'roles'>) {
  const { tenantUuid, networkId, securityGroupIds, serverGroupId } = madeFor(tenant, {
    role: isWorkerOnly(pool) ? 'agent' : 'server',
  });
  return { tenantUuid, networkId, securityGroupIds, ...(serverGroupId !== undefined && { serverGroupId }) };
}

/**
 * The pools of a tenant, with the ids of the tenant's objects. Throws Misconfigured if the network does not exist yet.
 */
export const completePools = (tenant: ClusterTenant): PoolSpec[] =>
  (tenant.pools ?? []).map(({ flavorName: _name, vcpus: _cores, ramMb: _memory, ...pool }) => ({
    ...pool,
    ...tenantObjectsFor(tenant, pool),
  }));
