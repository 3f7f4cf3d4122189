import type { Operations } from '../_core/operation.ts';
import { pullReply } from '../_core/pull.ts';
import { clusterStateOperations } from '../_core/resource-state.ts';
import { IDEMPOTENCY_KEY, newClusterBody } from '../marketplace/orders/new-order.ts';
import { NEW_CLUSTER_EXAMPLE } from '../marketplace/orders/new-order-example.ts';
import { nodeReplacement } from '../nodes/node-replacement.ts';
import { clusterUpgradeOperation } from '../upgrades/cluster-upgrade.ts';
import { clusterBody, partialClusterBody } from './cluster-change.ts';
import { kubeconfigOperations } from './cluster-kubeconfig.ts';
import { yamlOperations } from './cluster-yaml.ts';
import { managementGroupOperations } from './management-group.ts';
import {
  clusterDetailView,
  clusterEventListing,
  clusterListing,
  clusterView,
  deletionView,
} from './rancher-clusters.ts';

const change = {
  rule: 'cluster.update',
  description:
    'Its name is the one that Rancher shows, too, and is told to it before the call answers; nothing else is asked of Rancher. If Rancher ' +
    'cannot be reached, the new name is kept here, and the same call again brings it there. Machines keep their names, and so ' +
    'does the Kubernetes object in Rancher, whose name no other cluster can have. With `autohealing` nodes that are lost are made again without ' +
    'anybody asking. Other fields cannot be changed, and are ignored.',
  reply: clusterView,
  refuses: [400, 405, 409, 502],
} as const;

export const clusterOperations: Operations = {
  'GET /': { summary: 'List clusters', rule: 'visible.list', listing: clusterListing },
  'GET /{uuid}/': {
    summary: 'Show a cluster with its nodes',
    rule: 'cluster.see',
    selectable: true,
    reply: clusterDetailView,
  },
  'GET /{uuid}/events/': {
    summary: 'List the events of a cluster, oldest first',
    rule: 'cluster.see',
    listing: clusterEventListing,
  },
  'POST /': {
    summary: 'Order a cluster',
    rule: 'order.create',
    description:
      'The same as an order in the marketplace, with its attributes beside offering, project and plan, and with names as there.',
    body: newClusterBody,
    bodyExample: NEW_CLUSTER_EXAMPLE,
    headers: IDEMPOTENCY_KEY,
    status: 201,
    reply: clusterView,
    refuses: [422, 502],
  },
  'PUT /{uuid}/': { summary: 'Rename a cluster, describe it, or let it heal itself', body: clusterBody, ...change },
  'PATCH /{uuid}/': {
    summary: 'Rename a cluster, describe it, or let it heal itself',
    body: partialClusterBody,
    ...change,
  },
  'POST /{uuid}/pull/': {
    summary: 'Update a cluster from Rancher and its clouds',
    rule: 'cluster.pull',
    description:
      'Does at once what a schedule does every few minutes, before the call answers. Version, capacity and health are read from Rancher. Nodes that only Rancher knows get a record; nodes without a server any more lose theirs. `drift` lists the differences, and `public_ips` has the floating IPs of a managed cluster’s load balancers. In read-only mode only staff may pull.',
    ...pullReply,
    refuses: [400, 405, 409, 502],
  },
  ...kubeconfigOperations,
  ...yamlOperations,
  'POST /{uuid}/replace_node/': nodeReplacement,
  ...managementGroupOperations,
  ...clusterStateOperations,
  'POST /{uuid}/upgrade/': clusterUpgradeOperation,
  'DELETE /{uuid}/': {
    summary: 'Delete a cluster',
    rule: 'resource.terminate',
    description: 'The same as terminating its resource in the marketplace.',
    status: 202,
    reply: deletionView,
    refuses: [405],
  },
};
