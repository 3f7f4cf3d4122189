import { z } from 'zod';
import { type Resource, resourceState } from '../../domain/resource.ts';
import { optionValues } from '../../domain/resource-options.ts';
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

export const resourceListing: Listing<Resource, ResourceView> = {
  filters: {
    within: ['customer', 'project'],
    contains: { name: ({ name }) => name },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    uuids: { offering_uuid: ({ offeringUuid }) => offeringUuid, resource_uuid: ({ clusterUuid }) => clusterUuid },
    choices: { state: { values: resourceState.options, of: ({ state }) => state } },
    indexed: ['state', 'name', 'name_exact', 'offering_uuid', 'resource_uuid'],
  },
  orderings: { name: ({ name }) => name, state: ({ state }) => state, created: ({ created }) => created },
  schema: resourceView,
  view: viewResource,
  selectable: true,
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
