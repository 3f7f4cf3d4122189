import { newOperation, type OrderDeps, underOperation } from '#shared/app/planning/order-deps';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { Order } from '#shared/domain/marketplace/order';
import type { Write } from '#shared/ports/store';

/**
 * The writes that give the order's cluster a new operation. This operation replaces the cluster's earlier operation.
 */
export async function replaceOperation(
  deps: OrderDeps,
  order: Order,
  cluster: Cluster,
  state: 'CREATION_SCHEDULED' | 'DELETION_SCHEDULED',
  correlationId: string,
): Promise<Write[]> {
  const { store, clock } = deps;
  const operation = newOperation(deps, cluster.uuid, correlationId);
  const resource = await store.resources.get(order.resourceUuid);
  const fields = { ...underOperation(operation), lastError: undefined, currentStep: '' };
  return [
    store.clusters.replace(clusterMovesTo(cluster, state, clock.now(), fields)),
    store.resources.replace(
      changed(resource, clock.now(), {
        state: state === 'CREATION_SCHEDULED' ? 'Creating' : 'Terminating',
        pendingOrderUuid: order.uuid,
      }),
    ),
    store.outbox.insert(operation),
  ];
}
