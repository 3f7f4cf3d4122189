import type { OrderDeps } from '#shared/app/planning/order-deps';
import {
  setOrderBackendId,
  setOrderDone,
  setOrderErred,
  setOrderExecuting,
} from '#shared/app/site-agents/report-order';
import { readErredWords } from '#shared/contracts/rest/_core/resource-state';
import { readBackendId, reportedView } from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-reports';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

const says = (status: string) => ok(reportedView, { status });

/** Routes by which a site agent reports on its orders. */
export const orderReportRoutes = (deps: OrderDeps): Routes => ({
  'POST /{uuid}/set_state_done/': async ({ params, caller }) => {
    await setOrderDone(deps, caller, params.uuid ?? '');
    return says('Order is done.');
  },
  'POST /{uuid}/set_state_erred/': async ({ params, caller, request }) => {
    const read = () => readErredWords(readBody(request));
    await setOrderErred(deps, caller, { orderUuid: params.uuid ?? '', read });
    return says('Order is erred.');
  },
  'POST /{uuid}/set_state_executing/': async ({ params, caller }) => {
    await setOrderExecuting(deps, caller, params.uuid ?? '');
    return says('Order is executing.');
  },
  'POST /{uuid}/set_backend_id/': async ({ params, caller, request }) => {
    const read = () => readBackendId(readBody(request));
    await setOrderBackendId(deps, caller, { orderUuid: params.uuid ?? '', read });
    return says('Order backend_id has been updated.');
  },
});
