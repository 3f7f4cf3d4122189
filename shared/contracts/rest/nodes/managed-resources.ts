import type { Operations } from '../_core/operation.ts';
import { resourceListing, resourceView } from '../marketplace/marketplace-resources.ts';
import { IDEMPOTENCY_KEY } from '../marketplace/orders/new-order.ts';
import { addedNodeBody } from './added-node-body.ts';
import { nodeView } from './rancher-nodes.ts';

const LEFT_OUT =
  'Values that are left out follow the cluster’s order and offering, for nodes of that role. `cpu` and `memory` select the smallest flavor that fits. `tenant` is required if the cluster has several. If necessary, the quotas of its tenant are raised. Read the node until its state is `OK`; the cluster’s state does not change.';

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
