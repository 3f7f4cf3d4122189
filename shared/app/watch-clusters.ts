import { LOG } from '../contracts/telemetry.ts';
import type { Cluster } from '../domain/cluster.ts';
import type { Uuid } from '../domain/identifier.ts';
import type { Logger } from '../ports/runtime.ts';
import { EVERYTHING } from './everything.ts';
import { inTurns } from './in-turns.ts';
import { type Clouds, cloudsOnce, type LookDeps, lookAtCluster } from './look-at-cluster.ts';

export type WatchDeps = LookDeps & { log: Logger };
export type Watched = { looked: number; changed: number; failures: unknown[] };

/** Each has as many requests under way as it has tenants. */
const AT_A_TIME = 8;

const isWatched = ({ state, managed }: Cluster): boolean => state === 'OK' && managed !== undefined;

/**
 * One pass over all managed clusters that are OK. A cloud or a cluster that fails keeps no other from being looked at; it is logged
 * once, and among the failures, which the next pass will have mended or have again.
 */
export async function watchClusters(deps: WatchDeps): Promise<Watched> {
  const { store, log } = deps;
  const { items: clusters } = await store.clusters.list({ visibility: 'all' }, EVERYTHING, isWatched);
  const clouds = cloudsOnce(deps);
  const failed = new Map<Uuid, unknown>();
  const looks = await inTurns(clusters, AT_A_TIME, (cluster) => watch(deps, clouds, cluster, failed));
  for (const [uuid, error] of failed) log.error(LOG.clusterNotWatched, { uuid, error });
  return {
    looked: clusters.length,
    changed: looks.filter((isChanged) => isChanged).length,
    failures: [...failed.values()],
  };
}

async function watch(deps: LookDeps, clouds: Clouds, cluster: Cluster, failed: Map<Uuid, unknown>): Promise<boolean> {
  try {
    const { isChanged, failures } = await lookAtCluster(deps, clouds, cluster, ['OK']);
    for (const [cloudUuid, error] of failures) failed.set(cloudUuid, error);
    return isChanged;
  } catch (error) {
    failed.set(cluster.uuid, error);
    return false;
  }
}
