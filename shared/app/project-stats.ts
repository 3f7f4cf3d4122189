import { type ClusterSums, sumsOf } from '../domain/cluster-figures.ts';
import type { Project } from '../domain/project.ts';
import type { Store } from '../ports/store.ts';

/** `summed` are the newest of the `clusters` that the project has; all of them unless it has very many. */
export type ProjectStats = ClusterSums & { clusters: number; summed: number };

/** What one page of a list may have at most: what it costs does not grow beyond. */
const NEWEST = { page: 1, pageSize: 300 };

/**
 * Sums over a project's clusters as their records are at this moment: one that has gone is in none of them, and no total is kept that
 * could be wrong.
 */
export async function projectStats(
  { store }: { store: Pick<Store, 'clusters'> },
  { uuid }: Project,
): Promise<ProjectStats> {
  const { items, total } = await store.clusters.list({ visibility: 'all', projectUuid: uuid }, NEWEST);
  return { ...sumsOf(items), clusters: total, summed: items.length };
}
