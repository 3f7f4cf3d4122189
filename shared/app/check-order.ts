import { type Caller, canSee } from '../domain/caller.ts';
import type { Uuid } from '../domain/identifier.ts';
import { clusterNameClaim } from '../domain/naming.ts';
import type { Offering } from '../domain/offering.ts';
import type { OrderAttributes } from '../domain/order-attributes.ts';
import type { Plan } from '../domain/plan.ts';
import type { Project } from '../domain/project.ts';
import type { RancherSettings } from '../domain/service-settings.ts';
import type { SiteSettings } from '../domain/site-settings.ts';
import type { Tenant } from '../domain/tenant.ts';
import { tenantsOf, topologyErrors } from '../domain/topology.ts';
import { Invalid, noObject } from '../errors.ts';
import type { OpenStackSessions } from '../ports/openstack.ts';
import type { Store } from '../ports/store.ts';
import { planOn } from './plan-order.ts';
import { rancherSettingsOf } from './rancher-settings-of.ts';
import { referredProject } from './referred-objects.ts';

type Deps = { store: Store; openstack: OpenStackSessions; site: SiteSettings };
/** What a checked order stands on. */
export type CheckedOrder = { settings: RancherSettings; tenants: Tenant[]; plan: Plan };

export const nameTaken = (): Invalid => new Invalid({ non_field_errors: ['Name is not unique.'] });

/** A tenant the caller cannot see does not exist for him (waldur-http.md, upstream bug 5: its name must not leak). */
async function visibleTenant({ store }: Deps, caller: Caller, project: Project, id: Uuid): Promise<Tenant> {
  const tenant = await store.tenants.find(id);
  if (!tenant || !canSee(caller, tenant) || tenant.customerUuid !== project.customerUuid) {
    throw noObject('tenant');
  }
  return tenant;
}

/**
 * Every check of a self-managed order, in the order of waldur-rancher.md §3.4 and §3.5, on the live facts of the clouds;
 * reads only. Throws Invalid naming the field; Backend* errors when a cloud cannot be asked.
 */
export async function checkOrder(
  deps: Deps,
  caller: Caller,
  input: { project: Project; offering: Offering; attributes: OrderAttributes },
): Promise<CheckedOrder> {
  const { project, offering, attributes } = input;
  const errors = topologyErrors(attributes);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const settings = await rancherSettingsOf(deps, offering.settingsUuid);
  const holder = await deps.store.claims.holderOf(clusterNameClaim(settings.uuid, attributes.name));
  if (holder !== undefined) throw nameTaken();
  const tenants = await Promise.all(tenantsOf(attributes).map((id) => visibleTenant(deps, caller, project, id)));
  const { vmProjectUuid } = attributes;
  if (vmProjectUuid !== undefined) await referredProject(deps.store, caller, vmProjectUuid, 'vm_project');
  const plan = await planOn(deps, attributes, { tenants, settings, offering, takenNames: new Set() });
  return { settings, tenants, plan };
}
