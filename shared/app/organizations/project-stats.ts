import { type ClusterSums, sumsOf } from '#shared/domain/clusters/cluster-capacity';
import type { Project } from '#shared/domain/organizations/project';
import { monthlyTotals, type UsageSum } from '#shared/domain/usage/monthly-totals';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/**
 * Figures of a project. `clusters` is the number of its clusters. `ClusterSums` are sums over these clusters, or over
 * the newest of them if there are very many. `summed` is the number of clusters in the sums. `usage` is the usage of
 * this month.
 */
export type ProjectStats = ClusterSums & { clusters: number; summed: number; usage: UsageSum[] };

/** How many clusters are summed up. Only one page of the list is read, to keep the call cheap. */
const NEWEST = { page: 1, pageSize: 300 };

/** Sums up the current records of a project's clusters. Nothing is stored, so the sums are never out of date. */
export async function projectStats(
  { store, clock }: { store: Pick<Store, 'clusters' | 'usages'>; clock: Clock },
  { uuid }: Project,
): Promise<ProjectStats> {
  const ofProject = { visibility: 'all', projectUuid: uuid } as const;
  const [{ items, total }, usages] = await Promise.all([
    store.clusters.list(ofProject, NEWEST),
    store.usages.list(ofProject, NEWEST),
  ]);
  return { ...sumsOf(items), clusters: total, summed: items.length, usage: monthlyTotals(usages.items, clock.now()) };
}
