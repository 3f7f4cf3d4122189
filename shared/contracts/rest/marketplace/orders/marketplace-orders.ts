import { z } from 'zod';
import { anyOf, ofOffering, recordInstants } from '#shared/contracts/rest/_core/common-filters';
import type { Listing } from '#shared/contracts/rest/_core/listing';
import type { ApiOperation, ApiOperations, RestResource } from '#shared/contracts/rest/_core/operation';
import type { Uuid } from '#shared/domain/_core/identifier';
import { offeringTypeOf } from '#shared/domain/marketplace/is-of-cluster';
import { OFFERING_TYPES } from '#shared/domain/marketplace/offering';
import { type Order, orderState } from '#shared/domain/marketplace/order';
import { may, type RuleName } from '#shared/domain/organizations/permission';
import { orderReportOperations } from '../site-agent-orders/site-agent-reports.ts';
import { IDEMPOTENCY_KEY, newOrderBody } from './new-order.ts';
import { NEW_ORDER_EXAMPLES, PLANNED_ORDER_EXAMPLES } from './new-order-example.ts';
import { consumerRejectionBody, providerApprovalBody, providerRejectionBody } from './order-decision-bodies.ts';
import { orderPlanView } from './order-plan.ts';
import { type OrderView, orderView, viewOrder } from './order-view.ts';

/** The answer to calls that only start an operation. */
export const scheduledView = z.object({ detail: z.string() });

/** The filter also accepts two states that no order in Paddock has, because Waldur's clients send them. */
const STATES = [...orderState.options, 'pending-project', 'pending-start-date'];
const TYPES = ['Create', 'Update', 'Terminate', 'Restore'];

const uuidsOf = ({ resourceUuid, clusterUuid }: Order): Uuid[] =>
  clusterUuid === undefined ? [resourceUuid] : [resourceUuid, clusterUuid];

export const orderListing: Listing<Order, OrderView> = {
  filters: {
    within: ['customer', 'project'],
    contains: {
      resource_name: ({ resourceName }) => resourceName,
      query: anyOf(
        ({ resourceName }) => resourceName,
        ({ uuid }) => uuid,
        ({ resourceUuid }) => resourceUuid,
        ({ projectName }) => projectName,
        ({ customerName }) => customerName,
        ({ offeringName }) => offeringName,
      ),
    },
    oneOf: { offering_type: (order) => OFFERING_TYPES[offeringTypeOf(order)] },
    uuids: {
      offering_uuid: ({ offeringUuid }) => offeringUuid,
      /**
       * Matches the uuid of the resource or the uuid of the cluster. Clients send the resource's uuid, but replies show
       * the cluster's uuid.
       */
      resource_uuid: uuidsOf,
      marketplace_resource_uuid: ({ resourceUuid }) => resourceUuid,
      resource: uuidsOf,
      offering: ({ offeringUuid }) => offeringUuid,
    },
    flags: {
      can_approve_as_consumer: (order, asker) =>
        order.state === 'pending-consumer' && asker !== undefined && may(asker, 'order.approve', order),
      can_approve_as_provider: ({ state, providerUuid }, asker) =>
        state === 'pending-provider' &&
        asker !== undefined &&
        may(
          asker,
          'order.approve_as_provider',
          providerUuid === undefined ? undefined : { customerUuid: providerUuid },
        ),
      was_auto_approved: () => false,
    },
    instants: recordInstants,
    nothing: ['category_uuid', 'parent_offering_uuid', 'service_manager_uuid', 'slug'],
    own: ofOffering,
    choices: {
      state: { values: STATES, of: ({ state }) => state },
      type: { values: TYPES, of: ({ type }) => type },
    },
    indexed: ['state', 'type', 'offering_uuid', 'resource_uuid', 'marketplace_resource_uuid'],
  },
  orderings: {
    created: ({ created }) => created,
    state: ({ state }) => state,
    consumer_reviewed_at: ({ approvedAt }) => approvedAt ?? '',
  },
  schema: orderView,
  view: viewOrder,
};

/** While the installation is read-only, decisions about orders are refused with 405. */
const decision = (summary: string, rule: RuleName) => ({ summary, rule, refuses: [405, 502] }) as const;
const APPROVED = { detail: 'Order has been approved.' };
const approval: ApiOperation = {
  ...decision('Approve an order', 'order.approve'),
  description:
    'For owners of the customer that orders. The order must be in `pending-consumer`. The approval starts the order. If the provider has to approve too, the order first waits in `pending-provider`.',
  reply: scheduledView,
  replyExample: APPROVED,
  refuses: [400, 405, 502],
};
const rejection: ApiOperation = {
  ...decision('Reject an order', 'order.reject'),
  body: consumerRejectionBody,
  bodyExample: { consumer_rejection_comment: 'We use the cluster of the other team.' },
};
const NAMES_TEXT =
  'Offering, plan, project, tenants, security groups and the clouds of a managed order may be given by name instead of uuid. In `nodes`, so may subnets, flavors and volume types. The caller must see exactly one object of that name. An order with `nodes` may leave out the tenant if the project has only one, and subnets if the tenant has only one.';

const operations: ApiOperations = {
  'GET /': { summary: 'List orders', rule: 'visible.list', listing: orderListing },
  'GET /{uuid}/': { summary: 'Show an order', rule: 'order.see', reply: orderView },
  'POST /': {
    summary: 'Place an order',
    rule: 'order.create',
    description:
      'An order of a cluster is checked against the live clouds before it is accepted. An order of an owner or of staff starts at once (`executing`). Orders of other users wait for approval (`pending-consumer`). If the offering has `auto_approve_remote_orders: false`, its provider has to approve too (`pending-provider`). With `auto_approve_in_service_provider_projects: true`, this does not apply to orders in projects of the provider’s own customer. Read the order until its state is `done`, `erred`, `rejected` or `canceled`. An order of a project in a shared cluster, or of a site agent’s offering, has `limits` and creates no cluster. ' +
      NAMES_TEXT,
    body: newOrderBody,
    bodyExamples: NEW_ORDER_EXAMPLES,
    headers: IDEMPOTENCY_KEY,
    status: 201,
    reply: orderView,
    refuses: [422, 502],
  },
  'POST /plan/': {
    summary: 'Check an order without placing it',
    rule: 'order.create',
    description:
      'The answer lists every check that the order would fail, and everything that the order would make. Nothing is stored. `hints` name choices that are allowed but risky, such as a single server. Placeholders in braces stand for values that exist only after the order is placed, such as `{cluster_uuid}`, or `{rancher_id}` for the id that Rancher will assign. Orders of a site agent’s offering are refused (400). For an order of a project in a shared cluster, `objects` is null, and `project` shows names, quota, groups, role and policies. For an order of a cluster that Cluster API makes, `objects` is null, and `cluster_api` shows the objects on the management cluster, the server groups and the machines. ' +
      NAMES_TEXT,
    body: newOrderBody,
    bodyExamples: PLANNED_ORDER_EXAMPLES,
    reply: orderPlanView,
    refuses: [502],
  },
  'POST /{uuid}/approve_by_consumer/': approval,
  'POST /{uuid}/approve/': approval,
  'POST /{uuid}/approve_by_provider/': {
    ...decision('Approve an order as its provider', 'order.approve_as_provider'),
    description:
      'For owners of the customer that sells the offering. The order must be in `pending-provider`. The approval starts the order. `attributes` must be empty, because an approval cannot change the order.',
    body: providerApprovalBody,
    bodyExample: {},
    reply: scheduledView,
    replyExample: APPROVED,
  },
  'POST /{uuid}/reject_by_consumer/': rejection,
  'POST /{uuid}/reject/': rejection,
  'POST /{uuid}/reject_by_provider/': {
    ...decision('Reject an order as its provider', 'order.approve_as_provider'),
    description: 'For owners of the customer that sells the offering. The order must be in `pending-provider`.',
    body: providerRejectionBody,
    bodyExample: { provider_rejection_comment: 'There is no room for a cluster of this size until next month.' },
  },
  'POST /{uuid}/cancel/': { ...decision('Cancel an order', 'order.cancel'), status: 202, reply: scheduledView },
  'POST /{uuid}/retry/': {
    ...decision('Retry a failed order', 'order.retry'),
    reply: scheduledView,
    replyExample: { detail: 'Order was scheduled again.' },
  },
  'DELETE /{uuid}/': {
    ...decision('Delete a pending order', 'order.delete'),
    description:
      'The order must be in `pending-consumer` or `pending-provider`. Orders that have started cannot be deleted, so that they stay on record.',
    status: 204,
  },
  ...orderReportOperations,
};

export const marketplaceOrdersResource: RestResource = {
  group: 'Customers',
  is: 'Orders: plan, place, approve, reject and follow them.',
  operations,
};
