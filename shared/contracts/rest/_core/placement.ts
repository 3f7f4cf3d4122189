import { z } from 'zod';
import { offeringType } from '#shared/domain/marketplace/offering';
import type { InProject, Placement } from '#shared/domain/organizations/placement';
import type { Link } from './listing.ts';

/** Project and customer of a record, in the fields that Waldur shows for everything in a project. */
export const projectFields = {
  project: z.string(),
  project_uuid: z.string(),
  project_name: z.string(),
  customer_uuid: z.string(),
  customer_name: z.string(),
};
export const viewProjectOf = (link: Link, item: InProject) => ({
  project: link('projects', item.projectUuid),
  project_uuid: item.projectUuid,
  project_name: item.projectName,
  customer_uuid: item.customerUuid,
  customer_name: item.customerName,
});

/**
 * The type of an offering that can be ordered. A cloud cannot be ordered: a managed cluster is ordered, and is created
 * in the cloud.
 */
const orderedType = offeringType.exclude(['OpenStack.Tenant']);

/** Project, customer and offering of a record, in the fields of Waldur's marketplace. */
export const placementFields = {
  ...projectFields,
  offering: z.string(),
  offering_uuid: z.string(),
  offering_name: z.string(),
  offering_type: orderedType,
  plan: z.string().nullable(),
  plan_uuid: z.string().nullable(),
};
export function viewPlacement(link: Link, item: Placement, offering_type: z.infer<typeof orderedType>) {
  const { offeringUuid, planUuid } = item;
  return {
    ...viewProjectOf(link, item),
    offering: link('marketplace-public-offerings', offeringUuid),
    offering_uuid: offeringUuid,
    offering_name: item.offeringName,
    offering_type,
    plan: planUuid === undefined ? null : link('marketplace-public-offerings', offeringUuid, `plans/${planUuid}/`),
    plan_uuid: planUuid ?? null,
  };
}
