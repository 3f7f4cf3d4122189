import type { AcceptedClusterApiChange, ClusterApiChangeDeps } from '#shared/app/cluster-api/change-cluster-api';
import { createNodeGroup, deleteNodeGroup, updateNodeGroup } from '#shared/app/cluster-api/change-node-groups';
import { getNodeGroup, listNodeGroups, type NodeGroupDeps } from '#shared/app/cluster-api/list-node-groups';
import { resizeCluster } from '#shared/app/cluster-api/resize-cluster';
import { type ClusterApiRotation, rotateClusterApi } from '#shared/app/cluster-api/rotate-cluster-api';
import { changeClusterLabels, upgradeClusterApi } from '#shared/app/cluster-api/upgrade-cluster-api';
import {
  clusterApiChangeView,
  parseResize,
  parseRotationQuery,
  viewClusterApiChange,
} from '#shared/contracts/rest/cluster-api/cluster-api-changes';
import {
  parseGroupChange,
  parseGroupDeletion,
  parseNewGroup,
} from '#shared/contracts/rest/cluster-api/node-group-bodies';
import { nodeGroupListing, nodeGroupView } from '#shared/contracts/rest/cluster-api/node-groups';
import { parseClusterApiUpgrade, parseLabelsChange } from '#shared/contracts/rest/cluster-api/upgrade-bodies';
import { readFilters } from '../_http/lists/filters.ts';
import { listReply, refuseUnknown, selectFields } from '../_http/lists/list-reply.ts';
import { pageOf } from '../_http/lists/paging.ts';
import { readBody } from '../_http/negotiate.ts';
import { ok } from '../_http/replies.ts';
import type { Call, Routes } from '../_http/router.ts';

export const nodeGroupsRoutes = (deps: NodeGroupDeps): Routes => ({
  'GET /{uuid}/node_groups/': async (call) => {
    refuseUnknown(call.request.query, nodeGroupListing.filters);
    const { matches = () => true } = readFilters(call, nodeGroupListing.filters);
    const groups = await listNodeGroups(deps, call.caller, call.params.uuid ?? '');
    return listReply(call, pageOf(groups.filter(matches)), nodeGroupListing);
  },
  'GET /{uuid}/node_groups/{node_group}/': async (call) => {
    const wanted = { clusterText: call.params.uuid ?? '', groupText: call.params.node_group ?? '' };
    const group = await getNodeGroup(deps, call.caller, wanted);
    const reply = ok(nodeGroupView, nodeGroupListing.view(call.link, group));
    return { ...reply, body: selectFields(call.request.query, reply.body) };
  },
});

/** Answers a change with its plan. The status is 202 if the change was accepted, otherwise 200. */
const changeRoute = (change: (call: Call) => Promise<AcceptedClusterApiChange>) => async (call: Call) => {
  const { plan, isAccepted } = await change(call);
  return { ...ok(clusterApiChangeView, viewClusterApiChange(plan)), ...(isAccepted && { status: 202 }) };
};

/** The cluster in the path, and the request's correlation id. */
const clusterPath = ({ params, request }: Call) => ({
  clusterText: params.uuid ?? '',
  correlationId: request.correlationId,
});

/** The cluster and the node group in the path, and the request's correlation id. */
const groupPath = (call: Call) => ({ ...clusterPath(call), groupText: call.params.node_group ?? '' });

const rotation = (deps: ClusterApiChangeDeps, what: ClusterApiRotation['what']) =>
  changeRoute((call) =>
    rotateClusterApi(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => ({ what, isDryRun: parseRotationQuery(readBody(call.request), call.request.query) }),
    }),
  );

export const clusterApiChangesRoutes = (deps: ClusterApiChangeDeps): Routes => ({
  'POST /{uuid}/resize/': changeRoute((call) =>
    resizeCluster(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseResize(readBody(call.request), call.request.query),
    }),
  ),
  'POST /{uuid}/node_groups/': changeRoute((call) =>
    createNodeGroup(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseNewGroup(readBody(call.request), call.request.query),
    }),
  ),
  'PATCH /{uuid}/node_groups/{node_group}/': changeRoute((call) =>
    updateNodeGroup(deps, call.caller, {
      ...groupPath(call),
      readRequest: () => parseGroupChange(readBody(call.request), call.request.query),
    }),
  ),
  'DELETE /{uuid}/node_groups/{node_group}/': changeRoute((call) =>
    deleteNodeGroup(deps, call.caller, {
      ...groupPath(call),
      readRequest: () => parseGroupDeletion(call.request.query),
    }),
  ),
  'POST /{uuid}/upgrade_cluster_api/': changeRoute((call) =>
    upgradeClusterApi(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseClusterApiUpgrade(readBody(call.request), call.request.query),
    }),
  ),
  'PATCH /{uuid}/cluster_api_labels/': changeRoute((call) =>
    changeClusterLabels(deps, call.caller, {
      ...clusterPath(call),
      readRequest: () => parseLabelsChange(readBody(call.request), call.request.query),
    }),
  ),
  'POST /{uuid}/rotate_credentials/': rotation(deps, 'credential'),
  'POST /{uuid}/renew_certificates/': rotation(deps, 'certificates'),
});
