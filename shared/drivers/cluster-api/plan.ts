import type { Uuid } from '#shared/domain/_core/identifier';
import { Refusals } from '#shared/domain/_core/refusals';
import { unsupportedSettings } from '#shared/domain/cluster-api/rendering/unsupported-settings';
import { quotaProblems } from '#shared/domain/planning/checks/check-tenant-quotas';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { controlPlaneNeeds, groupNeeds } from '#shared/domain/planning/cluster-api/machine-needs';
import { planClusterApi } from '#shared/domain/planning/cluster-api/plan-cluster-api';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import { type FieldErrors, Invalid, Misconfigured, noObject } from '#shared/errors';

/** Plans the cluster of an order. Throws Invalid with an error for each object that the tenant lacks. */
export function planCluster({ tenantUuid, clusterApi: request }: OrderAttributes, facts: PlanFacts): Plan {
  const tenant = facts.tenants.get(tenantUuid ?? '');
  if (!tenant) throw noObject('tenant');
  if (!facts.management) throw new Misconfigured('The provider of this offering is not of the type ClusterAPI.');
  if (!request) throw new Invalid({ cluster_api_template: ['This field is required.'] });
  const refused = new Refusals();
  const isInCloud = facts.management.infrastructure === 'openstack';
  if (isInCloud && request.spec.masterLbEnabled && tenant.hasLoadBalancers === false) {
    // Without Octavia, Cluster API would try for ever to create the load balancer of the API server. No condition of
    // the cluster would name the reason.
    refused.add(
      'cluster_api_template',
      `The cloud of tenant ${tenant.tenant.name} has no Octavia, and the template has master_lb_enabled.`,
    );
  }
  const clusterApi = planClusterApi(request, tenant, facts.management, refused);
  if (!clusterApi) throw new Invalid(refused.byField);
  const unsupported = unsupportedSettings(clusterApi);
  if (unsupported.length > 0) throw new Invalid({ labels: unsupported });
  return { nodes: [], clusterApi };
}

/** Quotas of the tenant that the machines would exceed. */
export function quotaErrors({ clusterApi }: Plan, tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors {
  if (!clusterApi) return {};
  const { controlPlane, nodeGroups } = clusterApi;
  const problems = [...tenants.values()].flatMap((tenant) =>
    quotaProblems(
      [
        ...controlPlaneNeeds(clusterApi, controlPlane.replicas, tenant),
        ...nodeGroups.flatMap((group) => groupNeeds(clusterApi, group, group.replicas, tenant)),
      ],
      tenant,
    ),
  );
  return problems.length > 0 ? { node_count: problems } : {};
}
