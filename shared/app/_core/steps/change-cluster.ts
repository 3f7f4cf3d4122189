import { changed, type RecordBase } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/same-value';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { currentCluster, type Target } from './fence.ts';

/** As many operations on nodes of one cluster as there may be, and each of them writes it. */
const ATTEMPTS = 20;

type Fields = Partial<Omit<Cluster, keyof RecordBase>>;

/**
 * Operations on nodes of one cluster write its record at the same time: who was overtaken reads it again, behind the fence. Nothing
 * is written where nothing differs.
 * @param known as it was read last
 */
export async function changeCluster(
  { store, clock }: { store: Store; clock: Clock },
  target: Target,
  known: Cluster,
  fieldsOf: (cluster: Cluster) => Fields,
): Promise<void> {
  let read: Cluster | undefined = known;
  await retryOnConflict(async () => {
    const cluster = read ?? (await currentCluster(store, target));
    read = undefined;
    const fields = fieldsOf(cluster);
    if (isSameValue({ ...cluster, ...fields }, cluster)) return;
    await store.commit(store.clusters.replace(changed(cluster, clock.now(), fields)));
  }, ATTEMPTS);
}
