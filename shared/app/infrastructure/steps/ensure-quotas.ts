import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { setTenantQuotas } from '../set-tenant-quotas.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/**
 * Raises the quotas of a tenant for an added node. This is done only for tenants that were created for a cluster. The
 * quotas of all other tenants are up to their owners.
 */
export const ensureQuotas = onProvider(
  steps.infrastructure.ensureQuotas,
  async (deps: InfrastructureDeps, input, cluster) => {
    const { store } = deps;
    const { spec } = await store.nodes.get(cluster.uuid, input.nodeUuid);
    const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
    const tenant = tenants.find(({ uuid }) => uuid === spec.tenantUuid);
    if (!tenant) return {};
    await setTenantQuotas(deps, tenant);
    const message = `Tenant ${tenant.name} has quota for the new node`;
    await note(deps, input, { step: 'quotas', message, nodeName: spec.name });
    return {};
  },
);
