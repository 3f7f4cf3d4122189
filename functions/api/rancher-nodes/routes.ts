import { getVisible, seenBy } from '#shared/app/get-visible';
import { nodeListing, nodeView, viewNode } from '#shared/contracts/rest/rancher-nodes';
import { visibilityOf } from '#shared/domain/caller';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'nodes'> };

export const rancherNodesRoutes = ({ store }: Deps): Routes => ({
  'GET /': (call) => {
    const { matches } = readFilters(call.request.query, nodeListing.filters);
    const scope = { visibility: visibilityOf(call.caller) };
    const list = (page: PageRequest) => store.nodes.list(scope, page, matches);
    return listReply(call, list, nodeListing);
  },
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const byUuid = { find: store.nodes.findByUuid };
    const node = await getVisible(byUuid, 'Node', params.uuid ?? '', seenBy(caller));
    return ok(nodeView, viewNode(link, node));
  },
});
