import type { Caller } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import { demandState } from '../domain/demand-state.ts';
import type { AddedNodeRequest } from '../domain/managed/plan-added-node.ts';
import type { Node } from '../domain/node.ts';
import { MOST_NODE_OPERATIONS } from '../domain/node-operation.ts';
import { withEtcdWhereMissing } from '../domain/node-spec.ts';
import { Conflict } from '../errors.ts';
import type { Once } from './create-order-once.ts';
import type { OrderDeps } from './order-deps.ts';
import { inMadeTenant, inOwnedTenant, type Placing } from './place-node.ts';
import { planNodeInTenant } from './plan-node-in-tenant.ts';
import { planOneMore } from './plan-one-more.ts';
import { resolveSshKey } from './resolve-ssh-keys.ts';
import { type Along, type NodeWriting, writeNode } from './write-node.ts';

export type AddedNode = AddedNodeRequest & { sshKeyUuid?: string | undefined };
export type Addition = Pick<NodeWriting, 'growing' | 'correlationId'> & {
  /** Runs after everything else has been looked at; throws Invalid. */
  readRequest: () => AddedNode;
  once?: Once | undefined;
};

/** Throws Conflict while the cluster cannot take another node. */
export function demandGrowing(cluster: Cluster): void {
  demandState(cluster, ['OK']);
  if (cluster.nodeOperations.length >= MOST_NODE_OPERATIONS) {
    throw new Conflict(`At most ${MOST_NODE_OPERATIONS} nodes of a cluster can be worked on at a time.`);
  }
}

async function planned(deps: OrderDeps, cluster: Cluster, request: AddedNodeRequest): Promise<Placing> {
  if (cluster.managed) return inMadeTenant(deps, await planOneMore(deps, cluster, request), withEtcdWhereMissing);
  const { spec, takenNames } = await planNodeInTenant(deps, cluster, request);
  const roles = spec.role === 'server' ? { roles: ['controlplane' as const] } : {};
  return inOwnedTenant(deps, { spec: { ...spec, ...roles }, takenNames }, withEtcdWhereMissing);
}

/**
 * Adds a node to a cluster: its record and name, where it is managed its place in its tenant with limits that are wide enough
 * (waldur-rancher.md §2.3, W3), and the operation that carries it out; all or nothing. Throws Invalid naming what cannot be had.
 */
export async function addNode(deps: OrderDeps, caller: Caller, addition: Addition): Promise<Node> {
  const { growing, correlationId, once } = addition;
  const cluster = await growing();
  const request = await resolveSshKey(deps.store, caller, addition.readRequest());
  const place = await planned(deps, cluster, request);
  const along = (_: Cluster, { uuid: nodeUuid }: Node, now: Date): Along => {
    const key = { userUuid: caller.user.uuid, nodeUuid, created: now.toISOString() };
    return { writes: once ? [deps.store.idempotencyKeys.insert({ ...key, ...once })] : [] };
  };
  return writeNode(deps, { growing, place, correlationId, along });
}
