import { type ClusterSums, sumsOf } from '#shared/domain/clusters/cluster-capacity';
import type { Project } from '#shared/domain/organizations/project';
import { monthlyTotals, type UsageSum } from '#shared/domain/usage/monthly-totals';
import type { Clock } from '#shared/ports/runtime';
import type { Store } from '#shared/ports/store';

/**
 * `summed` counts the newest of the project's `clusters`: all of them, unless it has very many. `usage` is of this
 * month.
 */
export type ProjectStats = ClusterSums & { clusters: number; summed: number; usage: UsageSum[] };

/** As many as a page of a list may have, which bounds the cost. */
const NEWEST = { page: 1, pageSize: 300 };

/** Sums over the current records of a project's clusters. No stored total can get out of step. */
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
