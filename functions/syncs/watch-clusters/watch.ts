import { type WatchDeps, type Watched, type WatchJob, watchClusters } from '#shared/app/reconciliation/watch-clusters';
import type { Metrics } from '#shared/ports/metrics';
import { countRefusedCredential } from '#shared/runtime/telemetry';

export type Pass = Pick<Watched, 'looked' | 'changed' | 'left'> & { failed: number };

/**
 * Runs the watch, and counts its failures as a metric. It does not throw: Lambda would repeat it twice and dead-letter
 * it, every few minutes while one cloud is down.
 */
export async function watch(deps: WatchDeps & { metrics: Metrics }, job?: WatchJob): Promise<Pass> {
  const { failures, ...pass } = await watchClusters(deps, job);
  for (const error of failures) countRefusedCredential(deps.metrics, error);
  if (failures.length > 0) deps.metrics.add('WatchFailures', failures.length, {});
  return { ...pass, failed: failures.length };
}
