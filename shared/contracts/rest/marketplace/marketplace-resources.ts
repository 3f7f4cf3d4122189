import { z } from 'zod';
import { offeringTypeOf } from '#shared/domain/marketplace/is-of-cluster';
import { limitedPartOf } from '#shared/domain/marketplace/limited-part';
import { OFFERING_TYPES } from '#shared/domain/marketplace/offering';
import { type Resource, resourceState } from '#shared/domain/marketplace/resource';
import { limits } from '#shared/domain/marketplace/site-agent-order';
import { optionValues } from '#shared/domain/providers/resource-options';
import { anyOf, ofCluster, ofOffering, recordInstants } from '../_core/common-filters.ts';
import { settingEndDate } from '../_core/end-date.ts';
import { failureFields, viewFailure } from '../_core/failure.ts';
import type { Link, Listing } from '../_core/listing.ts';
import type { ApiOperation, ApiOperations, RestResource } from '../_core/operation.ts';
import { placementFields, viewPlacement } from '../_core/placement.ts';
import { resourceStateOperations } from '../_core/resource-state.ts';
import { terminationBody } from './orders/order-decision-bodies.ts';
import { resourceChangeBody, resourcePutBody } from './resource-change-body.ts';
import { optionsChangeBody } from './resource-options-body.ts';
import { newLimitsBody } from './site-agent-orders/site-agent-order-body.ts';

/** Fields of projects in shared clusters and of site agents' resources. For clusters, see `rancher-clusters`. */
const agentFields = z
  .object({
    description: z.string(),
    backend_id: z.string(),
    backend_metadata: z.record(z.string(), z.unknown()),
    /** Time when the site agent last compared the resource with its backend. Absent before the first comparison. */
    last_sync: z.string(),
    attributes: z.record(z.string(), z.unknown()),
    project_slug: z.string(),
    customer_slug: z.string(),
    ...failureFields,
    /** Only for a project in a shared cluster: a problem that remains after the order is done. */
    warning: z.string(),
  })
  .partial().shape;
const viewOwnFields = ({ siteAgent, rancherProject }: Resource) => {
  if (rancherProject) {
    const { projectName: namespace, clusterId: cluster_id, role, warning } = rancherProject;
    return { backend_metadata: { cluster_id, namespace, role }, ...(warning && { warning: warning.message }) };
  }
  if (!siteAgent) return {};
  const { backendMetadata: backend_metadata, lastSyncAt: last_sync } = siteAgent;
  return { backend_metadata, ...(last_sync !== undefined && { last_sync }) };
};
function viewLimitedPart(resource: Resource) {
  const part = limitedPartOf(resource);
  return (
    part && {
      description: part.description,
      backend_id: part.backendId,
      ...viewOwnFields(resource),
      attributes: { name: resource.name, description: part.description },
      project_slug: part.projectSlug,
      customer_slug: part.customerSlug,
      ...viewFailure(part.lastError),
    }
  );
}

export const resourceView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    name: z.string(),
    slug: z.string(),
    state: resourceState,
    /** The URL of the resource's cluster. Null for a resource that has no cluster of its own. */
    scope: z.string().nullable(),
    resource_uuid: z.string().nullable(),
    resource_type: z.literal('Rancher.Cluster').nullable(),
    ...placementFields,
    options: optionValues,
    /** The ordered amount of each component. Empty for a cluster. */
    limits,
    ...agentFields,
    /** The day on which the resource is terminated automatically, in UTC. */
    end_date: z.string().nullable(),
    /** The user who has set `end_date`. */
    end_date_requested_by: z.string().nullable(),
    end_date_updated_at: z.string().nullable(),
    order_in_progress_uuid: z.string().nullable(),
    created: z.string(),
    modified: z.string(),
  })
  .meta({ id: 'Resource' });
export type ResourceView = z.infer<typeof resourceView>;

const viewScope = (link: Link, { clusterUuid }: Resource) =>
  clusterUuid === undefined
    ? { scope: null, resource_uuid: null, resource_type: null }
    : {
        scope: link('rancher-clusters', clusterUuid),
        resource_uuid: clusterUuid,
        resource_type: 'Rancher.Cluster' as const,
      };

export function viewResource(link: Link, resource: Resource): ResourceView {
  return {
    url: link('marketplace-resources', resource.uuid),
    uuid: resource.uuid,
    name: resource.name,
    slug: resource.slug,
    state: resource.state,
    ...viewScope(link, resource),
    ...viewPlacement(link, resource, offeringTypeOf(resource)),
    options: resource.options,
    limits: limitedPartOf(resource)?.limits ?? {},
    ...viewLimitedPart(resource),
    end_date: resource.end?.date ?? null,
    end_date_requested_by: resource.end ? link('users', resource.end.requestedByUuid) : null,
    end_date_updated_at: resource.end?.updatedAt ?? null,
    order_in_progress_uuid: resource.pendingOrderUuid ?? null,
    created: resource.created,
    modified: resource.modified,
  };
}

export const terminatedView = z.object({ order_uuid: z.string() });
export const optionsSubmittedView = z.object({ status: z.string() });

const OFFERING_SHARED = '`true`: only resources of shared offerings. `false`: only resources of private offerings.';
/** Waldur's filters by properties that all resources of Paddock share. Each filter matches all resources or none. */
const RESOURCE_FLAGS = {
  offering_billable: () => true,
  usage_based: () => true,
  only_usage_based: () => true,
  limit_based: () => false,
  only_limit_based: () => false,
  downscaled: () => false,
  paused: () => false,
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
        ({ clusterUuid = '' }) => clusterUuid,
        ({ projectName }) => projectName,
        ({ customerName }) => customerName,
        ({ offeringName }) => offeringName,
      ),
    },
    equals: { name_exact: ({ name }) => name, slug: ({ slug }) => slug },
    oneOf: { offering_type: (resource) => OFFERING_TYPES[offeringTypeOf(resource)] },
    uuids: {
      offering_uuid: ({ offeringUuid }) => offeringUuid,
      offering: ({ offeringUuid }) => offeringUuid,
      plan_uuid: ({ planUuid }) => planUuid,
      resource_uuid: ({ clusterUuid }) => clusterUuid,
      scope: ({ clusterUuid }) => clusterUuid,
    },
    flags: { ...RESOURCE_FLAGS, has_terminate_date: ({ end }) => end !== undefined },
    instants: recordInstants,
    nothing: [
      'category_uuid',
      'component_count',
      'flavor_name',
      'image_name',
      'limit_component_count',
      'parent_offering_uuid',
      'service_manager_uuid',
    ],
    own: { ...ofOffering, ...ofCluster, offering_shared: z.boolean().meta({ description: OFFERING_SHARED }) },
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

const change = (body: z.ZodType, summary: string): ApiOperation => ({
  summary,
  rule: 'resource.update',
  body,
  reply: resourceView,
  description:
    'Changes the end date, and the name in the marketplace. To change the name of the cluster, use `rancher-clusters`.',
  bodyExample: { name: 'Web shop' },
  refuses: [400, 405, 409],
});

const operations: ApiOperations = {
  'GET /': { summary: 'List resources', rule: 'visible.list', listing: resourceListing },
  'GET /{uuid}/': { summary: 'Show a resource', rule: 'resource.see', selectable: true, reply: resourceView },
  'PATCH /{uuid}/': change(resourceChangeBody, 'Change name or end date of a resource'),
  'PUT /{uuid}/': change(resourcePutBody, 'Change name or end date of a resource; the name is required'),
  'POST /{uuid}/update_options/': {
    summary: 'Change the options of a resource',
    rule: 'resource.update_options',
    description:
      'Sets options that the offering defines in `resource_options`. Options that are left out stay. For a managed cluster that is ' +
      '`OK`, the options become labels of the cluster’s Secret in Argo CD before the call answers. Labels that others have set ' +
      'there stay as they are. After a 5xx, repeat the call to finish it.',
    body: optionsChangeBody,
    bodyExample: { options: { env: 'production' } },
    reply: optionsSubmittedView,
    replyExample: { status: 'Resource options are submitted' },
    refuses: [400, 405, 409, 502],
  },
  'POST /{uuid}/terminate/': {
    summary: 'Terminate a resource',
    rule: 'resource.terminate',
    description: 'The answer has the uuid of the order, which shows the progress. `attributes` must be empty.',
    body: terminationBody,
    bodyExample: {},
    reply: terminatedView,
    refuses: [400, 405],
  },
  'POST /{uuid}/update_limits/': {
    summary: 'Order new limits for a resource',
    rule: 'resource.update_limits',
    description:
      'For a project in a shared cluster, or a resource of a site agent. The answer has `order_uuid`. The new limits are valid when that order is `done`. 400 for clusters, because they have no limits that can be ordered.',
    body: newLimitsBody,
    bodyExample: { limits: { cpu: 64 } },
    reply: terminatedView,
    refuses: [400, 405, 409],
  },
  'POST /{uuid}/set_end_date/': settingEndDate('Set the end date of a resource', 'resource.update'),
  'POST /{uuid}/set_end_date_by_staff/': settingEndDate(
    'Set the end date of a resource, as staff',
    'resource.set_end_date_by_staff',
  ),
  ...resourceStateOperations,
};

export const marketplaceResourcesResource: RestResource = {
  group: 'Customers',
  is: 'Resources that customers have ordered. Change their options or terminate them here.',
  operations,
};
