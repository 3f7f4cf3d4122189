import { getSold } from '#shared/app/get-sold';
import { listTeam } from '#shared/app/site-agent/list-team';
import type { OptionsDeps } from '#shared/app/update-resource-options';
import {
  providerResourceListing,
  providerResourceView,
  teamListing,
  viewProviderResource,
} from '#shared/contracts/rest/marketplace-provider-resources';
import { selectFields } from '../_http/field-selection.ts';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { listRoute } from '../_http/list-route.ts';
import { pageOf } from '../_http/page-of.ts';
import { byOfferingAndCluster, sightOfSeller } from '../_http/related-filters.ts';
import { ok } from '../_http/replies.ts';
import { resourceStateRoutes } from '../_http/resource-state-routes.ts';
import type { Routes } from '../_http/router.ts';
import { resourceReportRoutes } from './report-routes.ts';

/** What was bought, as those see it who sell it. */
export const marketplaceProviderResourcesRoutes = (deps: OptionsDeps): Routes => ({
  'GET /': listRoute(
    deps.store.resources,
    providerResourceListing,
    byOfferingAndCluster(deps, 'all'),
    sightOfSeller(deps),
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
