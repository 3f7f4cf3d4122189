import type { OrderDeps } from '#shared/app/planning/order-deps';
import {
  refreshLastSync,
  setResourceBackendId,
  setResourceLimits,
  setResourceMetadata,
} from '#shared/app/site-agents/report-resource';
import { setSoldResourceErred, setSoldResourceOk } from '#shared/app/site-agents/set-sold-resource-state';
import { readErredWords, stateSetView } from '#shared/contracts/rest/_core/resource-state';
import { readNewLimits } from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-order-body';
import {
  readBackendId,
  readMetadata,
  reportedView,
} from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-reports';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

const says = (status: string) => ok(reportedView, { status });
type Deps = Pick<OrderDeps, 'store' | 'clock' | 'ids' | 'site'>;

/** Routes by which a site agent reports on its resources. */
export const resourceReportRoutes = (deps: Deps): Routes => ({
  'POST /{uuid}/set_backend_id/': async ({ params, caller, request }) => {
    const read = () => readBackendId(readBody(request));
    await setResourceBackendId(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource backend_id has been changed.');
  },
  'POST /{uuid}/set_limits/': async ({ params, caller, request }) => {
    const read = () => readNewLimits(readBody(request));
    await setResourceLimits(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource limits are set.');
  },
  'POST /{uuid}/set_backend_metadata/': async ({ params, caller, request }) => {
    const read = () => readMetadata(readBody(request));
    await setResourceMetadata(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource backend_metadata has been changed.');
  },
  'POST /{uuid}/set_as_ok/': async ({ params, caller }) => {
    await setSoldResourceOk(deps, caller, params.uuid ?? '');
    return ok(stateSetView, { detail: 'The state is OK.' });
  },
  'POST /{uuid}/set_as_erred/': async ({ params, caller, request }) => {
    const read = () => readErredWords(readBody(request));
    await setSoldResourceErred(deps, caller, { uuidText: params.uuid ?? '', read });
    return ok(stateSetView, { detail: 'The state is erred.' });
  },
  'POST /{uuid}/refresh_last_sync/': async ({ params, caller }) => {
    await refreshLastSync(deps, caller, params.uuid ?? '');
    return says('Resource last_sync has been refreshed.');
  },
});
