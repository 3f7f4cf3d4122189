import type { Operations } from '../_core/operation.ts';
import { resourceListing, resourceView } from '../marketplace/marketplace-resources.ts';
import { IDEMPOTENCY_KEY } from '../marketplace/orders/new-order.ts';
import { addedNodeBody } from './added-node-body.ts';
import { nodeView } from './rancher-nodes.ts';

const LEFT_OUT =
  'What is left out is as the cluster’s order and its offering have it for nodes of that role; `cpu` and `memory` choose the smallest flavor that fits. `tenant` is needed where the cluster has several. The quotas of its tenant are widened when they have to be. Follow the node: the cluster’s state does not change.';

export const managedResourceOperations: Operations = {
  'GET /': { summary: 'List managed clusters as resources', rule: 'visible.list', listing: resourceListing },
  'GET /{uuid}/': {
    summary: 'Show a managed cluster as a resource',
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
