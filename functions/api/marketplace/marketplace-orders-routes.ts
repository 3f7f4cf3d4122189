import { getVisible, soldTo } from '#shared/app/_core/get-visible';
import { resolveOrderNames } from '#shared/app/marketplace/order-names/resolve-order-names';
import { approveOrder, approveOrderAsProvider } from '#shared/app/marketplace/orders/approve-order';
import { cancelOrder } from '#shared/app/marketplace/orders/cancel-order';
import { createOrderOnce } from '#shared/app/marketplace/orders/create-order-once';
import { deleteOrder } from '#shared/app/marketplace/orders/discard-order';
import { previewOrder } from '#shared/app/marketplace/orders/preview-order';
import { rejectOrder, rejectOrderAsProvider } from '#shared/app/marketplace/orders/reject-order';
import { retryOrder } from '#shared/app/marketplace/orders/retry-order';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import {
  setOrderBackendId,
  setOrderDone,
  setOrderErred,
  setOrderExecuting,
} from '#shared/app/site-agents/report-order';
import { parseErredWords } from '#shared/contracts/rest/_core/resource-state';
import { orderListing, scheduledView } from '#shared/contracts/rest/marketplace/orders/marketplace-orders';
import { parseNewOrder } from '#shared/contracts/rest/marketplace/orders/new-order';
import {
  parseConsumerApproval,
  parseConsumerRejection,
  parseProviderApproval,
  parseProviderRejection,
} from '#shared/contracts/rest/marketplace/orders/order-decision-bodies';
import { orderPlanView, viewOrderPlan } from '#shared/contracts/rest/marketplace/orders/order-plan';
import { orderView, viewOrder } from '#shared/contracts/rest/marketplace/orders/order-view';
import { parseBackendId, reportedView } from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-reports';
import { markReplayed, readIdempotency } from '../_http/idempotency.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { byOffering, visibilityOfSales } from '../_http/lists/related-filters.ts';
import { readBody } from '../_http/negotiate.ts';
import { type ApiReply, created, done, noContent, ok } from '../_http/replies.ts';
import type { Call, Route, Routes } from '../_http/router.ts';

type Decide = (...args: Parameters<typeof approveOrder>) => Promise<unknown>;
type ReadWords = (body: unknown) => { comment?: string };
const decisionRoute =
  (deps: OrderDeps, decide: Decide, reply: ApiReply, read?: ReadWords): Route =>
  async ({ params, caller, request }: Call) => {
    const { correlationId } = request;
    await decide(deps, caller, {
      orderUuid: params.uuid ?? '',
      correlationId,
      ...(read && { readWords: () => read(readBody(request)) }),
    });
    return reply;
  };
const says = (detail: string): ApiReply => ok(scheduledView, { detail });
const accepted = (detail: string): ApiReply => ({ ...says(detail), status: 202 });
const approved = says('Order has been approved.');

export const marketplaceOrdersRoutes = (deps: OrderDeps): Routes => ({
  'GET /': listRoute(deps.store.orders, orderListing, byOffering(deps), visibilityOfSales(deps)),
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const order = await getVisible(deps.store.orders, 'Order', params.uuid ?? '', soldTo(caller));
    return ok(orderView, viewOrder(link, order, caller));
  },
  'POST /': async ({ request, caller, link }) => {
    const body = readBody(request);
    const once = readIdempotency(request, body);
    const { correlationId } = request;
    const read = async () => {
      const named = await resolveOrderNames(deps, caller, body);
      return { ...parseNewOrder(named, deps.site), correlationId };
    };
    const { order, isReplayed } = await createOrderOnce(deps, caller, read, once);
    return markReplayed(created(orderView, viewOrder(link, order, caller)), isReplayed);
  },
  'POST /plan/': async ({ request, caller }) => {
    const named = await resolveOrderNames(deps, caller, readBody(request));
    const preview = await previewOrder(deps, caller, parseNewOrder(named, deps.site));
    return ok(orderPlanView, viewOrderPlan({ ...preview, currency: deps.site.currency }));
  },
  'POST /{uuid}/approve_by_consumer/': decisionRoute(deps, approveOrder, approved, parseConsumerApproval),
  'POST /{uuid}/approve/': decisionRoute(deps, approveOrder, approved, parseConsumerApproval),
  'POST /{uuid}/approve_by_provider/': decisionRoute(deps, approveOrderAsProvider, approved, parseProviderApproval),
  'POST /{uuid}/reject_by_consumer/': decisionRoute(deps, rejectOrder, done, parseConsumerRejection),
  'POST /{uuid}/reject/': decisionRoute(deps, rejectOrder, done, parseConsumerRejection),
  'POST /{uuid}/reject_by_provider/': decisionRoute(deps, rejectOrderAsProvider, done, parseProviderRejection),
  'POST /{uuid}/cancel/': decisionRoute(deps, cancelOrder, accepted('Order cancelling was scheduled.')),
  'POST /{uuid}/retry/': decisionRoute(deps, retryOrder, says('Order was scheduled again.')),
  'DELETE /{uuid}/': decisionRoute(deps, deleteOrder, noContent),
  ...orderReportRoutes(deps),
});

const reported = (status: string) => ok(reportedView, { status });

/** Routes by which a site agent reports on its orders. */
const orderReportRoutes = (deps: OrderDeps): Routes => ({
  'POST /{uuid}/set_state_done/': async ({ params, caller }) => {
    await setOrderDone(deps, caller, params.uuid ?? '');
    return reported('Order is done.');
  },
  'POST /{uuid}/set_state_erred/': async ({ params, caller, request }) => {
    const read = () => parseErredWords(readBody(request));
    await setOrderErred(deps, caller, { orderUuid: params.uuid ?? '', read });
    return reported('Order is erred.');
  },
  'POST /{uuid}/set_state_executing/': async ({ params, caller, request }) => {
    const { correlationId } = request;
    await setOrderExecuting(deps, caller, { orderUuid: params.uuid ?? '', correlationId });
    return reported('Order is executing.');
  },
  'POST /{uuid}/set_backend_id/': async ({ params, caller, request }) => {
    const read = () => parseBackendId(readBody(request));
    await setOrderBackendId(deps, caller, { orderUuid: params.uuid ?? '', read });
    return reported('Order backend_id has been updated.');
  },
});
