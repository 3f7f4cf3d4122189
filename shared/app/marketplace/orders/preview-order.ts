import { resolveSshKey, resolveSshKeys } from '#shared/app/identity/ssh-keys';
import { assertResourceNameFree, type CheckedManaged, managedProblems } from '#shared/app/planning/check-managed-order';
import { runChecks } from '#shared/app/planning/check-order';
import { chooseNetworks } from '#shared/app/planning/choose-networks';
import { withClusterApiTemplate } from '#shared/app/planning/cluster-api-template';
import { withTemplateNodes } from '#shared/app/planning/cluster-templates';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { planManagedOn } from '#shared/app/planning/plan-managed-order';
import { takenNodeNames } from '#shared/app/planning/taken-node-names';
import { slugStem } from '#shared/domain/_core/text/slug';
import { type PlannedClusterApiObjects, plannedClusterApiObjects } from '#shared/domain/cluster-api/planned-objects';
import type { ManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import { type ManagedNames, managedNames } from '#shared/domain/infrastructure/managed-names';
import { managedObjects } from '#shared/domain/infrastructure/managed-plan/managed-objects';
import { type PlannedObjects, plannedObjects } from '#shared/domain/infrastructure/planned-objects';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import {
  isManaged,
  isProjectOffering,
  isSiteAgentOffering,
  type RancherOffering,
} from '#shared/domain/marketplace/offering';
import { orderHints } from '#shared/domain/marketplace/order-hints';
import { type Estimate, estimateOf } from '#shared/domain/marketplace/prices/estimate';
import { plannedFootprint } from '#shared/domain/marketplace/prices/footprint';
import { pricesUnder } from '#shared/domain/marketplace/prices/plan-prices';
import { orderedEnd } from '#shared/domain/marketplace/resource-end';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import { withManagedPools, withPools } from '#shared/domain/pools/order/planned-pools';
import type { PlannedProject } from '#shared/domain/rancher-projects/planned-project';
import { CloudNotAsked, type FieldErrors, Invalid } from '#shared/errors';
import type { Store } from '#shared/ports/store';
import {
  assertOrderable,
  assertOrdersAccepted,
  type OrderRequest,
  optionNamesOf,
  whatIsOrdered,
} from './order-request.ts';
import { previewProject } from './preview-project.ts';

type Deps = Pick<OrderDeps, 'store' | 'clock' | 'openstack' | 'site' | 'ids'>;
type Previewed = { project: Project; offering: RancherOffering; request: OrderRequest };
type Planned = {
  objects?: PlannedObjects | undefined;
  /** Present only if the order is for a cluster that Cluster API makes. Then there are no `objects`. */
  plannedClusterApi?: PlannedClusterApiObjects;
};
/**
 * `hints` are sentences about unusual values that are allowed. If errors in the order prevent a plan, `hints` is empty,
 * and `objects` and `estimate` are missing. `estimate` is also missing if the offering has several pricing plans and
 * the order names none.
 */
export type OrderPreview = Pick<Planned, 'plannedClusterApi'> & {
  errors: readonly FieldErrors[];
  hints: readonly string[];
  objects?: PlannedObjects;
  /** Present only if the order is for a project in a shared cluster. Then there are no `objects`. */
  plannedProject?: PlannedProject;
  estimate?: Estimate;
};

const NOTHING_PLANNED = 'A site agent carries out the orders of this offering: there is no plan to show.';

const endOf = ({ clock }: Deps, { user }: Caller, { endDate }: { endDate?: string | undefined }) =>
  orderedEnd(endDate, { byUuid: user.uuid, now: clock.now() });

async function previewSelfManagedOrder(
  deps: Deps,
  caller: Caller,
  { project, offering, request }: Previewed,
  { attempt, attemptRest }: Collector,
): Promise<Planned> {
  const options = optionNamesOf(offering);
  const { rest, isWhole } = await attemptRest((wrong) => request.parseAttributes(options, wrong));
  const withNodes = rest && (await attempt(() => withTemplateNodes(deps, rest)));
  const withTemplate = withNodes && (await attempt(() => withClusterApiTemplate(deps, caller, offering, withNodes)));
  if (!withTemplate) return {};
  const { clusterApiFields, ...requested } = withTemplate;
  await attempt(() => endOf(deps, caller, requested));
  const attributes = (await attempt(() => resolveSshKeys(deps.store, caller, requested))) ?? requested;
  const { settings, tenants, planned } = await runChecks(
    deps,
    caller,
    { project, offering, attributes, clusterApiFields },
    attempt,
    async (of) => new Set(await takenNodeNames(deps.openstack, of)),
  );
  if (!isWhole || !settings || !tenants || !planned) return {};
  const { plan, facts } = planned;
  if (plan.clusterApi) {
    return { plannedClusterApi: plannedClusterApiObjects(plan.clusterApi, settings.options.k8sVersion) };
  }
  if (settings.type !== 'Rancher') return {};
  return { objects: withPools(plannedObjects(attributes, { plan, settings, tenants }), plan, facts) };
}

/**
 * Returns what an order would create, and every check that fails. Writes nothing. Throws, like an order, when project
 * or offering are wrong or the caller is not allowed to order.
 */
export async function previewOrder(deps: Deps, caller: Caller, request: OrderRequest): Promise<OrderPreview> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, request);
  if (isSiteAgentOffering(offering)) throw new Invalid({ offering: [NOTHING_PLANNED] });
  const collector = refusalCollector();
  const { errors, attempt } = collector;
  await attempt(() => assertOrderable(offering, request));
  await attempt(() => assertOrdersAccepted(deps.site));
  if (isProjectOffering(offering)) {
    const checkEnd = (attributes: { endDate?: string | undefined }) => endOf(deps, caller, attributes);
    const common = { attempt, checkEnd, slugOf: unnumbered };
    const planned = await previewProject(deps, { project, offering, request }, common);
    await attempt(() => request.readOptions(offering));
    return { errors, hints: [], ...(planned && { plannedProject: planned }) };
  }
  const preview = isManaged(offering) ? previewManagedOrder : previewSelfManagedOrder;
  const { objects, plannedClusterApi } = await preview(deps, caller, { project, offering, request }, collector);
  await attempt(() => request.readOptions(offering));
  const prices = pricesUnder(offering.plans, request.planUuid);
  const estimate = objects && prices && estimateOf(prices, plannedFootprint(objects.tenants));
  const hints = objects ? orderHints(objects) : [];
  return {
    ...{ errors, hints },
    ...(objects && { objects }),
    ...(plannedClusterApi && { plannedClusterApi }),
    ...(estimate && { estimate }),
  };
}

type Ordered = { project: Project; offering: RancherOffering; attributes: ManagedAttributes };

/**
 * Every slug ends in a number that is used only once. A dry run must not use up a number, so its slugs end in the text
 * `{number}`.
 */
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
  // The problems found so far may also make the plan fail. So the plan's errors are collected only if no problem was
  // found.
  const plan = await (problems.length > 0 ? attemptQuietly : attempt)(() =>
    planManagedOn(clouds, { attributes, offering, settings, names, networks }),
  );
  return plan && withManagedPools(managedObjects(attributes, { plan, settings, clouds }));
}

/**
 * Lists all checks of a managed order that fail, and plans what the order would create. Nothing is reserved, so the
 * networks are only examples. `objects` is missing when errors in the order prevent a plan.
 */
async function previewManagedOrder(
  deps: Deps,
  caller: Caller,
  { project, offering, request }: Omit<Ordered, 'attributes'> & { request: OrderRequest },
  collector: Collector,
): Promise<Planned> {
  const { errors, attempt, attemptRest } = collector;
  const options = optionNamesOf(offering);
  const { rest: requested, isWhole } = await attemptRest((wrong) => request.readManagedAttributes(options, wrong));
  if (!requested) return {};
  await attempt(() => endOf(deps, caller, requested));
  const attributes = (await attempt(() => resolveSshKey(deps.store, caller, requested))) ?? requested;
  const checked = await attempt(() => managedProblems(deps, { offering, attributes }, 'all'));
  errors.push(...(checked?.problems ?? []));
  await attempt(() => assertResourceNameFree(deps.store, project, attributes.name));
  const settings = checked && (await attempt(() => atOrderedVersion(checked.settings, offering, attributes)));
  if (!checked?.clouds || !settings || !isWhole) return {};
  const { clouds, problems } = checked;
  const objects = await objectsOf(deps, { project, offering, attributes }, { clouds, problems, settings }, collector);
  return { objects };
}

const isList = (body: Invalid['body']): body is readonly (string | FieldErrors)[] => Array.isArray(body);

/**
 * Returns the field errors with which an order would be refused. Other errors are thrown, because their texts may
 * contain internals that callers must not see.
 */
function fieldErrorsOf(error: unknown): FieldErrors {
  if (error instanceof CloudNotAsked) return { detail: error.message };
  if (!(error instanceof Invalid)) throw error;
  return isList(error.body) ? { non_field_errors: error.body } : error.body;
}

/** Runs checks and collects their field errors. Errors of backends are thrown. */
function refusalCollector() {
  const errors: FieldErrors[] = [];
  const trying =
    (refusals: FieldErrors[]) =>
    async <T>(check: () => T | Promise<T>): Promise<T | undefined> => {
      try {
        return await check();
      } catch (error) {
        refusals.push(fieldErrorsOf(error));
        return undefined;
      }
    };
  const [attempt, attemptQuietly] = [trying(errors), trying([])];
  /**
   * Parses a part of the order. If some fields have errors, these errors are collected, and the other fields are
   * parsed.
   */
  async function attemptRest<T>(read: (wrong?: FieldErrors) => T): Promise<{ rest: T | undefined; isWhole: boolean }> {
    const before = errors.length;
    const whole = await attempt(() => read());
    if (whole !== undefined) return { rest: whole, isWhole: true };
    return { rest: await attemptQuietly(() => read(errors[before])), isWhole: false };
  }
  return { errors, attempt, attemptQuietly, attemptRest };
}
type Collector = ReturnType<typeof refusalCollector>;
