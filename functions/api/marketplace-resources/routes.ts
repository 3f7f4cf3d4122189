import { getVisible, seenBy } from '#shared/app/get-visible';
import { terminateResource } from '#shared/app/terminate-resource';
import { type OptionsDeps, updateResourceOptions } from '#shared/app/update-resource-options';
import {
  optionsSubmittedView,
  resourceListing,
  resourceView,
  terminatedView,
  viewResource,
} from '#shared/contracts/rest/marketplace-resources';
import { readOptionsChange } from '#shared/contracts/rest/resource-options-body';
import { selectFields } from '../_http/field-selection.ts';
import { listRoute } from '../_http/list-route.ts';
import { readBody } from '../_http/negotiate.ts';
import { byOfferingAndCluster } from '../_http/related-filters.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

export const marketplaceResourcesRoutes = (deps: OptionsDeps): Routes => ({
  'GET /': listRoute(deps.store.resources, resourceListing, byOfferingAndCluster(deps)),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const resource = await getVisible(deps.store.resources, 'Resource', params.uuid ?? '', seenBy(caller));
    const reply = ok(resourceView, viewResource(link, resource));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'POST /{uuid}/update_options/': async ({ request, params, caller }) => {
    await updateResourceOptions(deps, caller, {
      uuidText: params.uuid ?? '',
      optionsOf: (definition, areLabels) => readOptionsChange(definition, readBody(request), areLabels),
    });
    return ok(optionsSubmittedView, { status: 'Resource options are submitted' });
  },
  'POST /{uuid}/terminate/': async ({ request: { correlationId }, params, caller }) => {
    const order = await terminateResource(deps, caller, { resourceUuid: params.uuid ?? '', correlationId });
    return ok(terminatedView, { order_uuid: order.uuid });
  },
});
