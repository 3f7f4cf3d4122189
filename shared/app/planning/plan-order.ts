import type { OfDriver } from '#shared/domain/_core/cluster-driver';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan, PlanFacts } from '#shared/domain/planning/plan';
import type { Tenant } from '#shared/domain/planning/tenant';
import { tenantsOf } from '#shared/domain/planning/topology';
import type { ProviderSettings } from '#shared/domain/providers/service-settings';
import { driverOf } from '#shared/drivers/registry';
import { type FieldErrors, Invalid } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { providerSettingsOf } from '../providers/settings-of.ts';
import { readTenantFacts } from './read-tenant-facts.ts';

type Deps = { store: Store; openstack: OpenStackSessions; site: SiteSettings };
type Planning = {
  offering: RancherOffering;
  /**
   * Driver and Kubernetes version of the cluster. For a new order, they follow from the offering and the order. Later
   * they are in the cluster's record, because a cluster keeps them when offering and provider change.
   */
  cluster: OfDriver & Pick<Cluster, 'kubernetesVersion'>;
  takenNames: ReadonlySet<string>;
  /** Whether to compare the plan with what the tenants use now. False if the plan was compared shortly before. */
  withUse: boolean;
};

type ProviderFacts = Pick<PlanFacts, 'baseImageName' | 'imageUser' | 'allocateFloatingIps' | 'management'>;

/**
 * What a plan needs from the provider. A provider with Cluster API gives no image, because the image comes from the
 * template.
 */
function factsOfProvider(
  { type, options }: ProviderSettings,
  { kubernetesVersion }: Planning['cluster'],
): ProviderFacts {
  if (type === 'ClusterAPI') {
    const { infrastructure, podNetwork, workloadCaCertificate } = options;
    const management = { infrastructure, podNetwork, workloadCaCertificate, kubernetesVersion };
    return { baseImageName: '', imageUser: '', allocateFloatingIps: false, management };
  }
  const { baseImageName, baseImageUser: imageUser, allocateFloatingIpToAllNodes: allocateFloatingIps } = options;
  return { baseImageName, imageUser, allocateFloatingIps };
}

/**
 * Plans an order. All tenants are read at the same time, each once. Throws the errors of the driver's plan. Missing
 * quota and missing routes are not thrown, but returned as problems.
 */
export async function planOn(
  { openstack, site }: Pick<Deps, 'openstack' | 'site'>,
  attributes: OrderAttributes,
  on: Planning & { tenants: readonly Tenant[]; settings: ProviderSettings },
): Promise<{ plan: Plan; problems: FieldErrors; facts: ReadonlyMap<Uuid, TenantFacts> }> {
  const ofProvider = factsOfProvider(on.settings, on.cluster);
  const { allocateFloatingIps } = ofProvider;
  const subnetUuids = [...new Set(attributes.nodes.map((node) => node.subnetUuid))];
  const wanted = {
    gateways: allocateFloatingIps,
    externalNetworks: (allocateFloatingIps && attributes.pools !== undefined) || attributes.clusterApi !== undefined,
    loadBalancers: attributes.clusterApi !== undefined,
    serverGroups: attributes.pools?.some(({ serverGroupId }) => serverGroupId !== undefined) ?? false,
    use: on.withUse,
    subnetUuids,
  };
  const facts = await Promise.all(on.tenants.map((tenant) => readTenantFacts(openstack, tenant, wanted)));
  const tenants = new Map(facts.map((item) => [item.tenant.uuid, item]));
  const { takenNames, offering } = on;
  const flavorsRegex = offering.pluginOptions.flavors_regex;
  const { plan: planning } = driverOf(on.cluster);
  const plan = planning.nodes(attributes, {
    tenants,
    ...ofProvider,
    takenNames,
    site,
    flavorsRegex,
  });
  return { plan, problems: planning.problems(plan, tenants), facts: tenants };
}

export function assertPlanPossible(problems: FieldErrors): void {
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
}

/**
 * Plans an accepted order again, against the current state of the clouds. Throws Invalid when the order is no longer
 * possible.
 */
export async function planOrder(
  deps: Deps,
  attributes: OrderAttributes,
  settingsUuid: Uuid,
  planning: Planning,
): Promise<Plan> {
  const settings = await providerSettingsOf(deps, settingsUuid);
  const tenants = await Promise.all(tenantsOf(attributes).map((uuid) => deps.store.tenants.get(uuid)));
  const { plan, problems } = await planOn(deps, attributes, { tenants, settings, ...planning });
  assertPlanPossible(problems);
  return plan;
}
