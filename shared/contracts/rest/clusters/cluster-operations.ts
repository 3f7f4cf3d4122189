import { z } from 'zod';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { TimetableChange } from '#shared/domain/timetable/timetable';
import { flag, paragraphs } from '../_core/fields.ts';
import { type ApiOperations, pullReply, type RestResource } from '../_core/operation.ts';
import { parseBody } from '../_core/parse-body.ts';
import { clusterStateOperations } from '../_core/resource-state.ts';
import { clusterApiChangeOperations } from '../cluster-api/cluster-api-changes.ts';
import { nodeGroupOperations } from '../cluster-api/node-groups.ts';
import { IDEMPOTENCY_KEY, newClusterBody } from '../marketplace/orders/new-order.ts';
import { NEW_CLUSTER_EXAMPLE } from '../marketplace/orders/new-order-example.ts';
import { clusterName } from '../marketplace/orders/order-attributes-body.ts';
import { nodeReplacement } from '../nodes/node-operations.ts';
import { infrastructureOperations } from '../pools/infrastructure.ts';
import { machineOperations } from '../pools/machines.ts';
import { poolOperations } from '../pools/pools.ts';
import { hibernationOperations } from '../timetable/hibernation.ts';
import { timetableChangeOf, timetableFields } from '../timetable/timetable-body.ts';
import { certificateOperations } from '../upgrades/certificate-rotation.ts';
import { clusterUpgradeOperation } from '../upgrades/cluster-upgrade.ts';
import { operationOperations } from '../upgrades/rancher-operation.ts';
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
    'Fields that are left out keep their values. In Rancher, only an imported cluster gets the new name, before the ' +
    'call answers. If Rancher cannot be reached, the new name is only stored in Paddock; repeat the call to send it. ' +
    'A cluster that Paddock has made keeps its first name in Rancher, and this name stays taken. Machines keep their ' +
    'names. With `autohealing`, lost nodes are replaced automatically. `hibernation_schedules` say when the cluster ' +
    'hibernates and wakes up. `maintenance` is the window in which lost nodes may be replaced automatically. Other ' +
    'fields cannot be changed, and are ignored.',
  reply: clusterView,
  refuses: [400, 405, 409, 502],
} as const;

/**
 * The writable fields of a cluster: Waldur's fields (docs/spec/waldur-rancher.md#clusters), `autohealing`, and the
 * timetable's fields.
 */
const clusterBody = z.object({
  name: clusterName(),
  description: paragraphs(2000).optional(),
  autohealing: flag().optional(),
  ...timetableFields,
});
const partialClusterBody = clusterBody.partial();

type ClusterChange = Partial<Pick<Cluster, 'name' | 'description' | 'autohealing'>> & { timetable: TimetableChange };

/**
 * Parses the body of `PUT` and `PATCH rancher-clusters/{uuid}/`. Fields that are left out do not change. Throws
 * Invalid.
 */
export function parseClusterChange(body: unknown, isPartial: boolean): ClusterChange {
  const given = isPartial ? parseBody(partialClusterBody, body) : parseBody(clusterBody, body);
  const { name, description, autohealing } = given;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(autohealing !== undefined && { autohealing }),
    timetable: timetableChangeOf(given),
  };
}

const clusterOperations: ApiOperations = {
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
      'Places an order, as `POST /api/marketplace-orders/` does, but with attributes, offering, project and plan in one flat body. Most objects may be given by name, as in that call.',
    body: newClusterBody,
    bodyExample: NEW_CLUSTER_EXAMPLE,
    headers: IDEMPOTENCY_KEY,
    status: 201,
    reply: clusterView,
    refuses: [422, 502],
  },
  'PUT /{uuid}/': {
    summary: 'Change name, description, autohealing, hibernation schedules or maintenance window of a cluster',
    body: clusterBody,
    ...change,
  },
  'PATCH /{uuid}/': {
    summary: 'Change name, description, autohealing, hibernation schedules or maintenance window of a cluster',
    body: partialClusterBody,
    ...change,
  },
  'POST /{uuid}/pull/': {
    summary: 'Read the current state of a cluster from Rancher and OpenStack',
    rule: 'cluster.pull',
    description:
      'Updates the records of the cluster, as a schedule does every few minutes. The answer comes after the update. Version, capacity and health are read from Rancher or Cluster API. Namespaces, workloads and other contents are read from Rancher. A node that is only in Rancher gets a record. A node is deleted if its machine no longer exists in the cloud. `drift` lists the differences. `public_ips` has the floating IPs of a managed cluster’s load balancers. In read-only mode only staff may pull.',
    ...pullReply,
    refuses: [400, 405, 409, 502],
  },
  ...kubeconfigOperations,
  ...yamlOperations,
  'POST /{uuid}/replace_node/': nodeReplacement,
  ...managementGroupOperations,
  ...clusterStateOperations,
  'POST /{uuid}/upgrade/': clusterUpgradeOperation,
  ...certificateOperations,
  ...operationOperations,
  ...hibernationOperations,
  ...poolOperations,
  ...machineOperations,
  ...infrastructureOperations,
  ...nodeGroupOperations,
  ...clusterApiChangeOperations,
  'DELETE /{uuid}/': {
    summary: 'Delete a cluster',
    rule: 'resource.terminate',
    description: 'Does the same as `terminate` of the cluster’s resource.',
    status: 202,
    reply: deletionView,
    refuses: [405],
  },
};

export const rancherClustersResource: RestResource = {
  group: 'Customers',
  is: 'Clusters: their state, kubeconfig, name, upgrade, events and YAML.',
  operations: clusterOperations,
};
