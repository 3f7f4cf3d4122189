import { referredProject } from '#shared/app/_core/resolve-references';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { SiteSettings } from '#shared/domain/_core/site-settings';
import type { RequestedManagedAttributes } from '#shared/domain/infrastructure/managed-attributes';
import {
  isLimitedOffering,
  isOfferedTo,
  isRancherOffering,
  isTenantOffering,
  type Offering,
  type OrderedOffering,
} from '#shared/domain/marketplace/offering';
import type { Limits } from '#shared/domain/marketplace/site-agent-order';
import { type Caller, canSee, placeOf } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import type { Project } from '#shared/domain/organizations/project';
import type { RequestedAttributes } from '#shared/domain/planning/order-attributes';
import type { OptionValues } from '#shared/domain/providers/resource-options';
import { type FieldErrors, Invalid, noObject, READ_ONLY } from '#shared/errors';
import type { Store } from '#shared/ports/store';

/**
 * Attributes of orders that a site agent carries out, and of orders for a project in a shared cluster. Limits are
 * parsed separately (`readLimits`).
 */
export type SiteAgentAttributes = { name: string; description: string; endDate?: string | undefined };

/** What a caller requests in an order or a dry run. */
export type OrderRequest = {
  offeringUuid: Uuid;
  planUuid?: Uuid | undefined;
  projectUuid: Uuid;
  /**
   * Parses the attributes. Called after the checks of permission and of the order's other fields. Throws Invalid.
   * `options` are the names of the offering's options. The values of these options are among the attributes, but are
   * parsed by `readOptions`. Attributes for which `wrong` has an error are left out.
   */
  parseAttributes: (options: readonly string[], wrong?: FieldErrors) => RequestedAttributes;
  /**
   * Parses the attributes of an order for a managed cluster. The parameters and errors are those of `parseAttributes`.
   */
  readManagedAttributes: (options: readonly string[], wrong?: FieldErrors) => RequestedManagedAttributes;
  /** Parses the resource's options, which are sent among the attributes. Throws Invalid. */
  readOptions: (offering: OrderedOffering) => OptionValues;
  /**
   * Parses the attributes of an order that a site agent carries out, or of an order of a project. The parameter and
   * errors are those of `parseAttributes`.
   */
  readSiteAgentAttributes: (options: readonly string[]) => SiteAgentAttributes;
  /** Parses the ordered amount of each component. Throws Invalid. */
  readLimits: () => Limits;
  /** If set, offerings that sell no clusters are refused. */
  isForCluster?: true;
};

const PRIVATE = 'This offering is private: only projects of its own customer can order it.';
const NO_CLUSTERS = {
  'Marketplace.Slurm': 'A site agent carries out the orders of this offering, and creates no clusters.',
  'Rancher.Project': 'This offering sells projects in a shared cluster, and no clusters.',
};
const NO_LIMITS = 'Limits update is not supported for this resource.';
const CLOUD_ORDERED = 'A cloud cannot be ordered by itself: order a managed cluster, which is created in it.';

/** Whether the caller may see the offering. Before its first activation, only users of the seller see it. */
const isThereFor = (caller: Caller, offering: Offering): boolean =>
  isOfferedTo(caller, offering) && (offering.state !== 'Draft' || canSee(caller, offering));

/**
 * Refuses an order of another customer's private offering. Staff may place such an order. A user with roles in two
 * customers sees both customers' private offerings. This user must not order one customer's offering for the other
 * customer.
 */
function assertOwn(caller: Caller, { shared, customerUuid }: Offering, project: Project): void {
  if (shared || caller.user.isStaff || customerUuid === project.customerUuid) return;
  throw new Invalid({ offering: [PRIVATE] });
}

/**
 * Finds the project and the offering of an order. Throws Invalid when either does not exist, and NotAllowed when the
 * caller is not allowed to order in the project.
 */
export async function whatIsOrdered(
  store: Pick<Store, 'projects' | 'offerings'>,
  caller: Caller,
  { projectUuid, offeringUuid, readLimits, isForCluster }: OrderRequest,
): Promise<{ project: Project; offering: OrderedOffering }> {
  const project = await referredProject(store, caller, projectUuid);
  assertPermitted(caller, 'order.create', placeOf(project));
  const offering = await store.offerings.find(offeringUuid);
  if (!offering || !isThereFor(caller, offering)) throw noObject('offering');
  if (isTenantOffering(offering)) throw new Invalid({ offering: [CLOUD_ORDERED] });
  if (isForCluster && isLimitedOffering(offering)) throw new Invalid({ offering: [NO_CLUSTERS[offering.type]] });
  // An order of a cluster must not give `limits`, because the amounts of its components follow from its nodes.
  if (isRancherOffering(offering) && Object.keys(readLimits()).length > 0) throw new Invalid({ limits: [NO_LIMITS] });
  assertOwn(caller, offering, project);
  return { project, offering };
}

/** Names of the offering's options. Their values are sent among the attributes. */
export const optionNamesOf = ({ resourceOptions }: OrderedOffering): string[] => Object.keys(resourceOptions.options);

export function assertOrderable(offering: OrderedOffering, { planUuid }: OrderRequest): void {
  if (offering.state !== 'Active') throw new Invalid({ offering: ['Offering is not available.'] });
  if (planUuid !== undefined && !offering.plans.some((plan) => plan.uuid === planUuid)) {
    throw new Invalid({ plan: ['This plan is not available for selected offering.'] });
  }
}

/**
 * Refuses orders in read-only mode. As in Waldur, the error names no field
 * (docs/spec/waldur-rancher.md#read-only-mode).
 */
export function assertOrdersAccepted({ readOnlyMode }: SiteSettings): void {
  if (readOnlyMode) throw new Invalid([READ_ONLY]);
}
