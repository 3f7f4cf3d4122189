import { clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { Store } from '#shared/ports/store';

/** Ends the operations that earlier tests have left, and empties the outbox. */
export async function endAllOperations(store: Store, now: Date): Promise<void> {
  const { operations } = await store.outbox.listPending(100);
  for (const operation of operations) await store.outbox.remove(operation);
  for (const { clusterUuid } of await store.clusters.listAtWork(new Date('2100-01-01'))) {
    const cluster = await store.clusters.get(clusterUuid);
    const ended = { nodeOperations: [] };
    await store.commit(store.clusters.replace(clusterMovesTo(cluster, 'ERRED', now, ended)));
  }
}
