import { type Collector, refusalCollector } from '#shared/app/_core/collect-refusals';
import { resolveSshKeys } from '#shared/app/identity/resolve-ssh-keys';
import { runChecks } from '#shared/app/planning/check-order';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { takenNodeNames } from '#shared/app/planning/taken-node-names';
import { type PlannedObjects, plannedObjects } from '#shared/domain/infrastructure/planned-objects';
import { atOrderedVersion } from '#shared/domain/marketplace/kubernetes-versions';
import { isManaged, isRancherOffering, type RancherOffering } from '#shared/domain/marketplace/offering';
import { orderHints } from '#shared/domain/marketplace/order-hints';
import { type Estimate, estimateOf } from '#shared/domain/marketplace/prices/estimate';
import { pricesUnder } from '#shared/domain/marketplace/prices/plan-prices';
import { plannedFootprint } from '#shared/domain/marketplace/prices/planned-footprint';
import type { Caller } from '#shared/domain/organizations/caller';
import type { Project } from '#shared/domain/organizations/project';
import { type FieldErrors, Invalid } from '#shared/errors';
import {
  assertOrderable,
  assertOrdersAccepted,
  type OrderRequest,
  optionNamesOf,
  whatIsOrdered,
} from './order-request.ts';
import { previewManagedOrder } from './preview-managed-order.ts';

type Deps = Pick<OrderDeps, 'store' | 'openstack' | 'site' | 'ids'>;
type Previewed = { project: Project; offering: RancherOffering; request: OrderRequest };
/**
 * `hints` are sentences about what is allowed but unusual. `objects` and `hints` are absent when the order is too wrong
 * for a plan. `estimate` is absent, too, when it does not name one of several plans.
 */
export type OrderPreview = {
  errors: readonly FieldErrors[];
  hints: readonly string[];
  objects?: PlannedObjects;
  estimate?: Estimate;
};

const NOTHING_PLANNED = 'A site agent carries out what is ordered here: there is no plan to show.';

async function previewSelfManagedOrder(
  deps: Deps,
  caller: Caller,
  { project, offering, request }: Previewed,
  { attempt, attemptRest }: Collector,
): Promise<PlannedObjects | undefined> {
  const options = optionNamesOf(offering);
  const { rest: requested, isWhole } = await attemptRest((wrong) => request.readAttributes(options, wrong));
  if (!requested) return undefined;
  const attributes = (await attempt(() => resolveSshKeys(deps.store, caller, requested))) ?? requested;
  const { settings, tenants, plan } = await runChecks(
    deps,
    caller,
    { project, offering, attributes },
    attempt,
    async (of) => new Set(await takenNodeNames(deps.openstack, of)),
  );
  const ordered = await attempt(() => atOrderedVersion(settings, offering, attributes));
  if (!isWhole || !tenants || !plan || !ordered) return undefined;
  return plannedObjects(attributes, { plan, settings: ordered, tenants });
}

/**
 * What an order would create, and every check that fails. Writes nothing. Throws as `createOrder` does when it is
 * unclear what is ordered, or the caller may not order it.
 */
export async function previewOrder(deps: Deps, caller: Caller, request: OrderRequest): Promise<OrderPreview> {
  const { project, offering } = await whatIsOrdered(deps.store, caller, request);
  if (!isRancherOffering(offering)) throw new Invalid({ offering: [NOTHING_PLANNED] });
  const collector = refusalCollector();
  const { errors, attempt } = collector;
  await attempt(() => assertOrderable(offering, request));
  await attempt(() => assertOrdersAccepted(deps.site));
  const preview = isManaged(offering) ? previewManagedOrder : previewSelfManagedOrder;
  const objects = await preview(deps, caller, { project, offering, request }, collector);
  await attempt(() => request.readOptions(offering));
  const prices = pricesUnder(offering.plans, request.planUuid);
  const estimate = objects && prices && estimateOf(prices, plannedFootprint(objects.tenants));
  const hints = objects ? orderHints(objects) : [];
  return { errors, hints, ...(objects && { objects }), ...(estimate && { estimate }) };
}
