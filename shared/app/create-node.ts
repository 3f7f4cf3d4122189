import type { Caller } from '../domain/caller.ts';
import type { Cluster } from '../domain/cluster.ts';
import { demandWritable } from '../domain/demand-writable.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Node } from '../domain/node.ts';
import { demand } from '../domain/permission.ts';
import { noObject } from '../errors.ts';
import { type AddedNode, type Addition, addNode, demandGrowing } from './add-node.ts';
import type { OrderDeps } from './order-deps.ts';

export type NewNode = Omit<Addition, 'growing' | 'readRequest'> & {
  /** Runs once the caller may; throws Invalid. */
  readRequest: () => AddedNode & { clusterUuid: Uuid };
};

async function growingCluster({ store, site }: OrderDeps, clusterUuid: Uuid): Promise<Cluster> {
  const cluster = await store.clusters.find(clusterUuid);
  if (!cluster) throw noObject('cluster');
  demandGrowing(cluster);
  demandWritable(site);
  return cluster;
}

/** Adds a node to any cluster that is OK (waldur-rancher.md §2.2, §8-16): staff may. Throws what `addNode` throws. */
export async function createNode(deps: OrderDeps, caller: Caller, wanted: NewNode): Promise<Node> {
  demand(caller, 'node.create');
  demandWritable(deps.site);
  const { clusterUuid, ...request } = wanted.readRequest();
  return addNode(deps, caller, {
    ...{ correlationId: wanted.correlationId, once: wanted.once },
    growing: () => growingCluster(deps, clusterUuid),
    readRequest: () => request,
  });
}
