import { type Cluster, clusterMovesTo } from '../domain/cluster.ts';
import type { Order } from '../domain/order.ts';
import { changed } from '../domain/record.ts';
import type { Write } from '../ports/store.ts';
import { newOperation, type OrderDeps, underOperation } from './order-deps.ts';

/** Writes that give the order's cluster a new operation, which supersedes the one before. */
export async function restartCluster(
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
