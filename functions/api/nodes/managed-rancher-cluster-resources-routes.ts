import { getVisible, soldTo } from '#shared/app/_core/get-visible';
import { addManagedNode } from '#shared/app/nodes/add-managed-node';
import { addNodeOnce } from '#shared/app/nodes/add-node-once';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { resourceListing, resourceView, viewResource } from '#shared/contracts/rest/marketplace/marketplace-resources';
import { parseAddedNode } from '#shared/contracts/rest/nodes/added-node-body';
import { nodeView, viewNode } from '#shared/contracts/rest/nodes/rancher-nodes';
import type { Resource } from '#shared/domain/marketplace/resource';
import type { ListedRepository } from '#shared/ports/store';
import { markReplayed, readIdempotency } from '../_http/idempotency.ts';
import { selectFields } from '../_http/lists/list-reply.ts';
import { listRoute } from '../_http/lists/list-route.ts';
import { byOfferingAndCluster, visibilityOfSales } from '../_http/lists/related-filters.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

const isManaged = ({ managed }: Resource): boolean => managed === true;

/** Lists only resources of managed clusters. `marketplace-resources` lists all resources. */
const managedOnly = (resources: ListedRepository<Resource>): Pick<ListedRepository<Resource>, 'list'> => ({
  list: (scope, page, matches) =>
    resources.list({ ...scope, where: { ...scope.where, managed: ['true'] } }, page, matches),
});

export const managedRancherClusterResourcesRoutes = (deps: OrderDeps): Routes => ({
  'GET /': listRoute(
    managedOnly(deps.store.resources),
    resourceListing,
    byOfferingAndCluster(deps),
    visibilityOfSales(deps),
  ),
  'GET /{uuid}/': async ({ request, params, caller, link }) => {
    const isVisible = (item: Resource) => isManaged(item) && soldTo(caller)(item);
    const resource = await getVisible(deps.store.resources, 'Resource', params.uuid ?? '', isVisible);
    const reply = ok(resourceView, viewResource(link, resource));
    return { ...reply, body: selectFields(request.query, reply.body) };
  },
  'POST /{uuid}/add_node/': async ({ request, params, caller, link }) => {
    const body = readBody(request);
    const { node, isReplayed } = await addNodeOnce(deps, caller, addManagedNode, {
      resourceUuid: params.uuid ?? '',
      parseRequest: () => parseAddedNode(body, deps.site),
      correlationId: request.correlationId,
      once: readIdempotency(request, body),
    });
    return markReplayed({ ...ok(nodeView, viewNode(link, node)), status: 202 }, isReplayed);
  },
});
