import { z } from 'zod';
import { type Resource, resourceState } from '../../domain/resource.ts';
import type { Link } from './link.ts';

export const resourceView = z.object({
  url: z.string(),
  uuid: z.string(),
  name: z.string(),
  state: resourceState,
  /** The cluster behind the resource. */
  scope: z.string(),
  resource_uuid: z.string(),
  resource_type: z.literal('Rancher.Cluster'),
  offering: z.string(),
  offering_uuid: z.string(),
  offering_name: z.string(),
  offering_type: z.literal('Rancher'),
  plan: z.string().nullable(),
  plan_uuid: z.string().nullable(),
  project: z.string(),
  project_uuid: z.string(),
  project_name: z.string(),
  customer_uuid: z.string(),
  customer_name: z.string(),
  order_in_progress_uuid: z.string().nullable(),
  created: z.string(),
  modified: z.string(),
});
export type ResourceView = z.infer<typeof resourceView>;

export function viewResource(link: Link, resource: Resource): ResourceView {
  const { offeringUuid, planUuid } = resource;
  return {
    url: link('marketplace-resources', resource.uuid),
    uuid: resource.uuid,
    name: resource.name,
    state: resource.state,
    scope: link('rancher-clusters', resource.clusterUuid),
    resource_uuid: resource.clusterUuid,
    resource_type: 'Rancher.Cluster',
    offering: link('marketplace-public-offerings', offeringUuid),
    offering_uuid: offeringUuid,
    offering_name: resource.offeringName,
    offering_type: 'Rancher',
    plan: planUuid === undefined ? null : link('marketplace-public-offerings', offeringUuid, `plans/${planUuid}/`),
    plan_uuid: planUuid ?? null,
    project: link('projects', resource.projectUuid),
    project_uuid: resource.projectUuid,
    project_name: resource.projectName,
    customer_uuid: resource.customerUuid,
    customer_name: resource.customerName,
    order_in_progress_uuid: resource.pendingOrderUuid ?? null,
    created: resource.created,
    modified: resource.modified,
  };
}

export const terminatedView = z.object({ order_uuid: z.string() });
