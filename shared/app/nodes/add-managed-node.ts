import { assertNotReadOnly, assertState } from '#shared/domain/_core/assert-state';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { clusterUuidOf } from '#shared/domain/marketplace/is-of-cluster';
import type { Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import { assertPermitted } from '#shared/domain/organizations/permission';
import { getVisible, seenBy } from '../_core/get-visible.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { type Addition, addNode, assertAcceptsNodes } from './add-node.ts';

/** The request for a node. `resourceUuid` is the text from the URL. */
export type NodeAddition = Omit<Addition, 'growing'> & { resourceUuid: string };

/** Finds the cluster that gets a node. Checks for errors in this order: 404, 403, 409, 405. */
async function growingCluster({ store, site }: OrderDeps, caller: Caller, resourceUuid: string): Promise<Cluster> {
  const resource = await getVisible(
    store.resources,
    'Resource',
    resourceUuid,
    (item) => item.managed === true && seenBy(caller)(item),
  );
  assertPermitted(caller, 'managed_resource.add_node', resource);
  assertState(resource, ['OK']);
  const cluster = await store.clusters.get(clusterUuidOf(resource));
  assertAcceptsNodes(cluster);
  assertNotReadOnly(site);
  return cluster;
}

/**
 * Adds a node to a managed cluster. The URL names the cluster's resource
 * (docs/spec/nodes.md#added-nodes-of-managed-clusters). Owners of the cluster's customer may add nodes. Throws the
 * errors of `addNode`.
 */
export const addManagedNode = (
  deps: OrderDeps,
  caller: Caller,
  { resourceUuid, ...addition }: NodeAddition,
): Promise<Node> => addNode(deps, caller, { ...addition, growing: () => growingCluster(deps, caller, resourceUuid) });
