import type { ClusterOperation } from '#shared/domain/_core/operation';
import { changed } from '#shared/domain/_core/record';
import { type Cluster, clusterMovesTo } from '#shared/domain/clusters/cluster';
import type { Write } from '#shared/ports/store';
import { newOperation, type RecordDeps, underOperation } from './order-deps.ts';

type Update = {
  machine: ClusterOperation['machine'];
  correlationId: string;
  /** Fields of the cluster that change when the operation begins. */
  fields: Partial<Cluster>;
  writes?: readonly Write[];
};

/** Moves the cluster to `UPDATE_SCHEDULED` under a new operation, and its resource to `Updating`, in one transaction. */
export async function scheduleUpdate(
  deps: RecordDeps,
  cluster: Cluster,
  { machine, correlationId, fields, writes = [] }: Update,
): Promise<Cluster> {
  const { store, clock } = deps;
  const now = clock.now();
  const operation = newOperation(deps, cluster.uuid, correlationId, { machine });
  const resource = await store.resources.get(cluster.resourceUuid);
  const idle = { lastError: undefined, currentStep: '' };
  const scheduled = clusterMovesTo(cluster, 'UPDATE_SCHEDULED', now, {
    ...underOperation(operation),
    ...fields,
    ...idle,
  });
  await store.commit(
    store.clusters.replace(scheduled),
    store.resources.replace(changed(resource, now, { state: 'Updating' })),
    store.outbox.insert(operation),
    ...writes,
  );
  return scheduled;
}
