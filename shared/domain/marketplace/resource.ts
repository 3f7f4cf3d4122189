import { z } from 'zod';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { uuid } from '../_core/identifier.ts';
import { resourceEvent } from '../_core/lifecycle-events.ts';
import { record } from '../_core/record.ts';
import { withSlug } from '../_core/text/slug.ts';
import { PLACEMENT_AUDIT, placement } from '../organizations/placement.ts';
import { optionValues } from '../providers/resource-options.ts';
import { projectResource } from './rancher-project-order.ts';
import { resourceEnd } from './resource-end.ts';
import { agentResource } from './site-agent-order.ts';

export const resourceState = z.enum(['Creating', 'OK', 'Updating', 'Erred', 'Terminating', 'Terminated']);
export type ResourceState = z.infer<typeof resourceState>;

/**
 * A resource of the marketplace: a cluster, a project in a shared cluster, or a resource of a site agent. After the
 * resource is terminated, its record stays in the state `Terminated`.
 */
export const resource = withSlug(
  record.extend({
    name: z.string(),
    slug: z.string(),
    state: resourceState,
    ...placement.shape,
    /**
     * The cluster's uuid, which differs from the resource's uuid (docs/spec/waldur-rancher.md#states). Absent for a
     * resource of a site agent, and for a project.
     */
    clusterUuid: uuid.optional(),
    /**
     * The customer's values for the offering's options. For a managed cluster, these values are also labels in Argo CD
     * (docs/spec/orders.md#options-of-a-resource).
     */
    options: optionValues.default({}),
    managed: z.boolean().optional(),
    siteAgent: agentResource.optional(),
    rancherProject: projectResource.optional(),
    /** The day on which the resource is terminated automatically. Absent if the resource has no end date. */
    end: resourceEnd.optional(),
    /** The pending or executing order for the resource. A resource has at most one such order. */
    pendingOrderUuid: uuid.optional(),
  }),
);
export type Resource = z.infer<typeof resource>;

/**
 * The id of the resource in its backend: the cluster's uuid, the id that the site agent reported, or Rancher's id of the
 * project.
 */
const behindResource = ({ clusterUuid, siteAgent, rancherProject }: Resource): string | undefined =>
  clusterUuid ?? (siteAgent?.backendId || rancherProject?.backendId || undefined);

export const resourceRecord = defineRecord({
  name: 'RESOURCE',
  title: 'Resource',
  schema: resource,
  listedBy: ['customer', 'project'],
  filters: {
    states: {
      of: ({ state }) => state,
      groups: {
        resting: ['OK'],
        others: ['Creating', 'Updating', 'Erred', 'Terminating'],
        ended: ['Terminated'],
      },
      marks: {
        offering_uuid: ({ offeringUuid }) => offeringUuid,
        managed: ({ managed }) => (managed ? 'true' : undefined),
      },
    },
    name: ({ name }) => name,
    match: {
      of: behindResource,
      filters: {
        resource_uuid: ({ clusterUuid }) => (clusterUuid === undefined ? [] : [clusterUuid]),
        backend_id: (resource) => [behindResource(resource) ?? ''],
      },
    },
  },
  audit: {
    model: 'Marketplace.Resource',
    title: 'Resource',
    placeOf: (facts) => ({
      customerUuid: textOf(facts, 'customerUuid'),
      projectUuid: textOf(facts, 'projectUuid'),
      clusterUuid: textOf(facts, 'clusterUuid'),
      resourceUuid: textOf(facts, 'uuid'),
    }),
    created: 'marketplace_resource_create_requested',
    updated: resourceEvent,
    deleted: 'marketplace_resource_deleted',
    fields: {
      ...PLACEMENT_AUDIT,
      name: 'shown',
      slug: 'detail',
      state: 'shown',
      clusterUuid: 'detail',
      options: 'shown',
      managed: 'detail',
      siteAgent: 'detail',
      rancherProject: 'detail',
      end: 'shown',
      pendingOrderUuid: 'hidden',
    },
  },
});
