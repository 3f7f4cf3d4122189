import type { Uuid } from '#shared/domain/_core/identifier';
import { Refusals } from '#shared/domain/_core/refusals';
import { unsupportedSettings } from '#shared/domain/cluster-api/rendering/unsupported-settings';
import { type MachineNeeds, quotaProblems } from '#shared/domain/planning/check-tenant-quotas';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { planClusterApi } from '#shared/domain/planning/cluster-api/plan-cluster-api';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import { type FieldErrors, Invalid, Misconfigured, noObject } from '#shared/errors';

/** Plans the cluster of an order. Throws Invalid with an error for everything that the tenant does not have. */
export function planCluster({ tenantUuid, clusterApi: request }: OrderAttributes, facts: PlanFacts): Plan {
  const tenant = facts.tenants.get(tenantUuid ?? '');
  if (!tenant) throw noObject('tenant');
  if (!facts.management) throw new Misconfigured('The provider of this offering is not a Cluster API.');
  if (!request) throw new Invalid({ cluster_api_template: ['This field is required.'] });
  const refused = new Refusals();
  const isInCloud = facts.management.infrastructure === 'openstack';
  if (isInCloud && request.spec.masterLbEnabled && tenant.hasLoadBalancers === false) {
    // Cluster API would try again for ever, and no condition would name the reason.
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

const MB_PER_GB = 1024;
type Machine = { flavorName: string; bootVolume?: { sizeGb: number; volumeType?: string | undefined } | undefined };

/** How much of each quota the machines need, with one entry for each machine. Empty if the flavor is unknown. */
function needsOf(
  { flavorName, bootVolume }: Machine,
  count: number,
  further: MachineNeeds['dataVolumes'],
  { flavors }: TenantFacts,
): MachineNeeds[] {
  const flavor = flavors.find(({ name }) => name === flavorName);
  if (!flavor) return [];
  const boot = bootVolume && {
    systemVolumeSizeMb: bootVolume.sizeGb * MB_PER_GB,
    systemVolumeType: bootVolume.volumeType,
  };
  const needs: MachineNeeds = { vcpus: flavor.vcpus, ramMb: flavor.ramMb, dataVolumes: further, ...boot };
  return Array.from({ length: count }, () => needs);
}

type Volume = { sizeGb: number; volumeType?: string | undefined };
const dataVolumes = (volumes: readonly (Volume | undefined)[]): MachineNeeds['dataVolumes'] =>
  volumes.flatMap((volume) =>
    volume
      ? [{ sizeMb: volume.sizeGb * MB_PER_GB, volumeType: volume.volumeType, mountPoint: '', filesystem: '' }]
      : [],
  );

/** Quotas of the tenant that the machines would exceed. */
export function quotaErrors({ clusterApi }: Plan, tenants: ReadonlyMap<Uuid, TenantFacts>): FieldErrors {
  if (!clusterApi) return {};
  const { controlPlane, nodeGroups, etcdVolume, dockerVolume } = clusterApi;
  const masters = dataVolumes([etcdVolume, dockerVolume]);
  const workers = dataVolumes([dockerVolume]);
  const problems = [...tenants.values()].flatMap((tenant) =>
    quotaProblems(
      [
        ...needsOf(controlPlane, controlPlane.replicas, masters, tenant),
        ...nodeGroups.flatMap((group) => needsOf(group, group.replicas, workers, tenant)),
      ],
      tenant,
    ),
  );
  return problems.length > 0 ? { node_count: problems } : {};
}
