import { approveOrder } from '#shared/app/approve-order';
import { cancelOrder } from '#shared/app/cancel-order';
import { createOrderOnce } from '#shared/app/create-order-once';
import { getVisible, seenBy } from '#shared/app/get-visible';
import type { OrderDeps } from '#shared/app/order-deps';
import { previewOrder } from '#shared/app/preview-order';
import { rejectOrder } from '#shared/app/reject-order';
import { retryOrder } from '#shared/app/retry-order';
import { orderListing, orderView, scheduledView, viewOrder } from '#shared/contracts/rest/marketplace-orders';
import { readNewOrder } from '#shared/contracts/rest/new-order';
import { orderPlanView, viewOrderPlan } from '#shared/contracts/rest/order-plan';
import { markReplayed, readIdempotency } from '../_http/idempotency.ts';
import { listRoute } from '../_http/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { byOffering } from '../_http/related-filters.ts';
import { type ApiReply, created, done, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Decide = typeof approveOrder;
const decisionRoute =
  (deps: OrderDeps, decide: Decide, reply: ApiReply): Route =>
  async ({ params, caller, request: { correlationId } }: Call) => {
    await decide(deps, caller, { orderUuid: params.uuid ?? '', correlationId });
    return reply;
  };
const accepted = (detail: string): ApiReply => ({ ...ok(scheduledView, { detail }), status: 202 });

export const marketplaceOrdersRoutes = (deps: OrderDeps): Routes => ({
  'GET /': listRoute(deps.store.orders, orderListing, byOffering(deps)),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const order = await getVisible(deps.store.orders, 'Order', params.uuid ?? '', seenBy(caller));
    return ok(orderView, viewOrder(link, order));
  },
  'POST /': async ({ request, caller, link }) => {
    const body = readBody(request);
    const once = readIdempotency(request, body);
    const input = { ...readNewOrder(body, deps.site), correlationId: request.correlationId };
    const { order, isReplayed } = await createOrderOnce(deps, caller, input, once);
    return markReplayed(created(orderView, viewOrder(link, order)), isReplayed);
  },
  'POST /plan/': async ({ request, caller }) => {
    const preview = await previewOrder(deps, caller, readNewOrder(readBody(request), deps.site));
    return ok(orderPlanView, viewOrderPlan(preview));
  },
  'POST /{uuid}/approve_by_consumer/': decisionRoute(deps, approveOrder, done),
  'POST /{uuid}/approve/': decisionRoute(deps, approveOrder, done),
  'POST /{uuid}/reject_by_consumer/': decisionRoute(deps, rejectOrder, done),
  'POST /{uuid}/reject/': decisionRoute(deps, rejectOrder, done),
  'POST /{uuid}/cancel/': decisionRoute(deps, cancelOrder, accepted('Order cancelling was scheduled.')),
  'POST /{uuid}/retry/': decisionRoute(deps, retryOrder, accepted('Order was scheduled again.')),
});
