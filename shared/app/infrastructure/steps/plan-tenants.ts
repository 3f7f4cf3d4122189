import { onProvider } from '#shared/app/_core/steps/implement';
import { note } from '#shared/app/_core/steps/timeline';
import { planManagedOrder } from '#shared/app/planning/plan-managed-order';
import { steps } from '#shared/contracts/steps';
import { changed, newRecord } from '#shared/domain/_core/record';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { type ClusterTenant, clusterTenantUuid } from '#shared/domain/infrastructure/cluster-tenant';
import type { ManagedPlan } from '#shared/domain/infrastructure/managed-plan/managed-plan';
import { tenantCounts } from '#shared/domain/infrastructure/managed-plan/tenant-count-quotas';
import {
  type ClusterSecurityGroup,
  clusterSecurityGroupUuid,
  plannedRules,
} from '#shared/domain/infrastructure/security-groups/cluster-security-group';
import { managedAttributesOf } from '#shared/domain/marketplace/order';
import { inProject } from '#shared/domain/organizations/placement';
import type { InfrastructureDeps } from './infrastructure-deps.ts';

function rowsOf({ clock }: InfrastructureDeps, cluster: Cluster, plan: ManagedPlan): ClusterTenant[] {
  return plan.tenants.map(({ defaultGroupRules, ...tenant }, place) => ({
    ...newRecord(clusterTenantUuid(cluster.uuid, tenant.offeringUuid), clock.now()),
    ...tenant,
    clusterUuid: cluster.uuid,
    place,
    counts: tenantCounts(plan, { defaultGroupRules, ...tenant }),
    securityGroups: [
      { name: 'default', description: 'Default security group', rules: [...defaultGroupRules] },
      ...plan.securityGroups.map((group) => ({ ...group, rules: [...group.rules] })),
    ],
    made: { securityGroupIds: {}, serverGroupIds: {} },
  }));
}

/**
 * The records of the security groups. From now on, customers may edit these groups (rancher-cluster-security-groups).
 * Each tenant's row has a copy of the rules.
 */
function groupsOf({ clock }: InfrastructureDeps, cluster: Cluster, plan: ManagedPlan): ClusterSecurityGroup[] {
  const { uuid: clusterUuid, name: clusterName } = cluster;
  return plan.securityGroups.map(({ name, description, rules }) => {
    const uuid = clusterSecurityGroupUuid(clusterUuid, name);
    return {
      ...newRecord(uuid, clock.now()),
      ...inProject.parse(cluster),
      clusterUuid,
      clusterName,
      name,
      description,
      state: 'OK',
      rules: plannedRules(uuid, rules),
    };
  });
}

/**
 * Returns the planned tenants. A plan that an earlier attempt has stored is used again, even if the clouds have changed
 * since.
 */
async function plannedTenants(deps: InfrastructureDeps, cluster: Cluster): Promise<ClusterTenant[]> {
  const { store } = deps;
  const existing = await store.clusterTenants.listByCluster(cluster.uuid);
  if (existing.length > 0) return existing;
  const order = await store.orders.get(cluster.orderUuid);
  const plan = await planManagedOrder(deps, cluster, managedAttributesOf(order));
  const rows = rowsOf(deps, cluster, plan);
  await store.commit(
    ...rows.map((row) => store.clusterTenants.insert(row)),
    ...groupsOf(deps, cluster, plan).map((group) => store.clusterSecurityGroups.insert(group)),
  );
  return rows;
}

/**
 * Plans the tenants from what the clouds offer now. This is the last check before anything is created. The step fails
 * if a cloud lacks something that the order needs.
 */
export const planTenants = onProvider(
  steps.infrastructure.planTenants,
  async (deps: InfrastructureDeps, target, cluster) => {
    const { store, clock } = deps;
    const tenants = await plannedTenants(deps, cluster);
    const currentStep = `Creating ${tenants.length} tenants`;
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), { currentStep })));
    await note(deps, target, { step: 'plan-tenants', message: `Planned ${tenants.length} tenants` });
    return { tenants: tenants.map(({ uuid }) => uuid) };
  },
);
