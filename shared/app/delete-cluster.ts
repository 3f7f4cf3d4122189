import type { Caller } from '../domain/caller.ts';
import { demandState } from '../domain/demand-state.ts';
import type { Order } from '../domain/order.ts';
import { demand } from '../domain/permission.ts';
import { getVisible, seenBy } from './get-visible.ts';
import type { RecordDeps } from './order-deps.ts';
import { terminateResource } from './terminate-resource.ts';

/** Orders the termination of the resource that a cluster belongs to; refusals speak of the cluster (404, 403, 409). */
export async function deleteCluster(
  deps: RecordDeps,
  caller: Caller,
  { uuidText, correlationId }: { uuidText: string; correlationId: string },
): Promise<Order> {
  const cluster = await getVisible(deps.store.clusters, 'Cluster', uuidText, seenBy(caller));
  demand(caller, 'resource.terminate', cluster);
  demandState(cluster, ['OK', 'ERRED']);
  return terminateResource(deps, caller, { resourceUuid: cluster.resourceUuid, correlationId });
}
