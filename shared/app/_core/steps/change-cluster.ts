import { changed, type RecordBase } from '#shared/domain/_core/record';
import { isSameValue } from '#shared/domain/_core/values/deep-equal';
import type { Cluster } from '#shared/domain/clusters/cluster';
import type { Clock } from '#shared/ports/runtime';
import type { Store, Write } from '#shared/ports/store';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { currentCluster, type Target } from './fence.ts';

/**
 * Many operations may run on the nodes of a cluster at the same time. Each operation writes the cluster, so a write may
 * conflict several times.
 */
const ATTEMPTS = 20;

type Fields = Partial<Omit<Cluster, keyof RecordBase>>;

/**
 * Changes a cluster that operations on its nodes may change at the same time. After a conflict, the function reads the
 * cluster again and checks that the operation is still current. Writes nothing if no field would change.
 * @param known the cluster as it was last read
 * @param alongside writes that belong in the same transaction
 */
export async function changeCluster(
  { store, clock }: { store: Store; clock: Clock },
  target: Target,
  known: Cluster,
  fieldsOf: (cluster: Cluster) => Fields,
  alongside: (before: Cluster, after: Cluster) => Promise<Write[]> = async () => [],
): Promise<void> {
  let read: Cluster | undefined = known;
  await retryOnConflict(async () => {
    const cluster = read ?? (await currentCluster(store, target));
    read = undefined;
    const fields = fieldsOf(cluster);
    if (isSameValue({ ...cluster, ...fields }, cluster)) return;
    const next = changed(cluster, clock.now(), fields);
    await store.commit(store.clusters.replace(next), ...(await alongside(cluster, next)));
  }, ATTEMPTS);
}
