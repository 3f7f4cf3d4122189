import type { Collector } from '#shared/app/_core/collect-refusals';
import { resolveSshKey } from '#shared/app/identity/resolve-ssh-keys';
import { assertResourceNameFree, type CheckedManaged, managedProblems } from '#shared/app/planning/check-managed-order';
import { chooseNetworks } from '#shared/app/planning/choose-networks';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { planManagedOn } from '#shared/app/planning/plan-managed-order';
import { slugStem } from '#shared/domain/_core/text/slug';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { type ManagedNames, managedNames } from '#shared/domain/infrastructure/managed-names';
import { managedObjects } from '#shared/domain/infrastructure/managed-plan/managed-objects';
import type { PlannedObjects } from '#shared/domain/infrastructure/planned-objects';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import type { RancherOffering } from '#shared/domain/marketplace/offering';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import type { Store } from '#shared/ports/store';
import { type OrderRequest, optionNamesOf } from './order-request.ts';

type Deps = Pick<OrderDeps, 'store' | 'openstack' | 'site' | 'ids'>;
type Ordered = { project: Project; offering: RancherOffering; attributes: ManagedAttributes };

/** Slugs get their numbers when the order is placed. A dry run uses up none. */
const unnumbered = (name: string): string => `${slugStem(name)}-{number}`;

async function namesOf({ customers }: Store, { project, attributes }: Ordered): Promise<ManagedNames> {
  const customer = await customers.get(project.customerUuid);
  const named = { customer, project, orderName: attributes.name, resourceSlug: unnumbered(attributes.name) };
  const { vmProjectName } = managedNames({ ...named, vmProjectSlug: '' });
  return managedNames({ ...named, vmProjectSlug: unnumbered(vmProjectName) });
}

type Checked = Required<CheckedManaged>;
async function objectsOf(deps: Deps, ordered: Ordered, { clouds, settings, problems }: Checked, collector: Collector) {
  const { attributes, offering } = ordered;
  const { attempt, attemptQuietly } = collector;
  const networks = await attempt(() => chooseNetworks(deps, settings, attributes.openstackOfferingUuids));
  if (!networks) return undefined;
  const names = await namesOf(deps.store, ordered);
  // With problems, the refusals of the plan are known already.
  const plan = await (problems.length > 0 ? attemptQuietly : attempt)(() =>
    planManagedOn(clouds, { attributes, offering, settings, names, networks }),
  );
  return plan && managedObjects(attributes, { plan, settings, clouds });
}

/**
 * All checks of a managed order that fail, and what the order would create. Nothing is reserved: networks are examples.
 * `plan` is undefined when the order is too wrong for one.
 */
export async function previewManagedOrder(
  deps: Deps,
  caller: Caller,
  { project, offering, request }: Omit<Ordered, 'attributes'> & { request: OrderRequest },
  collector: Collector,
): Promise<PlannedObjects | undefined> {
  const { errors, attempt, attemptRest } = collector;
  const options = optionNamesOf(offering);
  const { rest: requested, isWhole } = await attemptRest((wrong) => request.readManagedAttributes(options, wrong));
  if (!requested) return undefined;
  const attributes = (await attempt(() => resolveSshKey(deps.store, caller, requested))) ?? requested;
  const checked = await attempt(() => managedProblems(deps, { offering, attributes }, 'all'));
  errors.push(...(checked?.problems ?? []));
  await attempt(() => assertResourceNameFree(deps.store, project, attributes.name));
  const settings = checked && (await attempt(() => atOrderedVersion(checked.settings, offering, attributes)));
  if (!checked?.clouds || !settings || !isWhole) return undefined;
  const { clouds, problems } = checked;
  return objectsOf(deps, { project, offering, attributes }, { clouds, problems, settings }, collector);
}
