import type { Caller } from '../domain/caller.ts';
import { type Cluster, clusterMovesTo } from '../domain/cluster.ts';
import { demandState } from '../domain/demand-state.ts';
import { completeNode, madeFor } from '../domain/managed/complete-node.ts';
import { placeAddedNode } from '../domain/managed/place-added-node.ts';
import type { AddedNodeRequest } from '../domain/managed/plan-added-node.ts';
import { nextNodeName, nodeNameClaim } from '../domain/naming.ts';
import { newNode } from '../domain/new-node.ts';
import { type Node, type NodeSpec, summaryOf, withEtcdWhereMissing } from '../domain/node.ts';
import { MOST_NODE_OPERATIONS } from '../domain/node-operation.ts';
import { changed } from '../domain/record.ts';
import { Conflict, LostRace } from '../errors.ts';
import type { Write } from '../ports/store.ts';
import type { Once } from './create-order-once.ts';
import { onFreshRecords } from './on-fresh-records.ts';
import { newOperation, type OrderDeps } from './order-deps.ts';
import { planNodeInTenant } from './plan-node-in-tenant.ts';
import { planOneMore } from './plan-one-more.ts';
import { resolveSshKey } from './resolve-ssh-keys.ts';

export type AddedNode = AddedNodeRequest & { sshKeyUuid?: string | undefined };
export type Addition = {
  /** The cluster, if a node may be added to it; asked again whenever the records have changed. */
  growing: () => Promise<Cluster>;
  /** Runs after everything else has been looked at; throws Invalid. */
  readRequest: () => AddedNode;
  correlationId: string;
  once?: Once | undefined;
};

/** Who adds many at the same moment meets himself at the cluster's record; each round one of them gets through. */
const ATTEMPTS = 2 * MOST_NODE_OPERATIONS;

/** Throws Conflict while the cluster cannot take another node. */
export function demandGrowing(cluster: Cluster): void {
  demandState(cluster, ['OK']);
  if (cluster.nodeOperations.length >= MOST_NODE_OPERATIONS) {
    throw new Conflict(`At most ${MOST_NODE_OPERATIONS} nodes of a cluster can be worked on at a time.`);
  }
}

/** The node's spec on the records as they are at this moment, and what else is written for it. */
type Placing = (cluster: Cluster, nodeUuid: string, now: Date) => Promise<{ spec: NodeSpec; writes: Write[] }>;

/** Its tenant was made for the cluster: it gets its place there. */
async function inMadeTenant(deps: OrderDeps, cluster: Cluster, request: AddedNodeRequest): Promise<Placing> {
  const { store } = deps;
  const { cloud, options, tenantUuid, machine } = await planOneMore(deps, cluster, request);
  return async ({ uuid: clusterUuid, name: clusterName }, nodeUuid, now) => {
    const [tenants, nodes] = await Promise.all([
      store.clusterTenants.listByCluster(clusterUuid),
      store.nodes.listByCluster(clusterUuid),
    ]);
    const tenant = await store.clusterTenants.get(clusterUuid, tenantUuid);
    const takenNames = nodes.map(({ spec }) => spec.name);
    const added = withEtcdWhereMissing(
      machine,
      tenants.flatMap((item) => item.nodes),
    );
    const place = { clusterName, cloud, options, tenants, tenant, takenNames };
    const placed = placeAddedNode(added, nodeUuid, place);
    const { uuid: _, ...spec } = placed.node;
    const writes = [store.clusterTenants.replace(changed(tenant, now, placed.tenant))];
    return { spec: completeNode(spec, madeFor(tenant, spec)), writes };
  };
}

/** Its tenant is its owner's. */
async function inOwnedTenant(deps: OrderDeps, cluster: Cluster, request: AddedNodeRequest): Promise<Placing> {
  const { spec, takenNames } = await planNodeInTenant(deps, cluster, request);
  return async ({ uuid, name: clusterName }) => {
    const specs = (await deps.store.nodes.listByCluster(uuid)).map((node) => node.spec);
    const name = nextNodeName(clusterName, spec.role, new Set([...takenNames, ...specs.map((item) => item.name)]));
    const roles = spec.role === 'server' ? { roles: ['controlplane' as const] } : {};
    return { spec: withEtcdWhereMissing({ ...spec, ...roles, name }, specs), writes: [] };
  };
}

async function write(deps: OrderDeps, caller: Caller, addition: Addition, place: Placing): Promise<Node> {
  const { store, clock, ids } = deps;
  const { correlationId, once } = addition;
  const now = clock.now();
  const cluster = await addition.growing();
  const nodeUuid = ids.uuid();
  const { spec, writes } = await place(cluster, nodeUuid, now);
  const node: Node = { ...newNode(cluster, spec, nodeUuid, now), hasOwnCredential: true };
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine: 'add-node', nodeUuid });
  const { uuid, created: since } = operation;
  const nodeOperations = [...cluster.nodeOperations, { uuid, nodeUuid, machine: 'add-node' as const, since }];
  const taken = () => new LostRace(`Name ${spec.name} was taken meanwhile.`);
  const key = { userUuid: caller.user.uuid, nodeUuid, created: now.toISOString() };
  await store.commit(
    ...(once ? [store.idempotencyKeys.insert({ ...key, ...once })] : []),
    store.nodes.insert(node),
    store.claims.insert(nodeNameClaim(node.settingsUuid, spec.name), nodeUuid, taken),
    ...writes,
    store.clusters.replace(
      clusterMovesTo(cluster, 'OK', now, { nodes: [...cluster.nodes, summaryOf(node)], nodeOperations }),
    ),
    store.outbox.insert(operation),
  );
  return node;
}

/**
 * Adds a node to a cluster: its record and name, where it is managed its place in its tenant with limits that are wide enough
 * (waldur-rancher.md §2.3, W3), and the operation that carries it out; all or nothing. Throws Invalid naming what cannot be had.
 */
export async function addNode(deps: OrderDeps, caller: Caller, addition: Addition): Promise<Node> {
  const cluster = await addition.growing();
  const request = await resolveSshKey(deps.store, caller, addition.readRequest());
  const place = await (cluster.managed ? inMadeTenant : inOwnedTenant)(deps, cluster, request);
  return onFreshRecords(() => write(deps, caller, addition, place), ATTEMPTS);
}
