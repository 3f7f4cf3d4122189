import type { Uuid } from '../domain/identifier.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { OrderAttributes } from '../domain/order-attributes.ts';
import { type Plan, planNodes } from '../domain/plan.ts';
import { planQuotaProblems } from '../domain/plan-quotas.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import type { Tenant } from '../domain/tenant.ts';
import { tenantsOf } from '../domain/topology.ts';
import { Invalid } from '../errors.ts';
import type { OpenStackSessions } from '../ports/openstack-sessions.ts';
import type { Store } from '../ports/store.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';
import { readTenantFacts } from './read-tenant-facts.ts';

type Deps = { store: Store; openstack: OpenStackSessions; site: SiteSettings };
type Planning = {
  offering: RancherOffering;
  takenNames: ReadonlySet<string>;
  /** False a moment after they were looked at. */
  withQuotas: boolean;
};

/** Reads each tenant of the order once, all at the same time, and plans; throws what `planNodes` throws. Quotas are told, not thrown. */
export async function planOn(
  { openstack, site }: Pick<Deps, 'openstack' | 'site'>,
  attributes: OrderAttributes,
  on: Planning & { tenants: readonly Tenant[]; settings: RancherSettings },
): Promise<{ plan: Plan; overQuota: readonly string[] }> {
  const { baseImageName, allocateFloatingIpToAllNodes: allocateFloatingIps } = on.settings.options;
  const facts = await Promise.all(
    on.tenants.map((tenant) =>
      readTenantFacts(openstack, tenant, { gateways: allocateFloatingIps, quotas: on.withQuotas }),
    ),
  );
  const tenants = new Map(facts.map((item) => [item.tenant.uuid, item]));
  const { takenNames, offering } = on;
  const flavorsRegex = offering.pluginOptions.flavors_regex;
  const plan = planNodes(attributes, { tenants, baseImageName, allocateFloatingIps, takenNames, site, flavorsRegex });
  return { plan, overQuota: planQuotaProblems(plan.nodes, tenants) };
}

export function demandQuota(overQuota: readonly string[]): void {
  if (overQuota.length > 0) throw new Invalid({ non_field_errors: overQuota });
}

/** The plan of an accepted order, on the facts of this moment; throws Invalid when it cannot be had any more. */
export async function planOrder(
  deps: Deps,
  attributes: OrderAttributes,
  settingsUuid: Uuid,
  planning: Planning,
): Promise<Plan> {
  const settings = await rancherSettingsOf(deps, settingsUuid);
  const tenants = await Promise.all(tenantsOf(attributes).map((uuid) => deps.store.tenants.get(uuid)));
  const { plan, overQuota } = await planOn(deps, attributes, { tenants, settings, ...planning });
  demandQuota(overQuota);
  return plan;
}
