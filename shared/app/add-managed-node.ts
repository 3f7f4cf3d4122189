import type { Caller } from '../domain/caller.ts';
import { type Cluster, clusterMovesTo } from '../domain/cluster.ts';
import { demandState } from '../domain/demand-state.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import { completeNode, madeFor } from '../domain/managed/complete-node.ts';
import { type AddedNodePlace, placeAddedNode } from '../domain/managed/place-added-node.ts';
import type { AddedNodeRequest, UnnamedNode } from '../domain/managed/plan-added-node.ts';
import { nodeNameClaim } from '../domain/naming.ts';
import { newNode } from '../domain/new-node.ts';
import { type Node, summaryOf } from '../domain/node.ts';
import { MOST_NODE_OPERATIONS } from '../domain/node-operation.ts';
import { demand } from '../domain/permission.ts';
import { changed } from '../domain/record.ts';
import { Conflict, LostRace } from '../errors.ts';
import type { Once } from './create-order-once.ts';
import { getVisible, seenBy } from './get-visible.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { newOperation, type OrderDeps } from './order-deps.ts';
import { planOneMore } from './plan-one-more.ts';
import { resolveSshKey } from './resolve-ssh-keys.ts';

/** `resourceUuid` as the address has it. */
export type NodeAddition = {
  resourceUuid: string;
  /** Runs after everything else has been looked at; throws Invalid. */
  readRequest: () => AddedNodeRequest & { sshKeyUuid?: string | undefined };
  correlationId: string;
  once?: Once | undefined;
};

/** Who adds many at the same moment meets himself at the cluster's record; each round one of them gets through. */
const ATTEMPTS = 2 * MOST_NODE_OPERATIONS;

/** 404, 403, 409 and 405, in this order; all again whenever the records have changed. */
async function growingCluster({ store, site }: OrderDeps, caller: Caller, resourceUuid: string): Promise<Cluster> {
  const resource = await getVisible(
    store.resources,
    'Resource',
    resourceUuid,
    (item) => item.managed === true && seenBy(caller)(item),
  );
  demand(caller, 'managed_resource.add_node', resource);
  demandState(resource, ['OK']);
  const cluster = await store.clusters.get(resource.clusterUuid);
  demandState(cluster, ['OK']);
  if (cluster.nodeOperations.length >= MOST_NODE_OPERATIONS) {
    throw new Conflict(`At most ${MOST_NODE_OPERATIONS} nodes of a cluster can be worked on at a time.`);
  }
  demandWritable(site);
  return cluster;
}

/** The records as they are at this moment, which the plan's own reading of the clouds does not concern. */
async function placeIn({ store }: OrderDeps, cluster: Cluster, planned: PlannedAddition): Promise<AddedNodePlace> {
  const [tenants, nodes] = await Promise.all([
    store.clusterTenants.listByCluster(cluster.uuid),
    store.nodes.listByCluster(cluster.uuid),
  ]);
  const tenant = await store.clusterTenants.get(cluster.uuid, planned.tenantUuid);
  const { cloud, options } = planned;
  const takenNames = nodes.map(({ spec }) => spec.name);
  return { clusterName: cluster.name, cloud, options, tenants, tenant, takenNames };
}

type PlannedAddition = Pick<AddedNodePlace, 'cloud' | 'options'> & { tenantUuid: string; machine: UnnamedNode };

async function write(
  deps: OrderDeps,
  caller: Caller,
  { resourceUuid, correlationId, once }: NodeAddition,
  planned: PlannedAddition,
): Promise<Node> {
  const { store, clock, ids } = deps;
  const now = clock.now();
  const cluster = await growingCluster(deps, caller, resourceUuid);
  const place = await placeIn(deps, cluster, planned);
  const nodeUuid = ids.uuid();
  const {
    node: { uuid: _, ...spec },
    tenant,
  } = placeAddedNode(planned.machine, nodeUuid, place);
  const complete = completeNode(spec, madeFor(place.tenant, spec));
  const node: Node = { ...newNode(cluster, complete, nodeUuid, now), hasOwnCredential: true };
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine: 'add-node', nodeUuid });
  const { uuid, created: since } = operation;
  const nodeOperations = [...cluster.nodeOperations, { uuid, nodeUuid, machine: 'add-node' as const, since }];
  const taken = () => new LostRace(`Name ${complete.name} was taken meanwhile.`);
  const key = { userUuid: caller.user.uuid, nodeUuid, created: now.toISOString() };
  await store.commit(
    ...(once ? [store.idempotencyKeys.insert({ ...key, ...once })] : []),
    store.nodes.insert(node),
    store.claims.insert(nodeNameClaim(node.settingsUuid, complete.name), nodeUuid, taken),
    store.clusterTenants.replace(changed(place.tenant, now, tenant)),
    store.clusters.replace(
      clusterMovesTo(cluster, 'OK', now, { nodes: [...cluster.nodes, summaryOf(node)], nodeOperations }),
    ),
    store.outbox.insert(operation),
  );
  return node;
}

/**
 * Adds a node to a managed cluster (waldur-rancher.md §2.3, W3): its record and name, its place in its tenant with limits that are wide
 * enough, and the operation that carries it out; all or nothing. Throws Invalid naming what cannot be had.
 */
export async function addManagedNode(deps: OrderDeps, caller: Caller, addition: NodeAddition): Promise<Node> {
  const cluster = await growingCluster(deps, caller, addition.resourceUuid);
  const request = await resolveSshKey(deps.store, caller, addition.readRequest());
  const planned = await planOneMore(deps, cluster, request);
  return onFreshRecords(() => write(deps, caller, addition, planned), ATTEMPTS);
}
