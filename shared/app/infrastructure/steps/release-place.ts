import { retryOnConflict } from '#shared/app/_core/retry-on-conflict';
import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { readOfferedClouds } from '#shared/app/planning/read-offered-clouds';
import { rancherSettingsOf } from '#shared/app/providers/settings-of';
import { steps } from '#shared/contracts/steps';
import { changed } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import type { ClusterTenant } from '#shared/domain/infrastructure/cluster-tenant';
import { withoutNode } from '#shared/domain/infrastructure/managed-plan/place-added-node';
import type { Node } from '#shared/domain/nodes/node';
import { setTenantQuotas } from '../set-tenant-quotas.ts';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

/**
 * Reads the offering of the tenant's cloud. Clouds count the volumes of a node in different ways, so the offering is
 * needed to compute the tenant's limits. Returns undefined when the offering no longer exists. The tenant's limits then
 * stay as they are.
 */
async function cloudOf(deps: InfrastructureDeps, cluster: Cluster, { offeringUuid: uuid }: ClusterTenant) {
  if (!(await deps.store.offerings.find(uuid))) return undefined;
  const { options } = await rancherSettingsOf(deps, cluster.settingsUuid);
  const [cloud] = await readOfferedClouds(deps, [uuid], options.baseImageName);
  return cloud;
}

/**
 * Removes the node from the tenant's plan and limits. Returns the tenant, unchanged if an earlier attempt has removed
 * the node.
 */
async function takeOut(deps: InfrastructureDeps, cluster: Cluster, { spec }: Node): Promise<ClusterTenant | undefined> {
  const { store, clock } = deps;
  const tenants = await store.clusterTenants.listByCluster(cluster.uuid);
  const tenant = tenants.find(({ uuid }) => uuid === spec.tenantUuid);
  if (!tenant?.nodes.some(({ name }) => name === spec.name)) return tenant;
  const next = changed(tenant, clock.now(), withoutNode(tenant, spec.name, await cloudOf(deps, cluster, tenant)));
  await store.commit(store.clusterTenants.replace(next));
  return next;
}

/**
 * Lowers the tenant's plan, limits and quotas. Runs after the machine and its volumes are deleted, because a cloud
 * refuses a quota below what is in use.
 */
export const releasePlace = onProvider(
  steps.infrastructure.releasePlace,
  async (deps: InfrastructureDeps, input, cluster) => {
    const node = await deps.store.nodes.get(cluster.uuid, input.nodeUuid);
    const tenant = await retryOnConflict(() => takeOut(deps, cluster, node), MAX_NODE_OPERATIONS);
    if (!tenant) return {};
    await setTenantQuotas(deps, tenant);
    const message = `Tenant ${tenant.name} has quotas for the remaining nodes`;
    await note(deps, input, { step: 'quotas', message, nodeName: node.spec.name });
    return {};
  },
);
