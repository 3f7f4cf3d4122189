import { z } from 'zod';
import { OFFERING_TYPES } from '../../domain/offering.ts';
import { type Resource, resourceState } from '../../domain/resource.ts';
import { optionValues } from '../../domain/resource-options.ts';
import { anyOf, ofCluster, ofOffering, recordInstants } from './common-filters.ts';
import type { Link } from './link.ts';
import type { Listing } from './listing.ts';
import type { Operations } from './operation.ts';
import { placementFields, viewPlacement } from './placement.ts';
import { optionsChangeBody } from './resource-options-body.ts';

export const resourceView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    state: resourceState,
    /** The cluster behind the resource. */
    scope: z.string(),
    resource_uuid: z.string(),
    resource_type: z.literal('Rancher.Cluster'),
    ...placementFields,
    options: optionValues,
    order_in_progress_uuid: z.string().nullable(),
    created: z.string(),
    modified: z.string(),
  })
  .meta({ id: 'Resource' });
export type ResourceView = z.infer<typeof resourceView>;

export function viewResource(link: Link, resource: Resource): ResourceView {
  return {
    url: link('marketplace-resources', resource.uuid),
    uuid: resource.uuid,
    name: resource.name,
    slug: resource.slug,
    state: resource.state,
    scope: link('rancher-clusters', resource.clusterUuid),
    resource_uuid: resource.clusterUuid,
    resource_type: 'Rancher.Cluster',
    ...viewPlacement(link, resource),
    options: resource.options,
    order_in_progress_uuid: resource.pendingOrderUuid ?? null,
    created: resource.created,
    modified: resource.modified,
  };
}

export const terminatedView = z.object({ order_uuid: z.string() });
export const optionsSubmittedView = z.object({ status: z.string() });

/** Resources here are all alike in these: clusters, paid by what is used, of offerings that are for everybody. */
const RESOURCE_FLAGS = {
  offering_billable: () => true,
  offering_shared: () => true,
  usage_based: () => true,
  only_usage_based: () => true,
  limit_based: () => false,
  only_limit_based: () => false,
  downscaled: () => false,
  paused: () => false,
  has_terminate_date: () => false,
  is_attached: () => false,
  lexis_links_supported: () => false,
  restrict_member_access: () => false,
};

export const resourceListing: Listing<Resource, ResourceView> = {
  filters: {
    within: ['customer', 'project'],
    contains: {
      name: ({ name }) => name,
      project_name: ({ projectName }) => projectName,
      query: anyOf(
        ({ name }) => name,
        ({ slug }) => slug,
        ({ uuid }) => uuid,
        ({ clusterUuid }) => clusterUuid,
        ({ projectName }) => projectName,
        ({ customerName }) => customerName,
        ({ offeringName }) => offeringName,
      ),
    },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    oneOf: { offering_type: () => OFFERING_TYPES.Rancher },
    uuids: {
      offering_uuid: ({ offeringUuid }) => offeringUuid,
      offering: ({ offeringUuid }) => offeringUuid,
      plan_uuid: ({ planUuid }) => planUuid,
      resource_uuid: ({ clusterUuid }) => clusterUuid,
      scope: ({ clusterUuid }) => clusterUuid,
    },
    flags: RESOURCE_FLAGS,
    instants: recordInstants,
    nothing: [
      ...['category_uuid', 'component_count', 'flavor_name', 'image_name', 'limit_component_count'],
      ...['parent_offering_uuid', 'service_manager_uuid'],
    ],
    own: { ...ofOffering, ...ofCluster },
    choices: { state: { values: resourceState.options, of: ({ state }) => state } },
    indexed: ['state', 'name', 'name_exact', 'offering_uuid', 'resource_uuid'],
  },
  orderings: {
    name: ({ name }) => name,
    state: ({ state }) => state,
    created: ({ created }) => created,
    customer_name: ({ customerName }) => customerName,
    project_name: ({ projectName }) => projectName,
    offering_name: ({ offeringName }) => offeringName,
  },
  schema: resourceView,
  view: viewResource,
};

export const resourceOperations: Operations = {
  'GET /': { summary: 'List resources', rule: 'visible.list', listing: resourceListing },
  'GET /{uuid}/': { summary: 'Show a resource', rule: 'resource.see', selectable: true, reply: resourceView },
  'POST /{uuid}/update_options/': {
    summary: 'Change the options of a resource',
    rule: 'resource.update_options',
    description:
      'Options that the offering names in `resource_options`; what is left out stays. Of a managed cluster that is `OK` they are ' +
      'labels of its Secret in Argo CD when the call answers; a label that is there already, and is none of an earlier option, ' +
      'stays as it is. After a 5xx the same call again finishes what may have been begun.',
    body: optionsChangeBody,
    bodyExample: { options: { env: 'production' } },
    reply: optionsSubmittedView,
    replyExample: { status: 'Resource options are submitted' },
    refuses: [400, 405, 409, 502],
  },
  'POST /{uuid}/terminate/': {
    summary: 'Order the end of a resource',
    rule: 'resource.terminate',
    description: 'Answers with the order that ends it; follow that one.',
    reply: terminatedView,
    refuses: [400, 405],
  },
};
