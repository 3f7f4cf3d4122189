import type { Caller } from '../domain/caller.ts';
import { atOrderedVersion } from '../domain/kubernetes-versions.ts';
import type { ManagedAttributes } from '../domain/managed/managed-attributes.ts';
import { type ManagedNames, managedNames } from '../domain/managed/managed-names.ts';
import { managedObjects } from '../domain/managed/managed-objects.ts';
import type { RancherOffering } from '../domain/offering.ts';
import type { PlannedObjects } from '../domain/planned-objects.ts';
import type { Project } from '../domain/project.ts';
import { slugStem } from '../domain/slug.ts';
import type { Store } from '../ports/store.ts';
import { type CheckedManaged, demandResourceNameFree, managedProblems } from './check-managed-order.ts';
import { chooseNetworks } from './choose-networks.ts';
import type { Collector } from './collect-refusals.ts';
import type { OrderDeps } from './order-deps.ts';
import { type OrderRequest, optionNamesOf } from './order-request.ts';
import { planManagedOn } from './plan-managed-order.ts';
import { resolveSshKey } from './resolve-ssh-keys.ts';

type Deps = Pick<OrderDeps, 'store' | 'openstack' | 'site' | 'ids'>;
type Ordered = { project: Project; offering: RancherOffering; attributes: ManagedAttributes };

/** Slugs get their numbers when the order is placed: a dry run uses none up. */
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
  // What the plan would refuse has been told by then.
  const plan = await (problems.length > 0 ? attemptQuietly : attempt)(() =>
    planManagedOn(clouds, { attributes, offering, settings, names, networks }),
  );
  return plan && managedObjects(attributes, { plan, settings, clouds });
}

/**
 * Every check of a managed order that fails, and what the order would make, with nothing claimed: networks are examples. Undefined
 * when too much is wrong for a plan.
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
  await attempt(() => demandResourceNameFree(deps.store, project, attributes.name));
  const settings = checked && (await attempt(() => atOrderedVersion(checked.settings, offering, attributes)));
  if (!checked?.clouds || !settings || !isWhole) return undefined;
  const { clouds, problems } = checked;
  return objectsOf(deps, { project, offering, attributes }, { clouds, problems, settings }, collector);
}
