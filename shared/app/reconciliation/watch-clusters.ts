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
  /** Called after the look at a cluster with autohealing (`heal-cluster.ts`). */
  heal?: (clusterUuid: Uuid) => Promise<void>;
  /** Called after the look at a cluster for which an alert has asked for a node (`alert-nodes.ts`). */
  addAlertNode?: (clusterUuid: Uuid) => Promise<void>;
  /**
   * Called after the daily look (`delete-duplicate-ports.ts`, `cluster-contents/sync-contents.ts`). Daily is enough for
   * duplicate ports and for changes of contents.
   */
  mirror?: (cluster: Cluster) => Promise<unknown>;
  /** Clusters that failed in the last run. The next run looks at them last. */
  setAside?: Set<Uuid>;
  /** Time limit for one cluster. The default leaves time for the others. */
  clusterMs?: number;
  /** Time that is left for the run. Clusters that the run does not reach are left to the next runs. */
  remainingMs?: () => number;
};
/**
 * `watch` looks every few minutes at clusters that are OK. `pull_all_clusters_nodes` looks once a day at these and at
 * failed ones.
 */
export type WatchJob = 'watch' | 'pull_all_clusters_nodes';
export type Watched = {
  looked: number;
  changed: number;
  /** How many clusters were left to the next run for lack of time. */
  left: number;
  failures: unknown[];
};

/** How many clusters are read at the same time. Each has two running requests, and one more for each of its tenants. */
const AT_A_TIME = 8;
/** A look takes seconds, but mirroring thousands of objects takes longer. */
const CLUSTER_MS = 30_000;

const MEANT: Readonly<Record<WatchJob, (cluster: Cluster) => boolean>> = {
  watch: isWatched,
  pull_all_clusters_nodes: ({ state, backendId, hibernation }) =>
    !hibernation && (state === 'OK' || (state === 'ERRED' && backendId !== '')),
};

/**
 * Looks at all clusters without an operation, in one run. A cloud, Rancher or cluster that fails does not stop the
 * others: it is logged once, and the next run looks at it last. A cluster that takes too long is given up, and its
 * requests are aborted. Clusters that the run does not reach are left to the next runs.
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

/** Only after a complete look: without an answer from a backend, a node may only seem to be lost. */
async function act(
  { heal, addAlertNode }: ClusterWatchDeps,
  { uuid, autohealing, alertNodes }: Cluster,
): Promise<void> {
  if (autohealing) await heal?.(uuid);
  if (alertNodes?.asked) await addAlertNode?.(uuid);
}

/** The shortest time between two runs. */
const EVERY_MS = 5 * 60_000;
/**
 * By which share of the list the start moves from run to run. With this number the starts spread evenly, also for a job
 * that runs once a day. With the golden ratio they would not.
 */
const STRIDE = Math.sqrt(3) - 1;

/**
 * Returns the same items, with another start in each run. Otherwise runs that end early would always leave out the same
 * items.
 */
export function rotatedStart<T>(items: readonly T[], now: Date): T[] {
  const share = (Math.floor(now.getTime() / EVERY_MS) * STRIDE) % 1;
  const first = Math.floor(share * items.length);
  return [...items.slice(first), ...items.slice(0, first)];
}
