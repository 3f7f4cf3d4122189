import pMap from 'p-map';
import { LOG } from '#shared/contracts/telemetry';
import type { Uuid } from '#shared/domain/_core/identifier';
import type { Cluster } from '#shared/domain/clusters/cluster';
import { isWatched } from '#shared/domain/reconciliation/compare-cluster';
import { OutOfTime } from '#shared/errors';
import type { Logger } from '#shared/ports/runtime';
import { WHOLE_LIST } from '../../ports/repository.ts';
import { withTimeout } from '../_core/with-timeout.ts';
import { type Backends, cachedBackends } from './cached-backends.ts';
import { type ObserveDeps, observeCluster } from './observe-cluster.ts';

export type ClusterWatchDeps = ObserveDeps & {
  log: Logger;
  /** Called after the observation of a cluster with autohealing (`heal-cluster.ts`). */
  heal?: (clusterUuid: Uuid) => Promise<void>;
  /** Called after the observation of a cluster if an alert has asked for one more node in it (`alert-nodes.ts`). */
  addAlertNode?: (clusterUuid: Uuid) => Promise<void>;
  /**
   * Deletes duplicate ports (`delete-duplicate-ports.ts`) and syncs the cluster's contents
   * (`cluster-contents/sync-contents.ts`). Called only after the daily observation, because once a day is enough for
   * both.
   */
  mirror?: (cluster: Cluster) => Promise<unknown>;
  /** Clusters that failed in the last run. The next run observes them last. */
  setAside?: Set<Uuid>;
  /** Time limit for one cluster, in milliseconds. The default leaves time for other clusters. */
  clusterMs?: number;
  /**
   * Returns the milliseconds that are left for the run. Clusters for which no time is left are observed in later runs.
   */
  remainingMs?: () => number;
};
/**
 * `watch` runs every few minutes. It covers clusters that are OK, clusters that this job itself has set to ERRED, and
 * clusters with a failed upgrade. `pull_all_clusters_nodes` runs once a day, for all OK and failed clusters.
 */
export type WatchJob = 'watch' | 'pull_all_clusters_nodes';
export type Watched = {
  looked: number;
  changed: number;
  /** Number of clusters that were not observed for lack of time. */
  left: number;
  failures: unknown[];
};

/**
 * Number of clusters that are read at the same time. For each cluster, two requests go to Rancher and one to each
 * tenant of the cluster.
 */
const AT_A_TIME = 8;
/**
 * Time limit for one cluster, in milliseconds. An observation takes only seconds. The limit is higher, because a pull
 * of thousands of objects takes longer.
 */
const CLUSTER_MS = 30_000;

const MEANT: Readonly<Record<WatchJob, (cluster: Cluster) => boolean>> = {
  watch: isWatched,
  pull_all_clusters_nodes: ({ state, backendId, hibernation }) =>
    !hibernation && (state === 'OK' || (state === 'ERRED' && backendId !== '')),
};

/**
 * Observes all clusters on which no operation runs. If a cloud, Rancher or cluster fails, all other clusters are still
 * observed. The failure is logged once, and the next run observes the failed clusters last. A cluster that exceeds its
 * time limit is skipped, and its requests are aborted. Clusters for which no time is left are observed in later runs.
 */
export async function watchClusters(deps: ClusterWatchDeps, job: WatchJob = 'watch'): Promise<Watched> {
  const { store, clock, log } = deps;
  const isMeant = MEANT[job];
  const { items } = await store.clusters.list({ visibility: 'all' }, WHOLE_LIST, isMeant);
  const { setAside = new Set(), clusterMs = CLUSTER_MS, remainingMs = () => Number.POSITIVE_INFINITY } = deps;
  const clusters = lastOf(rotatedStart(items, clock.now()), setAside);
  const backends = cachedBackends(deps, { areMany: true });
  const failed = new Map<Uuid, unknown>();
  const pass = { job, isMeant, failed, clusterMs };
  const observations = await pMap(
    clusters,
    async (cluster) => (remainingMs() < clusterMs ? undefined : watch(deps, backends, cluster, pass)),
    { concurrency: AT_A_TIME },
  );
  const failures = new Map([...failed, ...backends.failures]);
  remember(setAside, failures);
  for (const [uuid, error] of failures) log.error(LOG.clusterNotWatched, { uuid, error });
  return {
    looked: observations.filter((isChanged) => isChanged !== undefined).length,
    left: observations.filter((isChanged) => isChanged === undefined).length,
    changed: observations.filter((isChanged) => isChanged).length,
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
  deps: ClusterWatchDeps,
  backends: Backends,
  cluster: Cluster,
  { job, isMeant, failed, clusterMs }: Pass,
): Promise<boolean> {
  try {
    return await withTimeout(clusterMs, async () => {
      const looked = await observeCluster(deps, backends, cluster, isMeant);
      for (const error of looked.errors) if (error instanceof OutOfTime) failed.set(cluster.uuid, error);
      if (looked.errors.length === 0) await act(deps, looked.cluster);
      if (job === 'pull_all_clusters_nodes') await deps.mirror?.(looked.cluster);
      return looked.isChanged;
    });
  } catch (error) {
    failed.set(cluster.uuid, error);
    return false;
  }
}

/**
 * Heals the cluster, and adds a node that an alert has asked for. Called only after a complete observation, because an
 * existing node can seem to be lost if a backend does not answer.
 */
async function act(
  { heal, addAlertNode }: ClusterWatchDeps,
  { uuid, autohealing, alertNodes }: Cluster,
): Promise<void> {
  if (autohealing) await heal?.(uuid);
  if (alertNodes?.asked) await addAlertNode?.(uuid);
}

/** The shortest time between two runs, in milliseconds. */
const EVERY_MS = 5 * 60_000;
/**
 * How far the starting item moves in each interval of five minutes, as a fraction of the list's length. This fraction
 * spreads the starts evenly, even for a job that runs once a day. With the golden ratio, daily runs would all start at
 * almost the same item. A day has 288 intervals, and 288 times the golden ratio is almost a whole number.
 */
const STRIDE = Math.sqrt(3) - 1;

/**
 * Rotates the list, so that each run starts at another item. Otherwise runs that end early would always leave out the
 * last items.
 */
export function rotatedStart<T>(items: readonly T[], now: Date): T[] {
  const share = (Math.floor(now.getTime() / EVERY_MS) * STRIDE) % 1;
  const first = Math.floor(share * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
