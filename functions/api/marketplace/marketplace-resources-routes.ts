import { getVisible, soldTo } from '#shared/app/_core/get-visible';
import { terminateResource } from '#shared/app/marketplace/terminate-resource';
import { updateResource } from '#shared/app/marketplace/update-resource';
import { type OptionsDeps, updateResourceOptions } from '#shared/app/marketplace/update-resource-options';
import { updateLimits } from '#shared/app/site-agents/update-limits';
import { parseBody } from '#shared/contracts/rest/_core/parse-body';
import {
  optionsSubmittedView,
  resourceListing,
  resourceView,
  terminatedView,
  viewResource,
} from '#shared/contracts/rest/marketplace/marketplace-resources';
import { parseTermination } from '#shared/contracts/rest/marketplace/orders/order-decision-bodies';
import { resourceChangeBody, resourcePutBody } from '#shared/contracts/rest/marketplace/resource-change-body';
import { parseOptionsChange } from '#shared/contracts/rest/marketplace/resource-options-body';
import { parseNewLimits } from '#shared/contracts/rest/marketplace/site-agent-orders/site-agent-order-body';
import { selectFields } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { byOfferingAndCluster, visibilityOfSales } from '../_http/lists/related-filters.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Route, Routes } from '../_http/router.ts';
import { endDateRoutes } from './end-date-routes.ts';
import { resourceStateRoutes } from './resource-state-routes.ts';

const changeRoute =
  (deps: OptionsDeps, body: typeof resourceChangeBody | typeof resourcePutBody): Route =>
  async ({ request, params, caller, link }) => {
    const parseChange = () => parseBody(body, readBody(request));
    const resource = await updateResource(deps, caller, { uuidText: params.uuid ?? '', parseChange });
    return ok(resourceView, viewResource(link, resource));
  };

/** Routes with which staff changes resources by hand. */
const resourcesByHandRoutes = (deps: OptionsDeps): Routes => {
  const { ok: setOk, erred, unlink } = resourceStateRoutes(deps, 'resource');
  const { staff } = endDateRoutes(deps);
  return {
    'POST /{uuid}/set_as_ok/': setOk,
    'POST /{uuid}/set_as_erred/': erred,
    'POST /{uuid}/unlink/': unlink,
    'POST /{uuid}/set_end_date_by_staff/': staff,
  };
};

export const marketplaceResourcesRoutes = (deps: OptionsDeps): Routes => ({
  'GET /': listRoute(deps.store.resources, resourceListing, byOfferingAndCluster(deps), visibilityOfSales(deps)),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const resource = await getVisible(deps.store.resources, 'Resource', params.uuid ?? '', soldTo(caller));
    const reply = ok(resourceView, viewResource(link, resource));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'PATCH /{uuid}/': changeRoute(deps, resourceChangeBody),
  'PUT /{uuid}/': changeRoute(deps, resourcePutBody),
  'POST /{uuid}/update_options/': async ({ request, params, caller }) => {
    await updateResourceOptions(deps, caller, {
      uuidText: params.uuid ?? '',
      optionsOf: (definition, areLabels) => parseOptionsChange(definition, readBody(request), areLabels),
    });
    return ok(optionsSubmittedView, { status: 'Resource options are submitted' });
  },
  'POST /{uuid}/terminate/': async ({ request, params, caller }) => {
    const order = await terminateResource(deps, caller, {
      resourceUuid: params.uuid ?? '',
      correlationId: request.correlationId,
      readBody: () => parseTermination(readBody(request)),
    });
    return ok(terminatedView, { order_uuid: order.uuid });
  },
  'POST /{uuid}/update_limits/': async ({ request, params, caller }) => {
    const read = () => parseNewLimits(readBody(request));
    const asked = { uuidText: params.uuid ?? '', correlationId: request.correlationId, read };
    const order = await updateLimits(deps, caller, asked);
    return ok(terminatedView, { order_uuid: order.uuid });
  },
  'POST /{uuid}/set_end_date/': endDateRoutes(deps).buyer,
  ...resourcesByHandRoutes(deps),
});
