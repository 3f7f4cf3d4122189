import { assertState } from '#shared/domain/_core/assert-state';
import { assertSupported } from '#shared/domain/_core/cluster-driver';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { MAX_NODE_OPERATIONS } from '#shared/domain/clusters/node-operation';
import type { AddedNodeRequest } from '#shared/domain/infrastructure/managed-plan/plan-added-node';
import type { Node } from '#shared/domain/nodes/node';
import type { Caller } from '#shared/domain/organizations/caller';
import { withEtcdWhereMissing } from '#shared/domain/planning/node-spec';
import { Conflict } from '#shared/errors';
import { resolveSshKey } from '../identity/ssh-keys.ts';
import type { Once } from '../marketplace/orders/create-order-once.ts';
import type { OrderDeps } from '../planning/order-deps.ts';
import { inMadeTenant, inOwnedTenant, type Placing } from '../planning/place-node.ts';
import { planNodeInCloud } from '../planning/plan-node-in-cloud.ts';
import { planNodeInTenant } from '../planning/plan-node-in-tenant.ts';
import { type Along, type NodeWriting, writeNode } from './write-node.ts';

export type AddedNode = AddedNodeRequest & { sshKeyUuid?: string | undefined };
export type Addition = Pick<NodeWriting, 'growing' | 'correlationId'> & {
  /** Parses the body. Called after all other checks. Throws Invalid. */
  parseRequest: () => AddedNode;
  once?: Once | undefined;
};

/** Throws Conflict when no node can be added to the cluster now. */
export function assertAcceptsNodes(cluster: Cluster): void {
  assertState(cluster, ['OK']);
  assertSupported('addNode', cluster);
  if (cluster.nodeOperations.length >= MAX_NODE_OPERATIONS) {
    throw new Conflict(`At most ${MAX_NODE_OPERATIONS} nodes of a cluster can be changed at a time.`);
  }
}

async function planned(deps: OrderDeps, cluster: Cluster, request: AddedNodeRequest): Promise<Placing> {
  if (cluster.managed) return inMadeTenant(deps, await planNodeInCloud(deps, cluster, request), withEtcdWhereMissing);
  const { spec, takenNames } = await planNodeInTenant(deps, cluster, request);
  const roles = spec.role === 'server' ? { roles: ['controlplane' as const] } : {};
  return inOwnedTenant(deps, { spec: { ...spec, ...roles }, takenNames }, withEtcdWhereMissing);
}

/**
 * Adds a node to a cluster. One transaction writes the node's record, name and operation. For a managed cluster it also
 * adds the node to the tenant's record and raises the tenant's limits
 * (docs/spec/nodes.md#added-nodes-of-managed-clusters). Throws Invalid if the node cannot be created now. The error
 * gives the reason.
 */
export async function addNode(deps: OrderDeps, caller: Caller, addition: Addition): Promise<Node> {
  const { growing, correlationId, once } = addition;
  const cluster = await growing();
  const request = await resolveSshKey(deps.store, caller, addition.parseRequest());
  const place = await planned(deps, cluster, request);
  const along = (_: Cluster, { uuid: nodeUuid }: Node, now: Date): Along => {
    const key = { userUuid: caller.user.uuid, nodeUuid, created: now.toISOString() };
    return { writes: once ? [deps.store.idempotencyKeys.insert({ ...key, ...once })] : [] };
  };
  return writeNode(deps, { growing, place, correlationId, along });
}
