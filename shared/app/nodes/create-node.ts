import { assertNotReadOnly } from '#shared/domain/_core/assert-state';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isRancherOffering } from '#shared/domain/marketplace/offering';
import type { Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import { may } from '#shared/domain/organizations/permission';
import { NotAllowed, noObject } from '#shared/errors';
import type { OrderDeps } from '../planning/order-deps.ts';
import { type AddedNode, type Addition, addNode, assertAcceptsNodes } from './add-node.ts';

export type NewNode = Omit<Addition, 'growing' | 'parseRequest'> & {
  /** The cluster that the body names. Undefined when the body names no cluster or an invalid uuid. */
  clusterUuid: Uuid | undefined;
  /** Parses the body. Called after the permission check. Throws Invalid. */
  parseRequest: () => AddedNode & { clusterUuid: Uuid };
};

const BY_RESOURCE = 'To add a node to a managed cluster, use POST managed-rancher-cluster-resources/<uuid>/add_node/.';

async function growingCluster({ store, site }: OrderDeps, clusterUuid: Uuid): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster) throw noObject('cluster');
  assertAcceptsNodes(cluster);
  assertNotReadOnly(site);
  return cluster;
}

/**
 * Checks that the caller may add nodes as an owner of the cluster. If this is not allowed, an owner gets the reason.
 * All other callers get NotAllowed without a reason.
 */
async function assertOwnerMay({ store }: OrderDeps, caller: Caller, clusterUuid: Uuid | undefined): Promise<void> {
  const cluster = clusterUuid === undefined ? undefined : await store.clusters.find(clusterUuid);
  if (!cluster || !may(caller, 'node.create_in_own_cluster', cluster)) throw new NotAllowed();
  if (cluster.managed) throw new NotAllowed(BY_RESOURCE);
  const offering = await store.offerings.get(cluster.offeringUuid);
  if (!isRancherOffering(offering) || !offering.pluginOptions.owners_may_add_nodes) {
    const askSeller = `Only the provider can add nodes to this cluster: ask ${offering.customerName}. The offering ${offering.name} does not allow owners to add nodes (owners_may_add_nodes).`;
    throw new NotAllowed(askSeller);
  }
}

/**
 * Adds a node to a cluster in state OK (docs/spec/nodes.md#calls-of-nodes). Staff may add nodes to every cluster.
 * Owners may add nodes to their self-managed clusters if the offering allows it. Throws NotAllowed, and the errors of
 * `addNode`.
 */
export async function createNode(deps: OrderDeps, caller: Caller, wanted: NewNode): Promise<Node> {
  if (!may(caller, 'node.create')) await assertOwnerMay(deps, caller, wanted.clusterUuid);
  assertNotReadOnly(deps.site);
  const { clusterUuid, ...request } = wanted.parseRequest();
  return addNode(deps, caller, {
    correlationId: wanted.correlationId,
    once: wanted.once,
    growing: () => growingCluster(deps, clusterUuid),
    parseRequest: () => request,
  });
}
