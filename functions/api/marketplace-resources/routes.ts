import { getVisible, seenBy } from '#shared/app/get-visible';
import type { RecordDeps } from '#shared/app/order-deps';
import { terminateResource } from '#shared/app/terminate-resource';
import { resourceView, terminatedView, viewResource } from '#shared/contracts/rest/marketplace-resources';
import { type Resource, resourceState } from '#shared/domain/resource';
import { selectFields } from '../_http/field-selection.ts';
import type { FilterTable } from '../_http/filters.ts';
import { listRoute } from '../_http/list-route.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

const FILTERS: FilterTable<Resource> = {
  contains: { name: ({ name }) => name },
  equals: { name_exact: ({ name }) => name },
  uuids: { offering_uuid: ({ offeringUuid }) => offeringUuid, resource_uuid: ({ clusterUuid }) => clusterUuid },
  choices: { state: { values: resourceState.options, of: ({ state }) => state } },
};
const ORDERINGS = {
  name: ({ name }: Resource) => name,
  state: ({ state }: Resource) => state,
  created: (resource: Resource) => resource.created,
};

export const marketplaceResourcesRoutes = (deps: RecordDeps): Routes => ({
  'GET /': listRoute(deps.store.resources, {
    filters: FILTERS,
    orderings: ORDERINGS,
    schema: resourceView,
    view: viewResource,
    selectable: true,
  }),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const resource = await getVisible(deps.store.resources, 'Resource', params.uuid ?? '', seenBy(caller));
    const reply = ok(resourceView, viewResource(link, resource));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'POST /{uuid}/terminate/': async ({ request: { correlationId }, params, caller }) => {
    const order = await terminateResource(deps, caller, { resourceUuid: params.uuid ?? '', correlationId });
    return ok(terminatedView, { order_uuid: order.uuid });
  },
});
