import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { steps } from '#shared/contracts/steps';
import { setTenantQuotas } from '../set-tenant-quotas.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/**
 * Raises the quotas for an added node. This is only done for a tenant that was created for a cluster. The quotas of a
 * registered tenant belong to its owner.
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
