import { z } from 'zod';
import { failureFields, viewFailure } from '#shared/contracts/rest/_core/failure';
import type { Link } from '#shared/contracts/rest/_core/listing';
import { placementFields, viewPlacement } from '#shared/contracts/rest/_core/placement';
import { isOfCluster, offeringTypeOf } from '#shared/domain/marketplace/is-of-cluster';
import { limitedOrderOf } from '#shared/domain/marketplace/limited-part';
import { type Order, orderState, orderType } from '#shared/domain/marketplace/order';
import { limits } from '#shared/domain/marketplace/site-agent-order';
import type { Caller } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import { viewManagedAttributes } from './managed-attributes-body.ts';
import { viewOrderAttributes } from './order-attributes-body.ts';

export const orderView = z
  .object({
    url: z.string(),
    uuid: z.string(),
    type: orderType,
    state: orderState,
    ...placementFields,
    marketplace_resource: z.string(),
    marketplace_resource_uuid: z.string(),
    /** The uuid of the order's cluster. Null for a resource of a site agent. */
    resource_uuid: z.string().nullable(),
    resource_name: z.string(),
    resource_type: z.literal('Rancher.Cluster').nullable(),
    attributes: z.record(z.string(), z.unknown()),
    /** The ordered amount of each component. Empty for clusters. */
    limits,
    /** The id that a site agent gave to the resource. */
    backend_id: z.string(),
    project_slug: z.string().optional(),
    customer_slug: z.string().optional(),
    created_by: z.string(),
    created_by_uuid: z.string(),
    consumer_reviewed_by: z.string().nullable(),
    consumer_reviewed_at: z.string().nullable(),
    consumer_rejection_comment: z.string(),
    provider_reviewed_by: z.string().nullable(),
    provider_reviewed_at: z.string().nullable(),
    provider_rejection_comment: z.string(),
    created: z.string(),
    modified: z.string(),
    completed_at: z.string().nullable(),
    /**
     * The proof of a deletion: the lines of the cluster's timeline about the deletion, each with its time. Empty for
     * other orders and until the deletion has ended.
     */
    output: z.string(),
    output_updated_at: z.string().nullable(),
    ...failureFields,
  })
  .meta({ id: 'Order' });
export type OrderView = z.infer<typeof orderView>;

/** Whether the caller sees fields that may contain secrets. Whoever decides about an order with these fields has to. */
const seesSecrets = (asker: Caller | undefined, order: Order): boolean =>
  asker !== undefined && may(asker, 'cluster.set_root_fields', order);

function viewAttributes(order: Order, withSecrets: boolean): Record<string, unknown> {
  const { type, attributes, managedAttributes, resourceName } = order;
  const limited = limitedOrderOf(order);
  if (limited && type === 'Create') return { name: resourceName, description: limited.description };
  if (managedAttributes) return viewManagedAttributes(managedAttributes, withSecrets);
  return attributes ? viewOrderAttributes(attributes, withSecrets) : {};
}

/** Shows an order. `asker` is the caller. Fields that may contain secrets are left out for callers who may not set them. */
export function viewOrder(link: Link, order: Order, asker?: Caller): OrderView {
  const limited = limitedOrderOf(order);
  return {
    url: link('marketplace-orders', order.uuid),
    uuid: order.uuid,
    type: order.type,
    state: order.state,
    ...viewPlacement(link, order, offeringTypeOf(order)),
    marketplace_resource: link('marketplace-resources', order.resourceUuid),
    marketplace_resource_uuid: order.resourceUuid,
    resource_uuid: order.clusterUuid ?? null,
    resource_name: order.resourceName,
    resource_type: isOfCluster(order) ? 'Rancher.Cluster' : null,
    attributes: viewAttributes(order, seesSecrets(asker, order)),
    limits: limited?.limits ?? {},
    backend_id: order.siteAgent?.backendId ?? '',
    ...(limited && { project_slug: limited.projectSlug, customer_slug: limited.customerSlug }),
    created_by: link('users', order.createdByUuid),
    created_by_uuid: order.createdByUuid,
    consumer_reviewed_by: order.approvedByUuid === undefined ? null : link('users', order.approvedByUuid),
    consumer_reviewed_at: order.approvedAt ?? null,
    consumer_rejection_comment: order.consumerRejectionComment ?? '',
    provider_reviewed_by:
      order.providerReviewedByUuid === undefined ? null : link('users', order.providerReviewedByUuid),
    provider_reviewed_at: order.providerReviewedAt ?? null,
    provider_rejection_comment: order.providerRejectionComment ?? '',
    created: order.created,
    modified: order.modified,
    completed_at: order.completedAt ?? null,
    output: order.output ?? '',
    output_updated_at: order.output === undefined ? null : (order.completedAt ?? null),
    ...viewFailure(order.lastError),
  };
}
