import { z } from 'zod';
import { Conflict, Misconfigured } from '#shared/errors';
import { textOf } from '../_core/audit-schema.ts';
import { defineRecord } from '../_core/define-record.ts';
import { failure } from '../_core/failure.ts';
import { instant, type Uuid, uuid } from '../_core/identifier.ts';
import { orderEvent } from '../_core/lifecycle-events.ts';
import type { ProjectMachine } from '../_core/operation.ts';
import { changed, type RecordBase, record } from '../_core/record.ts';
import { type ManagedAttributes, managedAttributes } from '../infrastructure/managed-attributes.ts';
import { PLACEMENT_AUDIT, placement } from '../organizations/placement.ts';
import { type OrderAttributes, orderAttributes } from '../planning/order-attributes.ts';
import { isTenantOffering, type Offering } from './offering.ts';
import { projectOrder } from './rancher-project-order.ts';
import { agentOrder } from './site-agent-order.ts';

/** Waldur's states of orders, as far as Paddock uses them (docs/spec/orders.md#order-states). */
export const orderState = z.enum([
  'pending-consumer',
  'pending-provider',
  'executing',
  'done',
  'erred',
  'canceled',
  'rejected',
]);
export type OrderState = z.infer<typeof orderState>;

/** `Update` changes limits. Clusters have no orders of the type `Update`. */
export const orderType = z.enum(['Create', 'Update', 'Terminate']);
export type OrderType = z.infer<typeof orderType>;
/** The state machine that carries out an order of a project in a shared cluster. */
export const PROJECT_MACHINES: Readonly<Record<OrderType, ProjectMachine>> = {
  Create: 'create-rancher-project',
  Update: 'update-rancher-project',
  Terminate: 'delete-rancher-project',
};

export const order = record.extend({
  type: orderType,
  state: orderState,
  ...placement.shape,
  resourceUuid: uuid,
  resourceName: z.string(),
  /** The cluster of the order. An order of a site agent or of a project has no cluster. */
  clusterUuid: uuid.optional(),
  /** The attributes of an order of a self-managed cluster. */
  attributes: orderAttributes.optional(),
  /** The attributes of an order of a managed cluster. */
  managedAttributes: managedAttributes.optional(),
  /** The contents of an order that a site agent carries out. */
  siteAgent: agentOrder.optional(),
  /** The contents of an order of a project in a shared cluster. */
  rancherProject: projectOrder.optional(),
  createdByUuid: uuid,
  approvedByUuid: uuid.optional(),
  approvedAt: instant.optional(),
  /**
   * The user who has approved or rejected the order for the provider. Set only if the offering requires the provider's
   * approval.
   */
  providerReviewedByUuid: uuid.optional(),
  providerReviewedAt: instant.optional(),
  consumerRejectionComment: z.string().optional(),
  providerRejectionComment: z.string().optional(),
  completedAt: instant.optional(),
  /** The result of the order, as text. Set only for an order that has deleted a cluster. */
  output: z.string().optional(),
  lastError: failure.optional(),
});
export type Order = z.infer<typeof order>;

/** The attributes of an order of a self-managed cluster. Throws Misconfigured for any other order. */
export const attributesOf = (order: Order): OrderAttributes => order.attributes ?? refuseToPlan(order);

/** The attributes of an order of a managed cluster. Throws Misconfigured for any other order. */
export const managedAttributesOf = (order: Order): ManagedAttributes => order.managedAttributes ?? refuseToPlan(order);

function refuseToPlan({ uuid }: Order): never {
  throw new Misconfigured(`Order ${uuid} has no attributes from which to plan a cluster.`);
}

const NEXT: Readonly<Record<OrderState, readonly OrderState[]>> = {
  'pending-consumer': ['pending-provider', 'executing', 'canceled', 'rejected'],
  'pending-provider': ['executing', 'canceled', 'rejected'],
  executing: ['done', 'erred', 'canceled'],
  erred: ['executing', 'canceled'],
  done: [],
  canceled: [],
  rejected: [],
};

/** States of an order that has not started. Such an order can be rejected, cancelled or deleted. */
export const PENDING_STATES = ['pending-consumer', 'pending-provider'] as const satisfies OrderState[];
export const isPending = ({ state }: Pick<Order, 'state'>): boolean => PENDING_STATES.some((it) => it === state);

/** The order in a new state. Throws Conflict if `NEXT` does not allow this state. */
export function orderMovesTo(
  from: Order,
  state: OrderState,
  now: Date,
  fields: Partial<Omit<Order, keyof RecordBase>> = {},
): Order {
  if (!NEXT[from.state].includes(state))
    throw new Conflict(`The order cannot change from state ${from.state} to state ${state}.`);
  return changed(from, now, { ...fields, state });
}

export const orderRecord = defineRecord({
  name: 'ORDER',
  title: 'Order',
  schema: order,
  listedBy: ['customer', 'project'],
  filters: {
    states: {
      of: ({ state }) => state,
      groups: {
        open: ['pending-consumer', 'pending-provider', 'executing'],
        done: ['done'],
        failed: ['erred', 'canceled', 'rejected'],
      },
      marks: { offering_uuid: ({ offeringUuid }) => offeringUuid, type: ({ type }) => type },
    },
    match: {
      of: ({ resourceUuid }) => resourceUuid,
      filters: {
        resource_uuid: ({ resourceUuid, clusterUuid }) => [
          resourceUuid,
          ...(clusterUuid === undefined ? [] : [clusterUuid]),
        ],
        marketplace_resource_uuid: ({ resourceUuid }) => [resourceUuid],
      },
    },
  },
  audit: {
    model: 'Marketplace.Order',
    title: 'Order of',
    nameOf: (facts) => textOf(facts, 'resourceName') ?? '',
    created: 'marketplace_order_created',
    updated: orderEvent,
    deleted: 'marketplace_order_deleted',
    fields: {
      ...PLACEMENT_AUDIT,
      type: 'shown',
      state: 'shown',
      resourceUuid: 'detail',
      resourceName: 'detail',
      clusterUuid: 'detail',
      attributes: 'hidden',
      managedAttributes: 'hidden',
      siteAgent: 'detail',
      rancherProject: 'detail',
      createdByUuid: 'detail',
      approvedByUuid: 'shown',
      approvedAt: 'detail',
      providerReviewedByUuid: 'shown',
      providerReviewedAt: 'detail',
      consumerRejectionComment: 'shown',
      providerRejectionComment: 'shown',
      completedAt: 'detail',
      output: 'detail',
      lastError: 'shown',
    },
  },
});

/**
 * Whether the provider must also approve an order after the buyer has approved it. An offering can require the
 * provider's approval for all orders, or only for orders of customers other than the offering's customer. If the
 * offering is a cloud for managed clusters, or was deleted, the provider's approval is not required.
 */
export function isPendingProvider(offering: Offering | undefined, { customerUuid }: { customerUuid: Uuid }): boolean {
  if (offering === undefined || isTenantOffering(offering)) return false;
  const { auto_approve_remote_orders = true, auto_approve_in_service_provider_projects = false } =
    offering.pluginOptions;
  const isOwn = auto_approve_in_service_provider_projects && offering.customerUuid === customerUuid;
  return !auto_approve_remote_orders && !isOwn;
}
