import { getVisible, seenBy } from '#shared/app/get-visible';
import { nodeView, viewNode } from '#shared/contracts/rest/rancher-nodes';
import { visibilityOf } from '#shared/domain/caller';
import type { Node } from '#shared/domain/node';
import type { PageRequest, Store } from '#shared/ports/store';
import { readFilters } from '../_http/filters.ts';
import { listReply } from '../_http/list-reply.ts';
import { ok } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = { store: Pick<Store, 'nodes'> };

/** Nodes understand `cluster_uuid` only and ignore `field`, `name` and `o` (waldur-http.md "Lists"). */
export const rancherNodesRoutes = ({ store }: Deps): Routes => ({
  'GET /': ({ request, caller, link }) => {
    const { matches } = readFilters<Node>(request.query, {
      uuids: { cluster_uuid: ({ clusterUuid }) => clusterUuid },
    });
    const scope = { visibility: visibilityOf(caller) };
    const list = (page: PageRequest) => store.nodes.list(scope, page, matches);
    return listReply(request, list, { schema: nodeView, view: (node) => viewNode(link, node) });
  },
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const byUuid = { find: store.nodes.findByUuid };
    const node = await getVisible(byUuid, 'Node', params.uuid ?? '', seenBy(caller));
    return ok(nodeView, viewNode(link, node));
  },
});
