import { type ClusterSums, sumsOf } from '#shared/domain/clusters/cluster-figures';
import type { Project } from '#shared/domain/organizations/project';
import { type UsageSum, usageSums } from '#shared/domain/usage/usage-sums';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/** `summed` are the newest of the `clusters` that the project has; all of them unless it has very many. `usage` is of this month. */
export type ProjectStats = ClusterSums & { clusters: number; summed: number; usage: UsageSum[] };

/** What one page of a list may have at most: what it costs does not grow beyond. */
const NEWEST = { page: 1, pageSize: 300 };

/**
 * Sums over a project's clusters as their records are at this moment: one that has gone is in none of them, and no total is kept that
 * could be wrong.
 */
export async function projectStats(
  { store, clock }: { store: Pick<Store, 'clusters' | 'usages'>; clock: Clock },
  { uuid }: Project,
): Promise<ProjectStats> {
  const ofProject = { visibility: 'all', projectUuid: uuid } as const;
  const [{ items, total }, usages] = await Promise.all([
    store.clusters.list(ofProject, NEWEST),
    store.usages.list(ofProject, NEWEST),
  ]);
  return { ...sumsOf(items), clusters: total, summed: items.length, usage: usageSums(usages.items, clock.now()) };
}
