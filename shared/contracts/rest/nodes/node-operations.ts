import { z } from 'zod';
import { Invalid } from '#shared/errors';
import { exampleUuid } from '../_core/example-uuid.ts';
import { integer, reference } from '../_core/fields.ts';
import { type ApiOperation, type ApiOperations, pullReply, type RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { resourceListing, resourceView } from '../marketplace/marketplace-resources.ts';
import { IDEMPOTENCY_KEY } from '../marketplace/orders/new-order.ts';
import { NEW_NODE_EXAMPLE } from '../marketplace/orders/new-order-example.ts';
import { addedNodeBody, newNodeBody } from './added-node-body.ts';
import { nodeListing, nodeView } from './rancher-nodes.ts';

/** The id of a server in Nova, or the uuid that Paddock derives from this id. */
const linkBody = z.object({ instance: reference('openstack-instances', 'instances', 'servers') });
export const parseLink = (body: unknown) => parseBody(linkBody, body).instance;

/** With `force=true`, a node that cannot be drained is also deleted, and its workloads are lost. */
const nodeDeletionQuery = z.object({
  force: z.enum(['true', 'false']).optional().meta({
    description: 'Whether the node is deleted even if it cannot be drained. Only for staff. Default: `false`.',
  }),
});
export const parseNodeDeletion = (query: URLSearchParams) => ({
  isForced: parseBody(nodeDeletionQuery, Object.fromEntries(query)).force === 'true',
});

/** Maximum number of lines of a console log. The limit cuts no log, because clouds store fewer lines. */
const MAX_LINES = 100_000;

/** Maximum position in a log, in characters. */
const MAX_OFFSET = 1_000_000_000;

export const consoleView = z.object({ url: z.string() });
export const consoleLogView = z.string();
/** The response header with the offset for the next call. Callers that follow a log need this offset. */
export const NEXT_OFFSET_HEADER = 'x-next-offset';

const consoleLogQuery = z.object({
  length: integer(1, MAX_LINES)
    .optional()
    .meta({ description: 'Number of lines at the end of the log. Default: everything that the cloud keeps.' }),
  offset: integer(0, MAX_OFFSET).optional().meta({
    description:
      'Position at which the answer starts: the header `X-Next-Offset` of an earlier answer. Not with `length`.',
  }),
});

/** Parses the query parameters of a console log. Throws Invalid with the parameter's name. */
export function parseConsoleLog(query: URLSearchParams) {
  const { length: lines, offset } = parseBody(consoleLogQuery, Object.fromEntries(query));
  if (lines !== undefined && offset !== undefined)
    throw new Invalid({ offset: ['Give either length or offset, not both.'] });
  return { lines, offset };
}

const nodeOperations: ApiOperations = {
  'GET /': { summary: 'List nodes', rule: 'visible.list', listing: nodeListing },
  'POST /': {
    summary: 'Add a node to a cluster',
    rule: 'node.create',
    description:
      'The cluster must be `OK`. 409 if Rancher or Cluster API makes the machines of the cluster. Staff may add ' +
      'nodes to any other cluster. Owners may add nodes to self-managed clusters if the offering has ' +
      '`owners_may_add_nodes`. For managed clusters, owners use `add_node` of the resource. The body follows the ' +
      'same rules as a node in an order. In a self-managed cluster, name `tenant` if and only if the cluster’s order ' +
      'names one for each node. `cpu` and `memory` select the smallest flavor that fits. A new server joins etcd ' +
      'only in place of a lost member. Read the node until its state is `OK`; the cluster’s state does not change.',
    headers: IDEMPOTENCY_KEY,
    body: newNodeBody,
    bodyExample: NEW_NODE_EXAMPLE,
    status: 201,
    reply: nodeView,
    refuses: [400, 405, 409, 422, 502],
  },
  'GET /{uuid}/': { summary: 'Show a node', rule: 'node.see', reply: nodeView },
  'POST /{uuid}/pull/': {
    summary: 'Read the health, versions and labels of a node from Rancher',
    rule: 'node.pull',
    description:
      'Reads health, versions, capacity, labels and annotations from Rancher before the call answers. `state` does not change. In read-only mode only staff may pull.',
    ...pullReply,
    refuses: [400, 405, 409, 502],
  },
  'GET /{uuid}/console/': {
    summary: 'Open the console of a node’s machine',
    rule: 'node.console',
    description:
      'The answer has a URL for a browser, valid for some minutes. Everybody who has the URL can type there, so a read-only token gets 403. 404 if the node has no machine, 409 while the machine does not run.',
    reply: consoleView,
    replyExample: { url: 'https://cloud.example.org:6080/vnc_auto.html?path=%3Ftoken%3D6f1c0a4f' },
    refuses: [400, 409, 502],
  },
  'GET /{uuid}/console_log/': {
    summary: 'Read the console log of a node’s machine',
    rule: 'node.console_log',
    description:
      'The answer is a JSON string: the last `length` lines, or everything that the cloud keeps. To follow the log, call without `length`, and then again with `offset` from the header `X-Next-Offset`. The next answer has only new text. After a restart of the machine, the answer has the whole log.',
    query: consoleLogQuery,
    reply: consoleLogView,
    replyExample: 'cloud-init: running modules:final\n',
    refuses: [400, 409, 502],
  },
  'POST /{uuid}/link_openstack/': {
    summary: 'Link a node to its machine',
    rule: 'node.link',
    description:
      'For a machine that Paddock did not create. The machine must be in the tenant of the node. From now on the machine is deleted with the node.',
    body: linkBody,
    bodyExample: { instance: exampleUuid('instances') },
    refuses: [400, 405, 409, 502],
  },
  'POST /{uuid}/unlink_openstack/': {
    summary: 'Unlink a node from its machine',
    rule: 'node.link',
    description: 'From now on, the machine stays when the node is deleted.',
    refuses: [400, 405, 409, 502],
  },
  'DELETE /{uuid}/': {
    summary: 'Delete a node',
    rule: 'node.delete',
    description:
      'The node is drained and removed from Rancher. Then its machine and volumes are deleted. The cluster’s state does not change. Read the node until it is 404. If the deletion fails, the node is `ERRED` with `last_error`, and can be deleted again. Other operations on the node are ended. 400 for the last server, the last etcd member and the last node that runs workloads. 409 for an etcd member while another etcd member does not answer or is being deleted. The cluster must be `OK`, or `ERRED` because etcd has lost its quorum or an upgrade has failed. 409 for a machine of a pool. Only staff may use `force`.',
    query: nodeDeletionQuery,
    status: 202,
    refuses: [400, 405, 409],
  },
};

const LEFT_OUT =
  'Values that are left out follow the cluster’s order and offering, for nodes of that role. `cpu` and `memory` select the smallest flavor that fits. `tenant` is required if the cluster has several tenants. If necessary, the quotas of the node’s tenant are raised. Read the node until its state is `OK`; the cluster’s state does not change. 409 for a cluster with pools.';

const managedResourceOperations: ApiOperations = {
  'GET /': {
    summary: 'List managed clusters as marketplace resources',
    rule: 'visible.list',
    listing: resourceListing,
  },
  'GET /{uuid}/': {
    summary: 'Show a managed cluster as a marketplace resource',
    rule: 'resource.see',
    selectable: true,
    reply: resourceView,
  },
  'POST /{uuid}/add_node/': {
    summary: 'Add a node to a managed cluster',
    rule: 'managed_resource.add_node',
    description: LEFT_OUT,
    headers: IDEMPOTENCY_KEY,
    body: addedNodeBody,
    bodyExample: { role: 'agent' },
    status: 202,
    reply: nodeView,
    refuses: [400, 405, 409, 422, 502],
  },
};

const replacementBody = z.object({ node: reference('rancher-nodes') });
export const parseReplacement = (body: unknown) => parseBody(replacementBody, body).node;

export const nodeReplacement: ApiOperation = {
  summary: 'Replace a node',
  rule: 'node.replace',
  description:
    'A new node with the same role, size, volumes and tenant is added. The new node has the next free name, and the image that new machines get now. Once it works, the old node is drained and deleted. The cluster’s state does not change. The answer is the new node: read it until it is `OK`, and then the old node until it is 404. If the new node fails, the old node stays. If the old node cannot be deleted, it is `ERRED` and both nodes exist. Repeat the call to continue. 409 while another operation changes the node, while another etcd member does not answer or is being deleted, or while a lost server is not replaced yet. A server also gets 409 while another server is being changed. 409 if Rancher or Cluster API makes the machines of the cluster.',
  body: replacementBody,
  status: 202,
  reply: nodeView,
  refuses: [400, 405, 409, 502],
};

export const managedRancherClusterResourcesResource: RestResource = {
  group: 'Customers',
  is: 'Managed clusters as marketplace resources. Owners add nodes here.',
  operations: managedResourceOperations,
};

export const rancherNodesResource: RestResource = {
  group: 'Customers',
  is: 'Nodes of clusters and their machines: health, console, removal.',
  operations: nodeOperations,
};
