import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '#shared/ports/store';
import { aCluster, anOperation, anOrder, aResource, aUuid } from '#test/builders/builders';

export type Burst = { orders: number; customers: number; withinMs: number };

/** Writes the same rows as the acceptance of an order (`create-order.ts`). */
async function accept(store: Store, customerUuid: string, projectUuid: string, name: string): Promise<void> {
  const place = { customerUuid, projectUuid };
  const cluster = aCluster({ ...place, name, state: 'CREATION_SCHEDULED' });
  await store.commit(
    store.orders.insert(anOrder(place)),
    store.resources.insert(aResource({ ...place, clusterUuid: cluster.uuid })),
    store.clusters.insert(cluster),
    store.claims.insert(`cluster-name/${aUuid()}/${name}`, cluster.uuid, () => new Error('taken')),
    store.outbox.insert(anOperation({ clusterUuid: cluster.uuid })),
  );
}

/**
 * Places orders at even intervals within `withinMs`, for all customers in turn. An order does not wait for earlier
 * orders. Returns the errors.
 */
export async function placeBurst(store: Store, { orders, customers, withinMs }: Burst): Promise<unknown[]> {
  const places = Array.from({ length: customers }, () => [aUuid(), aUuid()] as const);
  const accepted = Array.from({ length: orders }, async (_, at) => {
    await pause((at * withinMs) / orders);
    const [customerUuid, projectUuid] = places[at % customers] ?? [aUuid(), aUuid()];
    await accept(store, customerUuid, projectUuid, `burst-${at}`);
  });
  const results = await Promise.allSettled(accepted);
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}
