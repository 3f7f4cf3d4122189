import { getSold } from '#shared/app/marketplace/get-sold';
import type { OptionsDeps } from '#shared/app/marketplace/update-resource-options';
import { listTeam } from '#shared/app/site-agents/list-team';
import {
  providerResourceListing,
  providerResourceView,
  teamListing,
  viewProviderResource,
} from '#shared/contracts/rest/site-agents/marketplace-provider-resources';
import { selectFields } from '../_http/lists/field-selection.ts';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { pageOf } from '../_http/lists/page-of.ts';
import { byOfferingAndCluster, visibilityOfSeller } from '../_http/lists/related-filters.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';
import { resourceStateRoutes } from '../marketplace/resource-state-routes.ts';
import { resourceReportRoutes } from './resource-report-routes.ts';

/** The seller's view of resources. */
export const marketplaceProviderResourcesRoutes = (deps: OptionsDeps): Routes => ({
  'GET /': listRoute(
    deps.store.resources,
    providerResourceListing,
    byOfferingAndCluster(deps, 'all'),
    visibilityOfSeller(deps),
  ),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const resource = await getSold(deps, caller, params.uuid ?? '');
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
});
