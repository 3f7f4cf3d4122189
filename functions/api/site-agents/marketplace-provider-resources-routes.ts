import { getSoldResource } from '#shared/app/marketplace/get-sold-resource';
import type { OptionsDeps } from '#shared/app/marketplace/update-resource-options';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { listTeam } from '#shared/app/site-agents/list-team';
import {
  refreshLastSync,
  setResourceBackendId,
  setResourceLimits,
  setResourceMetadata,
} from '#shared/app/site-agents/report-resource';
import { setSoldResourceErred, setSoldResourceOk } from '#shared/app/site-agents/set-sold-resource-state';
import { parseErredWords, stateSetView } from '#shared/contracts/rest/_core/resource-state';
import { parseNewLimits } from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-order-body';
import {
  parseBackendId,
  parseMetadata,
  reportedView,
} from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-reports';
import {
  providerResourceListing,
  providerResourceView,
  teamListing,
  viewProviderResource,
} from '#shared/contracts/rest/site-agents/marketplace-provider-resources';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, selectFields } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { byOfferingAndCluster, visibilityOfSeller } from '../_http/lists/related-filters.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { endDateRoutes } from '../marketplace/end-date-routes.ts';
import { resourceStateRoutes } from '../marketplace/resource-state-routes.ts';

/** Routes for sellers: the resources of the offerings that they sell. */
export const marketplaceProviderResourcesRoutes = (deps: OptionsDeps): Routes => ({
  'GET /': listRoute(
    deps.store.resources,
    providerResourceListing,
    byOfferingAndCluster(deps, 'all'),
    visibilityOfSeller(deps),
  ),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const resource = await getSoldResource(deps, caller, params.uuid ?? '');
    const reply = ok(providerResourceView, viewProviderResource(link, resource));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'GET /{uuid}/team/': async (call) => {
    const { matches = () => true } = readFilters(call, teamListing.filters);
    const team = await listTeam(deps, call.caller, call.params.uuid ?? '');
    return listReply(call, pageOf(team.filter(matches)), teamListing);
  },
  ...resourceReportRoutes(deps),
  'POST /{uuid}/unlink/': resourceStateRoutes(deps, 'resource').unlink,
  'POST /{uuid}/set_end_date/': endDateRoutes(deps).seller,
  'POST /{uuid}/set_end_date_by_provider/': endDateRoutes(deps).seller,
  'POST /{uuid}/set_end_date_by_staff/': endDateRoutes(deps).staff,
});

const says = (status: string) => ok(reportedView, { status });
type Deps = Pick<OrderDeps, 'store' | 'clock' | 'ids' | 'site'>;

/** Routes with which a site agent reports on the resources of its offerings. */
const resourceReportRoutes = (deps: Deps): Routes => ({
  'POST /{uuid}/set_backend_id/': async ({ params, caller, request }) => {
    const read = () => parseBackendId(readBody(request));
    await setResourceBackendId(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource backend_id has been changed.');
  },
  'POST /{uuid}/set_limits/': async ({ params, caller, request }) => {
    const read = () => parseNewLimits(readBody(request));
    await setResourceLimits(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource limits are set.');
  },
  'POST /{uuid}/set_backend_metadata/': async ({ params, caller, request }) => {
    const read = () => parseMetadata(readBody(request));
    await setResourceMetadata(deps, caller, { uuidText: params.uuid ?? '', read });
    return says('Resource backend_metadata has been changed.');
  },
  'POST /{uuid}/set_as_ok/': async ({ params, caller }) => {
    await setSoldResourceOk(deps, caller, params.uuid ?? '');
    return ok(stateSetView, { detail: 'The state is OK.' });
  },
  'POST /{uuid}/set_as_erred/': async ({ params, caller, request }) => {
    const read = () => parseErredWords(readBody(request));
    await setSoldResourceErred(deps, caller, { uuidText: params.uuid ?? '', read });
    return ok(stateSetView, { detail: 'The state is erred.' });
  },
  'POST /{uuid}/refresh_last_sync/': async ({ params, caller }) => {
    await refreshLastSync(deps, caller, params.uuid ?? '');
    return says('Resource last_sync has been refreshed.');
  },
});
