import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { OutOfTime } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import { beginningElsewhere } from '../_core/beginning-elsewhere.ts';
import { EVERYTHING } from '../_core/everything.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type Backends, backendsOnce } from './backends-once.ts';
import { type LookDeps, lookAtCluster } from './look-at-cluster.ts';

export type WatchDeps = LookDeps & {
  log: Logger;
  /** Called behind the look at a cluster that heals itself (`heal-cluster.ts`). */
  heal?: (clusterUuid: Uuid) => Promise<void>;
  /**
   * Called behind the daily look (`collect-twin-ports.ts`, `contents/mirror-contents.ts`): a port too many, or a change in what is inside
   * a cluster, is no drift, and can wait.
   */
  mirror?: (cluster: Cluster) => Promise<unknown>;
  /** Clusters that the pass before has failed at, kept from pass to pass: they come behind the others. */
  setAside?: Set<Uuid>;
  /** What one cluster may take; default: what leaves time for the others. */
  clusterMs?: number;
  /** How long the pass has: what it does not get to by then is left to the next ones. */
  remainingMs?: () => number;
};
/** `watch`: those that are OK, every few minutes. `pull_all_clusters_nodes`: those that have failed, too, once a day. */
export type WatchJob = 'watch' | 'pull_all_clusters_nodes';
export type Watched = {
  looked: number;
  changed: number;
  /** Left to the next pass, since there was no time. */
  left: number;
  failures: unknown[];
};

/** Each has as many requests under way as it has tenants, and two more. */
const AT_A_TIME = 8;
/** A look takes seconds, and a mirror of thousands of objects some more. */
const CLUSTER_MS = 30_000;

const MEANT: Readonly<Record<WatchJob, (cluster: Cluster) => boolean>> = {
  watch: isWatched,
  pull_all_clusters_nodes: ({ state, backendId }) => state === 'OK' || (state === 'ERRED' && backendId !== ''),
};

/**
 * One pass over all clusters that rest. A cloud, a Rancher or a cluster that fails keeps no other from being looked at; it is logged
 * once, and among the failures, which the next pass looks at again, behind the others. One that comes to no end is
 * given up after its time, with all that it still asks. Where there are more than a pass gets through in its time, the next ones get to
 * the others.
 */
export async function watchClusters(deps: WatchDeps, job: WatchJob = 'watch'): Promise<Watched> {
  const { store, clock, log } = deps;
  const isMeant = MEANT[job];
  const { items } = await store.clusters.list({ visibility: 'all' }, EVERYTHING, isMeant);
  const { setAside = new Set(), clusterMs = CLUSTER_MS, remainingMs = () => Number.POSITIVE_INFINITY } = deps;
  const clusters = lastOf(beginningElsewhere(items, clock.now()), setAside);
  const backends = backendsOnce(deps, { areMany: true });
  const failed = new Map<Uuid, unknown>();
  const pass = { job, isMeant, failed, clusterMs };
  const looks = await pMap(
    clusters,
    async (cluster) => (remainingMs() < clusterMs ? undefined : watch(deps, backends, cluster, pass)),
    { concurrency: AT_A_TIME },
  );
  const failures = new Map([...failed, ...backends.failures]);
  remember(setAside, failures);
  for (const [uuid, error] of failures) log.error(LOG.clusterNotWatched, { uuid, error });
  return {
    looked: looks.filter((isChanged) => isChanged !== undefined).length,
    left: looks.filter((isChanged) => isChanged === undefined).length,
    changed: looks.filter((isChanged) => isChanged).length,
    failures: [...failures.values()],
  };
}

type Pass = { job: WatchJob; isMeant: (cluster: Cluster) => boolean; failed: Map<Uuid, unknown>; clusterMs: number };

const lastOf = (clusters: readonly Cluster[], setAside: ReadonlySet<Uuid>): Cluster[] => [
  ...clusters.filter(({ uuid }) => !setAside.has(uuid)),
  ...clusters.filter(({ uuid }) => setAside.has(uuid)),
];

function remember(setAside: Set<Uuid>, failed: ReadonlyMap<Uuid, unknown>): void {
  setAside.clear();
  for (const uuid of failed.keys()) setAside.add(uuid);
}

async function watch(
  deps: WatchDeps,
  backends: Backends,
  cluster: Cluster,
  { job, isMeant, failed, clusterMs }: Pass,
): Promise<boolean> {
  try {
    return await withTimeout(clusterMs, async () => {
      const looked = await lookAtCluster(deps, backends, cluster, isMeant);
      for (const error of looked.errors) if (error instanceof OutOfTime) failed.set(cluster.uuid, error);
      // What could not be looked at is not taken to be as it was.
      if (looked.cluster.autohealing && looked.errors.length === 0) await deps.heal?.(looked.cluster.uuid);
      if (job === 'pull_all_clusters_nodes') await deps.mirror?.(looked.cluster);
      return looked.isChanged;
    });
  } catch (error) {
    failed.set(cluster.uuid, error);
    return false;
  }
}
