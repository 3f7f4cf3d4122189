import { getVisible, seenBy } from '#shared/app/_core/get-visible';
import { addNodeOnce } from '#shared/app/nodes/add-node-once';
import { createNode } from '#shared/app/nodes/create-node';
import { deleteNode } from '#shared/app/nodes/delete-node';
import { linkNode, unlinkNode } from '#shared/app/nodes/link-node';
import { nodeConsole, nodeConsoleLog } from '#shared/app/nodes/node-console';
import { pullNode } from '#shared/app/nodes/pull-node';
import type { OrderDeps } from '#shared/app/planning/order-deps';
import { namedCluster, parseNewNode } from '#shared/contracts/rest/nodes/added-node-body';
import {
  consoleLogView,
  consoleView,
  NEXT_OFFSET_HEADER,
  parseConsoleLog,
  parseLink,
  parseNodeDeletion,
} from '#shared/contracts/rest/nodes/node-operations';
import { nodeListing, nodeView, viewNode } from '#shared/contracts/rest/nodes/rancher-nodes';
import { visibilityOf } from '#shared/domain/organizations/caller';
import type { RancherSessions } from '#shared/ports/rancher';
import type { PageRequest } from '#shared/ports/store';
import { markReplayed, readIdempotency } from '../_http/idempotency.ts';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply } from '../_http/lists/list-reply.ts';
import { readBody } from '../_http/negotiate.ts';
import { accepted, created, done, ok, pulled } from '../_http/replies.ts';
import type { Routes } from '../_http/router.ts';

type Deps = OrderDeps & { rancher: RancherSessions };

export const rancherNodesRoutes = (deps: Deps): Routes => ({
  'GET /': (call) => {
    const { matches, ...within } = readFilters(call, nodeListing.filters);
    const scope = { visibility: visibilityOf(call.caller), ...within };
    const list = (page: PageRequest) => deps.store.nodes.list(scope, page, matches);
    return listReply(call, list, nodeListing);
  },
  'GET /{uuid}/': async ({ params, caller, link }) => {
    const node = await getVisible(deps.store.nodes, 'Node', params.uuid ?? '', seenBy(caller));
    return ok(nodeView, viewNode(link, node));
  },
  'POST /': async ({ request, caller, link }) => {
    const body = readBody(request);
    const { node, isReplayed } = await addNodeOnce(deps, caller, createNode, {
      clusterUuid: namedCluster(body),
      parseRequest: () => parseNewNode(body, deps.site),
      correlationId: request.correlationId,
      once: readIdempotency(request, body),
    });
    return markReplayed(created(nodeView, viewNode(link, node)), isReplayed);
  },
  'POST /{uuid}/pull/': async ({ params, caller }) => {
    await pullNode(deps, caller, params.uuid ?? '');
    return pulled;
  },
  'GET /{uuid}/console/': async ({ params, caller }) =>
    ok(consoleView, { url: await nodeConsole(deps, caller, params.uuid ?? '') }),
  'GET /{uuid}/console_log/': async ({ request, params, caller }) => {
    const part = { uuidText: params.uuid ?? '', ...parseConsoleLog(request.query) };
    const { text, nextOffset } = await nodeConsoleLog(deps, caller, part);
    return ok(consoleLogView, text, nextOffset === undefined ? {} : { [NEXT_OFFSET_HEADER]: `${nextOffset}` });
  },
  'POST /{uuid}/link_openstack/': {
    staff: async ({ request, params, caller }) => {
      const body = readBody(request);
      await linkNode(deps, caller, { uuidText: params.uuid ?? '', readInstance: () => parseLink(body) });
      return done;
    },
  },
  'POST /{uuid}/unlink_openstack/': {
    staff: async ({ params, caller }) => {
      await unlinkNode(deps, caller, params.uuid ?? '');
      return done;
    },
  },
  'DELETE /{uuid}/': async ({ request: { query, correlationId }, params, caller }) => {
    await deleteNode(deps, caller, { uuidText: params.uuid ?? '', ...parseNodeDeletion(query), correlationId });
    return accepted;
  },
});
