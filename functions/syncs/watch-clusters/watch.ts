import { type WatchDeps, type Watched, type WatchJob, watchClusters } from '#shared/app/reconciliation/watch-clusters';
import type { Metrics } from '#shared/ports/metrics';
import { countRefusedCredential } from '#shared/runtime/telemetry';

export type Pass = Pick<Watched, 'looked' | 'changed' | 'left'> & { failed: number };

/**
 * Looks, and counts what could not be looked at. It does not fail by it: it would be run twice more at once, and end as a dead letter,
 * every few minutes for as long as one cloud is away.
 */
export async function watch(deps: WatchDeps & { metrics: Metrics }, job?: WatchJob): Promise<Pass> {
  const { failures, ...pass } = await watchClusters(deps, job);
  for (const error of failures) countRefusedCredential(deps.metrics, error);
  if (failures.length > 0) deps.metrics.add('WatchFailures', failures.length, {});
  return { ...pass, failed: failures.length };
}
