import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import { type Caller, canSee } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import type { TenantFacts } from '#shared/domain/planning/cloud-facts';
import { claimsUuidOfSettings, clusterNameClaim } from '#shared/domain/planning/naming';
import type { OrderAttributes } from '#shared/domain/planning/order-attributes';
import type { Plan } from '#shared/domain/planning/plan';
import type { Tenant } from '#shared/domain/planning/tenant';
import { tenantsOf } from '#shared/domain/planning/topology';
import type { ProviderSettings } from '#shared/domain/providers/service-settings';
import { driverOfOffering } from '#shared/drivers/registry';
import { Invalid, noObject } from '#shared/errors';
import type { OpenStackSessions } from '#shared/ports/openstack/openstack-sessions';
import type { Store } from '#shared/ports/store';
import { referredProject } from '../_core/resolve-references.ts';
import { providerSettingsOf } from '../providers/settings-of.ts';
import { assertPlanPossible, planOn } from './plan-order.ts';

type Deps = { store: Store; openstack: OpenStackSessions; site: SiteSettings };
type Ordered = {
  project: Project;
  offering: RancherOffering;
  attributes: OrderAttributes;
  /** The names of the order's attributes that only Cluster API uses. */
  clusterApiFields: readonly string[] | undefined;
};
/** A checked order: its plan, the settings with the ordered version of Kubernetes, and the tenants. */
export type CheckedOrder = { settings: ProviderSettings; tenants: Tenant[]; plan: Plan };

export const nameTaken = (): Invalid => new Invalid({ non_field_errors: ['Name is not unique.'] });

/**
 * Finds a tenant of the order. A tenant that the caller cannot see is reported as not existing, so that its name does
 * not leak (docs/spec/waldur-http.md#upstream-bugs).
 */
async function visibleTenant({ store }: Deps, caller: Caller, project: Project, id: Uuid): Promise<Tenant> {
  const tenant = await store.tenants.find(id);
  if (!tenant || !canSee(caller, tenant) || tenant.customerUuid !== project.customerUuid) {
    throw noObject('tenant');
  }
  return tenant;
}

/**
 * Finds the project to which the machines belong. It must be a project of the same customer. Otherwise another customer
 * would have machines in its project that it has not ordered.
 */
async function vmProjectOf({ store }: Deps, caller: Caller, { customerUuid }: Project, id: Uuid): Promise<Project> {
  const vmProject = await referredProject(store, caller, id, 'vm_project');
  if (vmProject.customerUuid !== customerUuid) throw noObject('vm_project');
  return vmProject;
}

async function assertNameFree({ store }: Deps, settings: ProviderSettings, name: string): Promise<void> {
  const holder = await store.claims.holderOf(clusterNameClaim(claimsUuidOfSettings(settings), name));
  if (holder !== undefined) throw nameTaken();
}

function assertTopology({ offering, attributes, clusterApiFields = [] }: Omit<Ordered, 'project'>): void {
  const errors = driverOfOffering(offering).plan.orderErrors(attributes, clusterApiFields);
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Refuses tenants in which the driver cannot create an application credential for the cluster. Without this check the
 * order would fail later, after it was accepted (docs/decisions/0087-a-clusters-application-credential-is-the-accounts.md).
 */
async function assertCredentials(
  { openstack }: Deps,
  offering: RancherOffering,
  tenants: readonly Tenant[],
): Promise<void> {
  const { credentialRoles: roles } = driverOfOffering(offering).plan;
  if (!roles) return;
  const asked = tenants.map(async (tenant) => (await openstack.open(tenant)).credentialProblem(roles));
  const problems = (await Promise.all(asked)).filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Invalid({ tenant: problems });
}

type Attempt = <T>(check: () => T | Promise<T>) => Promise<T | undefined>;

/**
 * Runs all checks of a self-managed order against the current state of the clouds. The sequence of the checks is in
 * docs/spec/orders.md#self-managed-orders and docs/spec/orders.md#planned-nodes. Writes nothing. `attempt` runs each
 * check and handles its errors: Invalid naming the field, or Backend* errors when a cloud does not answer. If a check
 * fails, the parts of the result that depend on it are missing. `namesIn` finds machine names that the plan must avoid.
 */
export async function runChecks(
  deps: Deps,
  caller: Caller,
  ordered: Ordered,
  attempt: Attempt,
  namesIn: (tenants: readonly Tenant[]) => Promise<ReadonlySet<string>>,
): Promise<{
  settings: ProviderSettings | undefined;
  tenants: Tenant[] | undefined;
  planned: { plan: Plan; facts: ReadonlyMap<Uuid, TenantFacts> } | undefined;
}> {
  const { project, offering, attributes } = ordered;
  const { vmProjectUuid } = attributes;
  await attempt(() => assertTopology(ordered));
  const settings = await providerSettingsOf(deps, offering.settingsUuid);
  await attempt(() => assertNameFree(deps, settings, attributes.name));
  const tenants = await attempt(() =>
    Promise.all(tenantsOf(attributes).map((id) => visibleTenant(deps, caller, project, id))),
  );
  if (vmProjectUuid !== undefined) {
    await attempt(() => vmProjectOf(deps, caller, project, vmProjectUuid));
  }
  if (tenants) await attempt(() => assertCredentials(deps, offering, tenants));
  const atVersion = await attempt(() => atOrderedVersion(settings, offering, attributes));
  const { k8sVersion: kubernetesVersion } = (atVersion ?? settings).options;
  const cluster = { driver: offering.pluginOptions.driver, kubernetesVersion };
  const on = tenants && { tenants, settings, offering, cluster, takenNames: await namesIn(tenants), withUse: true };
  const planned = on && (await attempt(() => planOn(deps, attributes, on)));
  if (planned) await attempt(() => assertPlanPossible(planned.problems));
  return { settings: atVersion, tenants, planned };
}

/** Checks a self-managed order. Throws the error of the first check that fails. */
export async function checkOrder(deps: Deps, caller: Caller, ordered: Ordered): Promise<CheckedOrder> {
  // Conflicts with names of other machines are not checked here. They are checked when the order's machines are
  // created.
  const { settings, tenants, planned } = await runChecks(
    deps,
    caller,
    ordered,
    async (check) => check(),
    async () => new Set(),
  );
  if (!settings || !tenants || !planned) {
    throw new Error('the checks of the order passed, but its settings, its tenants or its plan are missing');
  }
  return { settings, tenants, plan: planned.plan };
}
